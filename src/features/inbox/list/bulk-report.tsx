/** What came of a change for many conversations. */
import { BulkReport } from '../../../ui/bulk/bulk-report.tsx';
import { figure } from '../../../ui/money.ts';
import { conversations, doneText } from './bulk-actions.ts';
import { changeMany, closeReport, type BulkReport as Report } from './bulk-state.ts';

export default function ConversationsReport({ report: { botId, change, outcome } }: { report: Report }) {
  const done = outcome.done.length;
  return (
    <BulkReport
      outcome={outcome}
      said={done > 0 ? `${doneText(change, done)}.` : 'No se cambió ninguna conversación.'}
      counted={conversations}
      nameOf={({ lead_name }) => lead_name ?? 'Una conversación que ya no ves'}
      left={(count) => (count === 1 ? 'la que falta' : `las ${figure(count)}`)}
      onClose={closeReport}
      onAgain={(ids) => {
        closeReport();
        void changeMany(botId, ids, change);
      }}
    />
  );
}
