/** In the dialog of a new ticket of a conversation: its subject and area as the model would put them, taken by a press. */
import { ticketHelpCalls } from '../../../../contract/calls/ticket-help.ts';
import type { HelpedTicket } from '../../../../contract/entities/inbox-help.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import plain from '../../../ui/plain-button.module.css';
import classes from './help-from-model.module.css';
import { useQuestion } from './use-question.ts';

interface TicketHelpProps {
  conversationId: string;
  onUse: (proposed: Pick<HelpedTicket, 'subject' | 'category'>) => void;
}

export default function TicketHelp({ conversationId, onUse }: TicketHelpProps) {
  const { ask, takeBack, answer, error, isPending } = useQuestion((id: string, signal) =>
    call(ticketHelpCalls.proposeTicket, { params: { id }, signal }),
  );
  const problem = error ? sentence(error) : (answer?.reason ?? null);
  const subject = answer?.subject ?? null;
  return (
    <div className={classes.line}>
      {subject === null ? (
        <button
          type="button"
          className={plain.small}
          disabled={isPending}
          onClick={() => ask(conversationId)}
        >
          {problem === null ? 'Proponer asunto y área' : 'Reintentar'}
        </button>
      ) : null}
      <span role="status" className={classes.words}>
        {isPending ? 'Pensando…' : null}
        {problem}
        {subject === null ? null : `«${subject}» · ${answer?.category ?? 'sin área'}`}
      </span>
      {subject !== null && answer ? (
        <>
          <button
            type="button"
            className={plain.small}
            onClick={() => {
              onUse(answer);
              takeBack();
            }}
          >
            Usar
          </button>
          <button type="button" className={plain.small} onClick={takeBack}>
            Descartar
          </button>
        </>
      ) : null}
    </div>
  );
}
