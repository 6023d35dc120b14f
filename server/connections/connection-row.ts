/** A connection as the database holds it, what the wire shows of it, and its secrets for those who use it. */
import {
  CHANNEL_PROVIDERS,
  type Connection,
  type ConnectionState,
  type FaultKind,
  type Provider,
} from '../../contract/entities/connection.ts';
import { connectionAdvice } from '../../contract/entities/connection-faults.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, raw, sql } from '../platform/database/database.ts';
import { seal, unseal } from '../platform/seal.ts';
import { ConnectionFault } from './provider.ts';

export interface ConnectionRow {
  id: string;
  bot_id: number;
  provider: Provider;
  name: string;
  account: string;
  parent: string | null;
  credentials: string;
  health: Exclude<ConnectionState, 'paused'>;
  paused: boolean;
  held: boolean;
  last_ok: string | null;
  last_error: { kind: FaultKind; message: string; at: string } | null;
  failures: number;
  told: boolean;
  /** Nothing comes in since, though what is sent arrives; null: all is well. */
  silent_since: string | null;
  capabilities: Record<string, boolean>;
  facts: Record<string, string | null>;
  /** By an install with a click. */
  installed: boolean;
  /** Since when the app is gone at the shop. */
  off_at: string | null;
  created_at: string;
  updated_at: string;
}

export const connectionColumns = raw(`
  c.id, c.bot_id, c.provider, c.name, c.account, c.parent, c.credentials, c.health, c.paused, c.last_ok, c.last_error,
  c.failures, c.told, c.silent_since, c.capabilities, c.facts, c.installed, c.off_at, c.created_at, c.updated_at,
  (c.provider = any ('{${CHANNEL_PROVIDERS.join(',')}}'::text[]) and not exists (
    select 1 from channel_lanes l where l.connection_id = c.id)) as held`);

const PURPOSE = 'connection';

/** Credentials as they are stored. */
export const sealCredentials = (app: Pick<App, 'config'>, credentials: Record<string, string>): string =>
  seal(app, PURPOSE, JSON.stringify(credentials));

/** The credentials again; they stay in memory and go to the provider alone. Throws when APP_SECRET is another one. */
export function openCredentials(
  app: Pick<App, 'config'>,
  row: Pick<ConnectionRow, 'credentials'>,
): Record<string, string> {
  let text: string;
  try {
    text = unseal(app, PURPOSE, row.credentials);
  } catch (error) {
    // Sealed by an installation with another secret: only whoever connects it again can mend that.
    throw new ConnectionFault('unauthorized', `The credentials can't be opened: ${String(error)}`);
  }
  return JSON.parse(text) as Record<string, string>;
}

/** A connection as the calls answer it: without its credentials. */
export function toConnection(row: ConnectionRow): Connection {
  const { id, bot_id, provider, name, last_ok, last_error, capabilities, facts, paused, held, created_at } =
    row;
  const silent = row.silent_since !== null && row.health === 'ok';
  const state = paused ? 'paused' : silent ? 'degraded' : row.health;
  const silence = silent && row.silent_since !== null ? silenceFault(row.provider, row.silent_since) : null;
  return {
    id,
    bot_id,
    provider,
    name,
    state,
    last_ok,
    last_error: last_error ?? silence,
    capabilities,
    facts,
    paused,
    held,
    ...(row.installed ? { installed: true } : {}),
    created_at,
  };
}

const silenceFault = (provider: Provider, at: string): Connection['last_error'] => ({
  kind: 'silent',
  message: connectionAdvice(provider, 'silent'),
  at,
});

/** One connection, or null. */
export async function findConnection(db: Queryable, id: string): Promise<ConnectionRow | null> {
  const [row] = await db.query<ConnectionRow>(
    sql`select ${connectionColumns} from connections c where c.id = ${id}`,
  );
  return row ?? null;
}

/** A bot's, in the order in which they were made. */
export async function connectionsOf(db: Queryable, botId: number): Promise<ConnectionRow[]> {
  return db.query<ConnectionRow>(sql`
    select ${connectionColumns} from connections c where c.bot_id = ${botId} order by c.created_at, c.id`);
}
