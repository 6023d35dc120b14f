/** What came of a change for many clients: what failed and why, one by one, and the way to try those again. */
import { Button, Group, Modal } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { failureText } from '../../../ui/failure-text.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { byReason } from '../../inbox/list/bulk-run.ts';
import classes from './bulk.module.css';
import { clients, doneText, type Report } from './bulk-words.ts';

interface BulkReportProps {
  report: Report;
  onClose: () => void;
  onAgain: (ids: string[]) => void;
}

export default function BulkReport({ report, onClose, onAgain }: BulkReportProps) {
  useFocusBack();
  const { done, failed, untried, error } = report.outcome;
  const again = [...failed.map(({ id }) => id), ...untried];
  return (
    <Modal opened onClose={onClose} title="Resultado" centered>
      <div className={classes.report}>
        <p>{done.length > 0 ? `${doneText(report.work, done.length)}.` : 'No se cambió ningún cliente.'}</p>
        {byReason(failed).map(({ reason, results }) => (
          <section key={reason}>
            <h3>
              {clients(results.length)}: {reason}
            </h3>
            <ul>
              {results.map(({ id, name }) => (
                <li key={id}>{name ?? 'Un cliente que ya no está'}</li>
              ))}
            </ul>
          </section>
        ))}
        {untried.length > 0 ? (
          <p role={error === null ? undefined : 'alert'}>
            {error === null ? 'Se detuvo' : failureText(error)}: {clients(untried.length)} sin intentar.
          </p>
        ) : null}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Entendido
        </Button>
        <Button onClick={() => onAgain(again)}>
          {failed.length === 0 ? 'Continuar con' : 'Reintentar'}{' '}
          {again.length === 1 ? 'el que falta' : `los ${again.length}`}
        </Button>
      </Group>
    </Modal>
  );
}
