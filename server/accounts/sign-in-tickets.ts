/** Between password and code: a ticket says that the password was right, for a few minutes and five tries. */
import { TICKET_TRIES } from '../../contract/entities/second-factor.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { hashToken, randomToken } from './tokens.ts';

/** Looking for a phone takes a while. Milliseconds. */
const LIFETIME = 10 * 60 * 1000;

/** Hands one out. */
export async function issueTicket(db: Queryable, app: Pick<App, 'clock'>, userId: number): Promise<string> {
  const now = app.clock.now();
  const token = randomToken();
  await db.query(sql`delete from sign_in_tickets where expires_at <= ${now}`);
  await db.query(sql`
    insert into sign_in_tickets (ticket_hash, user_id, expires_at)
    values (${hashToken(token)}, ${userId}, ${new Date(now.getTime() + LIFETIME)})`);
  return token;
}

/** Counts a try before the code is looked at: of many at once no more than five are. Null: the ticket is over. */
export async function tryTicket(
  app: Pick<App, 'db' | 'clock'>,
  ticket: string,
): Promise<{ userId: number; left: number } | null> {
  const [row] = await app.db.query<{ user_id: number; tries: number }>(sql`
    update sign_in_tickets set tries = tries + 1
    where ticket_hash = ${hashToken(ticket)} and tries < ${TICKET_TRIES} and expires_at > ${app.clock.now()}
    returning user_id, tries`);
  return row ? { userId: row.user_id, left: TICKET_TRIES - row.tries } : null;
}

/** Uses it up. @returns false when somebody else just did, or a change of a credential voided it */
export async function endTicket(tx: Queryable, ticket: string): Promise<boolean> {
  const [row] = await tx.query(sql`
    delete from sign_in_tickets where ticket_hash = ${hashToken(ticket)} returning user_id`);
  return row !== undefined;
}
