/** One at a time makes contacts of a bot: two first messages of one person, also to two of its numbers, make one client. */
import { sql, type Transaction } from '../platform/database/database.ts';

/** Waits for others of this bot; held until the transaction ends. Nothing that every message needs waits for it. */
export async function lockContacts(tx: Transaction, botId: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('channel.contact'), ${botId})`);
}
