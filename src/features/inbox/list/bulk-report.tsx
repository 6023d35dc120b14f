/** What came of a change for many: what failed and why, one by one, and the way to try those again. */
import { Button, Group, Modal } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { failureText } from '../../../ui/failure-text.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { figure } from '../../../ui/money.ts';
import { conversations, doneText } from './bulk-actions.ts';
import classes from './bulk-bar.module.css';
import { byReason } from './bulk-run.ts';
import { changeMany, closeReport, type BulkReport as Report } from './bulk-state.ts';

export default function BulkReport({ report }: { report: Report }) {
  useFocusBack();
  const { botId, change, outcome } = report;
  const { done, failed, untried, error } = outcome;
  const again = [...failed.map(({ id }) => id), ...untried];
  return (
    <Modal opened onClose={closeReport} title="Resultado" centered>
      <div className={classes.report}>
        <p>{done.length > 0 ? `${doneText(change, done.length)}.` : 'No se cambió ninguna conversación.'}</p>
        {byReason(failed).map(({ reason, results }) => (
          <section key={reason}>
            <h3>
              {conversations(results.length)}: {reason}
            </h3>
            <ul>
              {results.map(({ id, lead_name }) => (
                <li key={id}>{lead_name ?? 'Una conversación que ya no ves'}</li>
              ))}
            </ul>
          </section>
        ))}
        {untried.length > 0 ? (
          <p role={error === null ? undefined : 'alert'}>
            {error === null ? 'Se detuvo' : failureText(error)}: {conversations(untried.length)} sin intentar.
          </p>
        ) : null}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={closeReport}>
          Entendido
        </Button>
        <Button
          onClick={() => {
            closeReport();
            void changeMany(botId, again, change);
          }}
        >
          {failed.length === 0 ? 'Continuar con' : 'Reintentar'}{' '}
          {again.length === 1 ? 'la que falta' : `las ${figure(again.length)}`}
        </Button>
      </Group>
    </Modal>
  );
}
