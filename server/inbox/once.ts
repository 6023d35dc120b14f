/** Exactly-once sends: a message is found again by its author's `temporal_id` (docs/protocol.md session_logs). */
import type { Message } from '../../contract/entities/message.ts';
import { isUniqueViolation, type Queryable, sql } from '../platform/database/database.ts';
import { type MessageRow, messageColumns, toMessage } from './message-row.ts';

/** An agent as the author under whose keys messages are known. */
export const authorOfUser = (userId: number) => `u:${userId}`;
/** A customer as the author under whose keys messages are known. */
export const authorOfVisitor = (visitorId: string) => `v:${visitorId}`;

/** The message that this author already sent under this key, whatever became of its conversation since. */
export async function findSent(tx: Queryable, author: string, temporalId: string): Promise<Message | null> {
  return (await findAllSent(tx, [{ author, temporalId }])).get(author) ?? null;
}

/** The same of several authors, one key each. @returns by author */
export async function findAllSent(
  tx: Queryable,
  keys: readonly { author: string; temporalId: string }[],
): Promise<Map<string, Message>> {
  const [first] = keys;
  // One is looked up by the plan that is kept for it; of a list's length a plan is made anew each time.
  const rows = await tx.query<MessageRow & { author: string | null }>(
    keys.length === 1 && first
      ? sql`
        select m.author, ${messageColumns} from messages m
        where m.author = ${first.author} and m.temporal_id = ${first.temporalId}`
      : sql`
        select m.author, ${messageColumns}
        from unnest(${keys.map(({ author }) => author)}::text[], ${keys.map(({ temporalId }) => temporalId)}::text[])
          as k(author, temporal_id)
        cross join lateral (
          select * from messages where author = k.author and temporal_id = k.temporal_id limit 1
        ) m`,
    'often',
  );
  return new Map(rows.map(({ author, ...row }) => [author ?? '', toMessage(row)]));
}

/**
 * Runs a send again when another with the same key won in the same instant: the second run finds its message. The
 * row lock decides that within a conversation; this is for the same key sent to two conversations at once. @param index the unique index that tells of it
 */
export async function onceMore<R>(send: () => Promise<R>, index = 'messages_once'): Promise<R> {
  try {
    return await send();
  } catch (error) {
    if (isUniqueViolation(error, index)) return send();
    throw error;
  }
}
