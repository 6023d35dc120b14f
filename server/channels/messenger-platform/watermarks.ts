/**
 * Messenger says of what was delivered and read a time: everything sent before it. It is kept with the customer, so that
 * what is only now known to have left is judged by it too, whichever of the two comes first.
 */
import { noteStatus } from '../../inbox/commands/by-channel.ts';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { noteSendStatus } from '../send-status.ts';

type Reached = 'delivered' | 'read';

/** Notes the time and moves what left before it. Contact before sends, as everywhere. */
export async function noteWatermark(
  tx: Transaction,
  app: App,
  connectionId: string,
  userId: string,
  { status, until }: { status: Reached; until: Date },
): Promise<void> {
  const read = status === 'read' ? until : null;
  const [contact] = await tx.query<{ visitor_id: string }>(sql`
    update channel_contacts set delivered_until = greatest(delivered_until, ${until}::timestamptz),
      read_until = greatest(read_until, ${read}::timestamptz)
    where connection_id = ${connectionId} and user_id = ${userId} returning visitor_id`);
  if (!contact) return;
  const sends = await tx.query<{ id: string; wamid: string | null }>(sql`
    select s.id, s.wamid from conversations c join channel_sends s on s.conversation_id = c.id
    where c.visitor_id = ${contact.visitor_id} and s.connection_id = ${connectionId} and s.wamid is not null
      and s.status = any(${BELOW[status]}::text[]) and s.claimed_at <= ${until} order by s.id`);
  for (const { id, wamid } of sends)
    if (wamid !== null) await raise(tx, app, connectionId, id, wamid, status);
}

const BELOW: Record<Reached, string[]> = { delivered: ['sent'], read: ['sent', 'delivered'] };

async function raise(
  tx: Transaction,
  app: App,
  connectionId: string,
  sendId: string,
  wamid: string,
  status: Reached,
): Promise<void> {
  const moved = await noteSendStatus(tx, app, { connectionId, wamid, sendId, status, reason: null });
  if (moved !== null && moved !== 'unknown') await noteStatus(tx, app, moved.messageId, moved.status, null);
}

/** Something has left that may have been read before we were told so: call it once that it left is committed. */
export async function raiseSent(app: App, connectionId: string, sendId: string): Promise<void> {
  await app.db.transaction(
    async (tx) => {
      const { wamid, status } = await reachedBy(tx, sendId);
      if (wamid !== null && status !== null) await raise(tx, app, connectionId, sendId, wamid, status);
    },
    { retries: 3 },
  );
}

/** How far a send got by its customer's times. Whoever is writing one just now is waited for. */
export async function reachedBy(
  tx: Transaction,
  sendId: string,
): Promise<{ wamid: string | null; status: Reached | null }> {
  const [row] = await tx.query<{ wamid: string | null; status: Reached | null }>(sql`
    select s.wamid, case when s.claimed_at <= k.read_until then 'read'
      when s.claimed_at <= k.delivered_until then 'delivered' end as status
    from channel_sends s join conversations c on c.id = s.conversation_id
    join channel_contacts k on k.visitor_id = c.visitor_id and k.connection_id = s.connection_id
    where s.id = ${sendId} for share of k`);
  return row ?? { wamid: null, status: null };
}
