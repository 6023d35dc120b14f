/** Ending sessions: the token is deleted with the change that ends it, the sockets follow at once. */
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { isOpen } from './tokens.ts';

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

/** Signs a person out of one browser. @returns whether it was signed in */
export async function endSession(
  tx: Transaction,
  app: Pick<App, 'realtime'>,
  userId: number,
  client: string,
): Promise<boolean> {
  const [ended] = await tx.query(sql`
    delete from auth_tokens where user_id = ${userId} and client = ${client} returning client`);
  if (ended) tx.afterCommit(() => app.realtime.signedOut(client, userId));
  return ended !== undefined;
}

/** Those of these browsers whose session holds. */
export async function openClients(
  app: Pick<App, 'db' | 'clock'>,
  clients: readonly string[],
): Promise<ReadonlySet<string>> {
  if (clients.length === 0) return new Set();
  const rows = await app.db.query<{ client: string }>(sql`
    select t.client from auth_tokens t where t.client = any(${[...clients]}::text[]) and ${isOpen(app.clock.now())}`);
  return new Set(rows.map(({ client }) => client));
}

/** Ends the sessions whose time is over or that nobody used for too long, also where no browser is left that could ask. @returns how many */
export async function endExpiredSessions(app: Pick<App, 'db' | 'clock' | 'realtime'>): Promise<number> {
  const ended = await app.db.query<{ client: string; user_id: number }>(sql`
    delete from auth_tokens t where not ${isOpen(app.clock.now())} returning client, user_id`);
  for (const { client, user_id } of ended) app.realtime.signedOut(client, user_id);
  return ended.length;
}
