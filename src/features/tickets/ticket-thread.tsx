/** Answers, notes and steps of a ticket, with what waits to be sent, in the inbox's own log. */
import { useMemo } from 'react';
import type { TicketDetail } from '../../../contract/entities/ticket.ts';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useOutbox, usePresence } from '../../hub/hooks.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Presence } from '../inbox/list/presence.tsx';
import type { LogSource } from '../inbox/log/log-source.ts';
import { MessageLog } from '../inbox/log/message-log.tsx';
import { threadCard, threadMessages } from './thread.ts';
import { useTicketMessages } from './ticket-queries.ts';
import classes from './ticket-view.module.css';

const NOTHING_WAITS: never[] = [];
const READS: LogSource = { loadOlder: () => undefined, reload: () => undefined, resend: null };

export function TicketThread({ ticket }: { ticket: TicketDetail }) {
  const { user } = usePlace();
  const found = useTicketMessages(ticket.id);
  const outbox = useOutbox() ?? NOTHING_WAITS;
  const card = useMemo(() => threadCard(ticket), [ticket]);
  const presence = usePresence(ticket.bot_id)?.[card.id];
  const messages = useMemo(() => threadMessages(ticket, found.data ?? []), [ticket, found.data]);
  const view = useMemo(
    () => ({
      messages,
      more: false,
      loading: false,
      error: null,
      typing: presence?.typing ?? [],
      viewing: presence?.viewing ?? [],
      moves: 0,
      partial: false,
      online: false,
    }),
    [messages, presence],
  );
  if (found.error && !found.data)
    return <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadRows label="Cargando respuestas…" rows={6} />;
  return (
    <div className={classes.log}>
      <MessageLog card={card} view={view} outbox={outbox} source={READS} />
      <Presence view={view} me={user.id} lead={card.lead_name} />
    </div>
  );
}
