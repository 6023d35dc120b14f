/** The conversation of a ticket as it is now: the hub's own fold, no copy. Reading it here marks nothing as read. */
import { Link } from '@tanstack/react-router';
import type { TicketDetail } from '../../../contract/entities/ticket.ts';
import { CHANNEL_LABELS, STATE_LABELS, withProduct } from '../../../contract/texts.ts';
import { config, inboxPath } from '../../base/client-config.ts';
import { useConversation, useMessages, useOutbox } from '../../hub/hooks.ts';
import { LoadRows } from '../../ui/load-state.tsx';
import { MessageLog } from '../inbox/log/message-log.tsx';
import classes from './ticket-view.module.css';

const NOTHING_WAITS: never[] = [];

export default function TicketTalk({ ticket }: { ticket: TicketDetail }) {
  const id = ticket.talk_id;
  const found = useConversation(ticket.bot_id, id);
  const view = useMessages(ticket.bot_id, id);
  const outbox = useOutbox() ?? NOTHING_WAITS;
  if (id === null || found?.card === null)
    return (
      <p className={classes.state}>No puedes ver esta conversación: la atiende otra persona de tu equipo.</p>
    );
  if (!found?.card || !view) return <LoadRows label="Cargando la conversación…" rows={6} />;
  const { card } = found;
  return (
    <div className={classes.log}>
      <p className={classes.state}>
        {withProduct(STATE_LABELS[card.state], config().product.name)} · {CHANNEL_LABELS[card.channel]} ·{' '}
        <Link to={inboxPath()} search={{ bot: card.bot_id, state: card.state, conversation: card.id }}>
          Abrir en la bandeja
        </Link>
      </p>
      <MessageLog card={card} view={view} outbox={outbox} />
    </div>
  );
}
