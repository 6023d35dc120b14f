/** How far each part of a message got at the provider, and what that makes of the message. */
import { nextStatus } from '../../machines/inbox/message-status.ts';
import { noteStatus } from '../inbox/commands/by-channel.ts';
import type { StoredStatus } from '../inbox/message-row.ts';
import type { App } from '../platform/app.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';

interface SendRow {
  id: string;
  message_id: string;
  status: StoredStatus;
}

export interface SaidStatus {
  connectionId: string;
  wamid: string;
  /** What we sent along with it. */
  sendId: string | null;
  status: StoredStatus;
  reason: string | null;
}

/** Whether it was done cannot be known: only a person repeats it. */
export const LOST_TEXT = 'No sabemos si llegó. Pregunta al cliente antes de enviarlo de nuevo.';

const RANK: Record<StoredStatus, number> = { queued: 0, sent: 1, delivered: 2, read: 3, failed: -1 };

/**
 * Notes it on the part. @returns the message with the status that its parts have together; null where nothing moved;
 * 'unknown' where no part has this id
 */
export async function noteSendStatus(
  tx: Transaction,
  app: App,
  said: SaidStatus,
): Promise<{ messageId: string; status: StoredStatus } | null | 'unknown'> {
  const [send] = await tx.query<SendRow>(sql`
    select id, message_id, status from channel_sends
    where connection_id = ${said.connectionId} and (wamid = ${said.wamid} or id = ${said.sendId}) limit 1`);
  if (!send) return 'unknown';
  return settleSend(tx, app, send.id, said);
}

/** The same for a part that is known. */
export async function settleSend(
  tx: Transaction,
  _app: App,
  sendId: string,
  said: Pick<SaidStatus, 'status' | 'reason'> & { wamid: string | null },
): Promise<{ messageId: string; status: StoredStatus } | null> {
  // All parts of the message, in one order: two statuses at once agree on the whole.
  const parts = await tx.query<SendRow>(sql`
    select id, message_id, status from channel_sends
    where message_id = (select message_id from channel_sends where id = ${sendId}) order by id for update`);
  const own = parts.find(({ id }) => id === sendId);
  if (!own) return null;
  const next = nextStatus(own.status, said.status);
  const error = said.status === 'failed' && said.reason !== null ? json({ reason: said.reason }) : sql`error`;
  await tx.query(sql`
    update channel_sends set status = ${next}, wamid = coalesce(wamid, ${said.wamid}), error = ${error},
      state = ${next === 'failed' ? 'failed' : 'sent'}
    where id = ${sendId} and (state <> 'sent' or status <> ${next} or wamid is null)`);
  own.status = next as StoredStatus;
  const failed = parts.some(({ status }) => status === 'failed');
  const lowest = parts.toSorted((a, b) => RANK[a.status] - RANK[b.status])[0];
  if (!lowest || lowest.status === 'queued') return null;
  return { messageId: own.message_id, status: failed ? 'failed' : lowest.status };
}

/** What a connection that goes has not carried fails: what waits surely did not leave, of what was under way nobody knows. */
export async function failWaiting(
  tx: Transaction,
  app: App,
  connectionId: string,
  reason: string,
): Promise<void> {
  const waiting = await tx.query<{ message_id: string; unsure: boolean }>(sql`
    select message_id, bool_or(state <> 'waiting') as unsure from channel_sends
    where connection_id = ${connectionId} and state in ('waiting', 'claimed', 'lost')
    group by message_id order by message_id`);
  for (const { message_id, unsure } of waiting)
    await noteStatus(tx, app, message_id, 'failed', unsure ? LOST_TEXT : reason);
}
