/**
 * Tokens that the platform of a shop gave us and renews (reference OA-1 to OA-5). They stand among the connection's
 * sealed credentials; the sealed text as a whole is what a renewal compares before it writes, so that of two that renew
 * at once the later one never overwrites, and a refused one looks first whether the other has won.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { INSTALL_PROVIDERS, type InstallProvider } from '../../contract/entities/shop-install.ts';
import { findConnection, openCredentials, sealCredentials } from '../connections/connection-row.ts';
import { ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { JUMPSELLER_INSTALLED } from './jumpseller-installed.ts';
import { askTokens, GrantOver, type Tokens } from './token-request.ts';

type Credentials = Record<string, string>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Milliseconds that one renewal may take; a process that died frees it then. */
const LEASE = 30_000;
/** Milliseconds that somebody who needs the token waits for another's renewal. */
const PATIENCE = 10_000;
/** A token that ends sooner is renewed before it is used. */
const TOO_OLD = MINUTE;
/** So often the platform has to say that the grant is over, before it is believed. */
const CONFIRMED = 2;
/** After so many nobody asks again until it is installed anew. */
const GIVEN_UP = 5;
export const RENEW = 'shops.renew';

/** Where each keeps its token. */
const TOKEN: Record<InstallProvider, string> = { shopify: 'access_token', jumpseller: 'authtoken' };

const providerOf = (provider: string): InstallProvider | null =>
  INSTALL_PROVIDERS.find((one) => one === provider) ?? null;

/** The credentials of an installed shop. @param kept what stands beside the tokens */
export function grantCredentials(
  provider: InstallProvider,
  kept: Credentials,
  tokens: Tokens,
  now: Date,
): Credentials {
  const login: Credentials = provider === 'jumpseller' ? { login: JUMPSELLER_INSTALLED } : {};
  const ends =
    tokens.expiresIn === null ? '' : new Date(now.getTime() + tokens.expiresIn * 1000).toISOString();
  return {
    ...kept,
    ...login,
    [TOKEN[provider]]: tokens.accessToken,
    grant: 'oauth',
    // A platform that names no new one goes on with the last.
    refresh_token: tokens.refreshToken ?? kept['refresh_token'] ?? '',
    issued_at: now.toISOString(),
    expires_at: ends,
  };
}

const isGrant = (credentials: Credentials) => credentials['grant'] === 'oauth';
const ending = ({ expires_at }: Credentials, now: Date) =>
  expires_at !== undefined && expires_at !== '' && Date.parse(expires_at) - now.getTime() < TOO_OLD;

/**
 * Uses a shop with credentials that hold: a grant that ends is renewed first, one that is refused once more. Typed ones
 * are used as they are. Throws what `use` throws, or ConnectionFault of the renewal.
 */
export async function withGrant<T>(
  app: App,
  connectionId: string | null,
  given: Credentials,
  use: (credentials: Credentials) => Promise<T>,
): Promise<T> {
  if (connectionId === null || !isGrant(given) || !given['refresh_token']) return use(given);
  const now = ending(given, app.clock.now()) ? await renewGrant(app, connectionId, given) : given;
  try {
    return await use(now);
  } catch (error) {
    if (!(error instanceof ConnectionFault) || error.kind !== 'unauthorized') throw error;
    return use(await renewGrant(app, connectionId, now));
  }
}

/**
 * Newer credentials than `used`. Throws ConnectionFault: `unauthorized` only when the platform said twice that the grant
 * is over; whatever may pass is `unreachable`, `rate_limited` or `provider_error`.
 */
export async function renewGrant(app: App, connectionId: string, used: Credentials): Promise<Credentials> {
  const patience = Date.now() + PATIENCE;
  for (;;) {
    const row = await findConnection(app.db, connectionId);
    const provider = providerOf(row?.provider ?? '');
    if (!row || !provider) throw new ConnectionFault('unauthorized', 'The connection is gone');
    const known = openCredentials(app, row);
    const token = TOKEN[provider];
    if (known[token] !== used[token]) return known;
    if (!known['refresh_token']) throw new ConnectionFault('unauthorized', 'Nothing renews this token');
    if (await lease(app, connectionId)) {
      // Somebody may have renewed between our look and the lease: a refresh token that was used is never shown again, for
      // platforms take that for a theft and end the grant.
      const now = await findConnection(app.db, connectionId);
      if (now?.credentials === row.credentials) return renewAlone(app, provider, row, known);
      await app.db.query(
        sql`update shop_grants set leased_until = null where connection_id = ${connectionId}`,
      );
      continue;
    }
    if (Date.now() > patience) throw new ConnectionFault('unreachable', 'Another renewal does not end');
    await wait(50);
  }
}

/** One at a time, over processes. @returns false: somebody else does it */
async function lease(app: App, id: string): Promise<boolean> {
  const now = app.clock.now();
  const until = new Date(now.getTime() + LEASE);
  const rows = await app.db.query(sql`
    insert into shop_grants (connection_id, leased_until) values (${id}, ${until})
    on conflict (connection_id) do update set leased_until = ${until}
      where shop_grants.leased_until is null or shop_grants.leased_until <= ${now}
    returning connection_id`);
  return rows.length === 1;
}

async function renewAlone(
  app: App,
  provider: InstallProvider,
  row: { id: string; account: string; credentials: string; bot_id: number },
  known: Credentials,
): Promise<Credentials> {
  const token = TOKEN[provider];
  try {
    const refreshToken = known['refresh_token'] ?? '';
    const tokens = await askTokens(app, provider, row.account, { grant: 'refresh', refreshToken });
    const fresh = grantCredentials(provider, known, tokens, app.clock.now());
    const written = await app.db.transaction(async (tx) => {
      const done = await tx.query(sql`
        update connections set credentials = ${sealCredentials(app, fresh)}
        where id = ${row.id} and credentials = ${row.credentials} returning id`);
      await tx.query(sql`
        update shop_grants set leased_until = null, failures = 0, refused = 0 where connection_id = ${row.id}`);
      if (done.length > 0) await scheduleRenewal(tx, app, row, renewAt(fresh, app.clock.now()));
      return done.length > 0;
    });
    if (written) return fresh;
    // It was connected anew meanwhile: what stands there counts.
    return await currentOf(app, row.id);
  } catch (error) {
    if (!(error instanceof GrantOver)) {
      await app.db.query(sql`
        update shop_grants set leased_until = null, failures = failures + 1 where connection_id = ${row.id}`);
      throw error;
    }
    const now = await currentOf(app, row.id);
    const [grant] = await app.db.query<{ refused: number }>(sql`
      update shop_grants set leased_until = null, failures = failures + 1, refused = refused + 1
      where connection_id = ${row.id} returning refused`);
    // Somebody else's renewal is why this one was refused.
    if (now[token] !== known[token]) return now;
    const confirmed = (grant?.refused ?? 0) >= CONFIRMED;
    throw new ConnectionFault(confirmed ? 'unauthorized' : 'provider_error', 'The grant is said to be over');
  }
}

async function currentOf(app: App, id: string): Promise<Credentials> {
  const row = await findConnection(app.db, id);
  if (!row) throw new ConnectionFault('unauthorized', 'The connection is gone');
  return openCredentials(app, row);
}

/** Writes something beside the tokens, over a renewal that may come between. */
export async function amendCredentials(app: App, id: string, more: Credentials): Promise<void> {
  for (;;) {
    const row = await findConnection(app.db, id);
    if (!row) return;
    const next = { ...openCredentials(app, row), ...more };
    const done = await app.db.query(sql`
      update connections set credentials = ${sealCredentials(app, next)}
      where id = ${id} and credentials = ${row.credentials} returning id`);
    if (done.length > 0) return;
  }
}

/** At three quarters of its life, not all at one moment; of one whose end nobody knows, daily. */
function renewAt(credentials: Credentials, now: Date): Date {
  const { issued_at = '', expires_at = '' } = credentials;
  const issued = issued_at === '' ? now.getTime() : Date.parse(issued_at);
  const life = expires_at === '' ? DAY : Date.parse(expires_at) - issued;
  return new Date(issued + life * (0.72 + Math.random() * 0.06));
}

/** Orders the next renewal, in place of the one that waits. */
async function scheduleRenewal(
  tx: Transaction,
  app: App,
  { id, bot_id }: { id: string; bot_id: number },
  runAt: Date,
): Promise<void> {
  await app.jobs.schedule(tx, { kind: RENEW, key: `${RENEW}:${id}`, runAt, payload: { id, bot_id } });
}

/** The first one, in the transaction that connects. */
export async function keepRenewing(
  tx: Transaction,
  app: App,
  connection: { id: string; bot_id: number },
  credentials: Credentials,
): Promise<void> {
  await tx.query(sql`delete from shop_grants where connection_id = ${connection.id}`);
  if (credentials['refresh_token'])
    await scheduleRenewal(tx, app, connection, renewAt(credentials, app.clock.now()));
}

/**
 * Renews ahead of time. @returns the fault that the connection is to know of; null: it went well, may pass, or there is
 * nothing to renew
 */
export async function renewAhead(app: App, id: string): Promise<'unauthorized' | null> {
  const row = await findConnection(app.db, id);
  if (!row) return null;
  const credentials = openCredentials(app, row);
  if (!isGrant(credentials) || !credentials['refresh_token']) return null;
  const now = app.clock.now();
  const due = renewAt(credentials, now);
  if (due.getTime() - now.getTime() > 10 * MINUTE) {
    await app.db.transaction((tx) => scheduleRenewal(tx, app, row, due));
    return null;
  }
  try {
    await renewGrant(app, id, credentials);
    return null;
  } catch (error) {
    if (!(error instanceof ConnectionFault)) throw error;
    const [grant] = await app.db.query<{ failures: number; refused: number }>(sql`
      select failures, refused from shop_grants where connection_id = ${id}`);
    if ((grant?.refused ?? 0) < GIVEN_UP) {
      const pause = Math.min(60 * MINUTE, 2 * MINUTE * 2 ** Math.max(0, (grant?.failures ?? 1) - 1));
      await app.db.transaction((tx) => scheduleRenewal(tx, app, row, new Date(now.getTime() + pause)));
    }
    return error.kind === 'unauthorized' ? 'unauthorized' : null;
  }
}
