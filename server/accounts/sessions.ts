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
    for (const { client } of ended) app.realtime.signedOut(client, userId);
  });
  return ended.length;
}

/** Ends the sessions whose time is over, also where no browser is left that could ask. @returns how many */
export async function endExpiredSessions(app: Pick<App, 'db' | 'clock' | 'realtime'>): Promise<number> {
  const ended = await app.db.query<{ client: string; user_id: number }>(sql`
    delete from auth_tokens where expires_at <= ${app.clock.now()} returning client, user_id`);
  for (const { client, user_id } of ended) app.realtime.signedOut(client, user_id);
  return ended.length;
}
