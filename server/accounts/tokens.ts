/** Access tokens: 256 random bits, stored as their SHA-256, one for each browser (client). */
import { createHash, randomBytes } from 'node:crypto';
import type { Credentials } from '../../contract/entities/user.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';

const DAY = 24 * 60 * 60 * 1000;
/** A session lasts this long after sign-in; working agents sign in every second week. */
const SESSION_DAYS = 14;
/** …and no longer than this without use: over a weekend. */
const IDLE_DAYS = 3;
/** Writing down every use would cost a transaction each. Milliseconds. */
const TOUCH_AFTER = 10 * 60 * 1000;

/** Whether the session `t` of auth_tokens is open: neither over nor unused for too long. */
export const isOpen = (now: Date): Sql =>
  sql`(t.expires_at > ${now} and t.last_used_at > ${new Date(now.getTime() - IDLE_DAYS * DAY)})`;

/** When a session ends if it is not used any more. */
export function endOf(session: { expires_at: string; last_used_at: string }): string {
  const idle = Date.parse(session.last_used_at) + IDLE_DAYS * DAY;
  return new Date(Math.min(Date.parse(session.expires_at), idle)).toISOString();
}

/** Notes that these browsers are in use, those of which it was noted a while ago. */
export async function touchSessions(
  app: Pick<App, 'db' | 'clock'>,
  clients: readonly string[],
): Promise<void> {
  if (clients.length === 0) return;
  const now = app.clock.now();
  await app.db.query(sql`
    update auth_tokens set last_used_at = ${now}
    where client = any(${[...clients]}::text[]) and last_used_at < ${new Date(now.getTime() - TOUCH_AFTER)}`);
}

/** Whether the use of a session is worth noting. */
export const isStale = (lastUsedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(lastUsedAt) > TOUCH_AFTER;

/** 256 random bits in base64url, 43 characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. 256 random bits need neither salt nor slow hashing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * Makes a new browser's token for a user.
 * @returns the five credential headers
 */
export async function issueCredentials(
  db: Queryable,
  user: { id: number; email: string },
  now: Date,
  userAgent: string | null = null,
): Promise<Credentials> {
  const token = randomToken();
  // Always a fresh client: one taken from the request could be somebody else's.
  const client = randomBytes(16).toString('base64url');
  const expires = new Date(now.getTime() + SESSION_DAYS * DAY);
  await db.query(sql`
    insert into auth_tokens (client, user_id, token_hash, created_at, last_used_at, expires_at, user_agent)
    values (${client}, ${user.id}, ${hashToken(token)}, ${now}, ${now}, ${expires}, ${userAgent?.slice(0, 300) ?? null})`);
  return {
    'access-token': token,
    'token-type': 'Bearer',
    client,
    expiry: String(Math.floor(expires.getTime() / 1000)),
    uid: user.email,
  };
}
