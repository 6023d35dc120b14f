/** What came of a change for many: what failed and why, one by one, and the way to try those again. */
import { Button, Group, Modal } from '@mantine/core';
import '../dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { failureText } from '../failure-text.ts';
import { useFocusBack } from '../focus-back.ts';
import classes from './bulk.module.css';
import { type BulkOutcome, byReason, type OneResult } from './bulk-run.ts';

interface BulkReportProps<R extends OneResult> {
  outcome: BulkOutcome<R>;
  /** What was done, as a sentence. */
  said: string;
  /** '1 cliente', '12 clientes'. */
  counted: (count: number) => string;
  nameOf: (result: R) => string;
  /** Those that are left, as the last button calls them: 'los 12'. */
  left: (count: number) => string;
  onClose: () => void;
  onAgain: (ids: string[]) => void;
}

export function BulkReport<R extends OneResult>(props: BulkReportProps<R>) {
  const { outcome, said, counted, nameOf, left, onClose, onAgain } = props;
  useFocusBack();
  const { failed, untried, error } = outcome;
  const again = [...failed.map(({ id }) => id), ...untried];
  return (
    <Modal opened onClose={onClose} title="Resultado" centered>
      <div className={classes.report}>
        <p>{said}</p>
        {byReason(failed).map(({ reason, results }) => (
          <section key={reason}>
            <h3>
              {counted(results.length)}: {reason}
            </h3>
            <ul>
              {results.map((result) => (
                <li key={result.id}>{nameOf(result)}</li>
              ))}
            </ul>
          </section>
        ))}
        {untried.length > 0 ? (
          <p role={error === null ? undefined : 'alert'}>
            {error === null ? 'Se detuvo' : failureText(error)}: {counted(untried.length)} sin intentar.
          </p>
        ) : null}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Entendido
        </Button>
        <Button onClick={() => onAgain(again)}>
          {failed.length === 0 ? 'Continuar con' : 'Reintentar'} {left(again.length)}
        </Button>
      </Group>
    </Modal>
  );
}
