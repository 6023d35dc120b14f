/** What came of a change for many clients. */
import { BulkReport } from '../../../ui/bulk/bulk-report.tsx';
import { clients, doneText, type Report } from './bulk-words.ts';

interface ClientsReportProps {
  report: Report;
  onClose: () => void;
  onAgain: (ids: string[]) => void;
}

export default function ClientsReport({ report: { work, outcome }, onClose, onAgain }: ClientsReportProps) {
  const done = outcome.done.length;
  return (
    <BulkReport
      outcome={outcome}
      said={done > 0 ? `${doneText(work, done)}.` : 'No se cambió ningún cliente.'}
      counted={clients}
      nameOf={({ name }) => name ?? 'Un cliente que ya no está'}
      left={(count) => (count === 1 ? 'el que falta' : `los ${count}`)}
      onClose={onClose}
      onAgain={onAgain}
    />
  );
}
