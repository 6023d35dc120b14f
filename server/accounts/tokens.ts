/** Access tokens: 256 random bits, stored as their SHA-256, one for each browser (client). */
import { createHash, randomBytes } from 'node:crypto';
import type { Credentials } from '../../contract/entities/user.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

/** A session lasts this long after sign-in; working agents sign in every second week. */
export const SESSION_DAYS = 14;

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
  const expires = new Date(now.getTime() + SESSION_DAYS * 24 * 60 * 60 * 1000);
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

/** Ends a browser's session. */
export async function deleteToken(db: Queryable, client: string): Promise<void> {
  await db.query(sql`delete from auth_tokens where client = ${client}`);
}
