/**
 * The echo of something that left from here: found by its id over all time, by what was sent along with it, or, where the
 * channel carries nothing along (Instagram), by the same words while their answer is still out.
 */
import type { Button } from '../../../contract/entities/message.ts';
import { findByMid, noteStatus } from '../../inbox/commands/by-channel.ts';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import type { PartRow } from '../hook-part.ts';
import { type Applied, wake } from '../intake.ts';
import { noteSendStatus } from '../send-status.ts';
import { partOfMessage } from './part-of-message.ts';
import type { MessagingSaid } from './read-message.ts';
import { reachedBy } from './watermarks.ts';

/** @returns null: it was written elsewhere */
export async function ownEcho(
  tx: Transaction,
  app: App,
  part: PartRow,
  { read, who, metadata }: MessagingSaid,
): Promise<Applied | null> {
  const connectionId = part.connection_id;
  // What waits for its id, before the sends: one order of locks.
  await wake(tx, app, connectionId, read.mid);
  if ((await findByMid(tx, connectionId, read.mid)) !== null) return 'done';
  const [named] =
    metadata === null
      ? []
      : await tx.query<{ id: string }>(sql`
          select id from channel_sends where id = ${metadata} and connection_id = ${connectionId}`);
  const lost = named ?? (await lostLike(tx, part, read, who.userId));
  if (lost === 'under way') return 'missing';
  if (!lost) return null;
  const { status } = await reachedBy(tx, lost.id);
  const moved = await noteSendStatus(tx, app, {
    connectionId,
    wamid: read.mid,
    sendId: lost.id,
    status: status ?? 'sent',
    reason: null,
  });
  if (moved !== null && moved !== 'unknown') await noteStatus(tx, app, moved.messageId, moved.status, null);
  return 'done';
}

interface Out {
  id: string;
  state: 'waiting' | 'claimed' | 'sent' | 'failed' | 'lost' | 'held';
  part: number;
  text: string;
  files: number;
  cards: number;
  buttons: Button[];
}

/** What is out to this customer without an answer. While one is just being sent, the echo may be its own: it waits. */
async function lostLike(
  tx: Transaction,
  part: PartRow,
  read: MessagingSaid['read'],
  userId: string | null,
): Promise<{ id: string } | 'under way' | null> {
  const out = await tx.query<Out>(sql`
    select s.id, s.state, s.part, m.text, jsonb_array_length(m.attachments) as files,
      coalesce(jsonb_array_length(m.cards), 0) as cards, m.buttons
    from channel_contacts k join conversations c on c.visitor_id = k.visitor_id
    join channel_sends s on s.conversation_id = c.id join messages m on m.id = s.message_id
    where k.connection_id = ${part.connection_id} and k.user_id = ${userId} and s.state in ('claimed', 'lost')
    order by s.id`);
  if (out.some(({ state }) => state === 'claimed')) return 'under way';
  // Messenger says of each what was sent along: without that it is not ours.
  if (part.provider !== 'instagram') return null;
  return (
    out.find((one) => {
      const its = partOfMessage('instagram', { ...one, options: one.buttons.length }, one.part);
      const carded = its.kind === 'words' && its.last && one.buttons.some(({ url }) => url !== undefined);
      if (carded) return read.extra.kind === 'template';
      if (its.kind === 'words') return its.piece === read.text;
      if (its.kind === 'carousel') return read.extra.kind === 'template';
      return read.text === '' && read.files.length > 0;
    }) ?? null
  );
}
