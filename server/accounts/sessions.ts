/** Ending sessions: the token is deleted with the change that ends it, the sockets follow at once. */
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';

/**
 * Signs a person out of every browser.
 * @param except the browser (client) that stays
 * @returns how many sessions ended
 */
export async function endSessions(
  tx: Transaction,
  app: Pick<App, 'realtime'>,
  userId: number,
  except: string | null = null,
): Promise<number> {
  const ended = await tx.query<{ client: string }>(sql`
    delete from auth_tokens where user_id = ${userId} and client is distinct from ${except}::text returning client`);
  tx.afterCommit(() => {
    for (const { client } of ended) app.realtime.signedOut(client);
  });
  return ended.length;
}
