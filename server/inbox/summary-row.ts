/** Summaries of the language model that are kept with conversations (server/inbox-help/kept-summary.ts). */
import { type Queryable, sql } from '../platform/database/database.ts';

/** Forgets them; what is being asked for meanwhile finds no row to be kept in. */
export async function forgetSummaries(tx: Queryable, conversationIds: readonly string[]): Promise<void> {
  await tx.query(
    sql`delete from conversation_summaries where conversation_id = any(${[...conversationIds]}::text[])`,
  );
}
