/**
 * Browsers in which somebody signed in before, told by a cookie of 256 random bits that scripts can't read. It opens
 * nothing: it only spares them the delay that somebody else's guesses at the account cause elsewhere.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { hashToken, randomToken } from './tokens.ts';

const COOKIE = 'known-device';
/** Who comes back after half a year waits like a stranger. Days. */
const KEPT_DAYS = 180;
const DAY = 24 * 60 * 60 * 1000;

/** The token that a browser presents, or null. */
export function presentedDevice({ cookie = '' }: IncomingHttpHeaders): string | null {
  return new RegExp(`(?:^|; ?)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(cookie)?.[1] ?? null;
}

/** Whether the person of this address signed in there before. */
export async function isKnownDevice(
  app: Pick<App, 'db' | 'clock'>,
  email: string,
  device: string | null,
): Promise<boolean> {
  if (device === null) return false;
  const since = new Date(app.clock.now().getTime() - KEPT_DAYS * DAY);
  const [row] = await app.db.query(sql`
    select 1 as one from known_devices d join users u on u.id = d.user_id
    where lower(u.email) = lower(${email.trim()}) and d.device_hash = ${hashToken(device)}
      and d.last_used_at > ${since} limit 1`);
  return row !== undefined;
}

/**
 * Remembers the browser of a sign-in.
 * @param device what it presented; a new one gets its first token
 * @returns the cookie to set
 */
export async function rememberDevice(
  tx: Queryable,
  app: Pick<App, 'clock' | 'config'>,
  userId: number,
  client: string,
  device: string | null,
): Promise<string> {
  const token = device ?? randomToken();
  const now = app.clock.now();
  await tx.query(sql`
    delete from known_devices
    where user_id = ${userId} and last_used_at < ${new Date(now.getTime() - KEPT_DAYS * DAY)}`);
  await tx.query(sql`
    insert into known_devices (user_id, device_hash, client, last_used_at)
    values (${userId}, ${hashToken(token)}, ${client}, ${now})
    on conflict (user_id, device_hash) do update set client = excluded.client, last_used_at = excluded.last_used_at`);
  const secure = app.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${COOKIE}=${token}; Path=/svc/main/auth; Max-Age=${KEPT_DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`;
}

/** Forgets them, but for the browser whose session stays. */
export async function forgetDevices(tx: Queryable, userId: number, keep: string | null): Promise<void> {
  await tx.query(sql`
    delete from known_devices where user_id = ${userId} and client is distinct from ${keep}::text`);
}
