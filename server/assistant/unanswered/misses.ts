/** When and where a bot had no answer, for its figures: never the words, never who asked. */
import { type Queryable, sql } from '../../platform/database/database.ts';

/** One more time, in the transaction of the message. */
export async function recordMiss(
  tx: Queryable,
  botId: number,
  conversationId: string,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into bot_misses (bot_id, conversation_id, at) values (${botId}, ${conversationId}, ${now})`);
}
