/**
 * Instagram's token lives 60 days (TK-2). It is renewed as soon as it is 24 h old, for nobody knows how old the one was
 * that a person typed; then from its 45th day on, once a day until that succeeds. Five failures in a row are told to owners
 * while ten days are left.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type ConnectionRow,
  findConnection,
  openCredentials,
  sealCredentials,
} from '../../connections/connection-row.ts';
import { noteUse, noteUseIn, tellOf } from '../../connections/health.ts';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { Graph, GraphFault } from '../graph.ts';
import { baseOf } from './platform.ts';

const KIND = 'instagram.token';
/** Milliseconds. */
const DAY = 24 * 60 * 60_000;
const LIFE = 60 * DAY;
const RENEWED_FROM = 45 * DAY;
const TOLD_AFTER = 5;

const payload = z.object({ bot_id: z.number(), connection_id: z.string() });
const renewed = z.looseObject({ access_token: z.string(), expires_in: z.optional(z.coerce.number()) });

interface TokenRow {
  /** Of which credentials the rest is said. */
  sealed: string;
  got_at: string;
  /** Null: a person typed it, nobody knows how old it was. */
  expires_at: string | null;
  failures: number;
}

const digest = (sealed: string) => createHash('sha256').update(sealed).digest('hex');

/** Orders the next look at a connection's token, a day from now. */
export const scheduleToken = (
  tx: Transaction,
  app: Pick<App, 'jobs' | 'clock'>,
  { id, bot_id }: { id: string; bot_id: number },
): Promise<void> =>
  app.jobs.schedule(tx, {
    kind: KIND,
    key: `${KIND}:${id}`,
    runAt: new Date(app.clock.now().getTime() + DAY),
    payload: { bot_id, connection_id: id },
  });

/** Registers the daily look. */
export function registerToken(app: App): void {
  app.jobs.handleOutside(KIND, async (job) => {
    const { bot_id, connection_id: id } = payload.parse(job.payload);
    const connection = await findConnection(app.db, id);
    if (!connection) return;
    await look(app, connection);
    await app.db.transaction((tx) => scheduleToken(tx, app, { id, bot_id }));
  });
}

async function look(app: App, connection: ConnectionRow): Promise<void> {
  const now = app.clock.now().getTime();
  const known = await tokenOf(app, connection);
  const age = now - Date.parse(known.got_at);
  if (age < (known.expires_at === null ? DAY : RENEWED_FROM)) return;
  try {
    const { token, lives } = await renew(app, connection);
    await keep(app, connection, token, new Date(now + lives));
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error;
    app.log.warn({ connection: connection.id, code: error.code }, 'A token of Instagram was not renewed');
    await noteFailure(app, connection, known, now);
    if (error.kind === 'unauthorized') await noteUse(app, connection.id, error.kind, connection.credentials);
  }
}

/** What is known of the token; one that a person typed since is a new one. */
async function tokenOf(app: App, { id, credentials, updated_at }: ConnectionRow): Promise<TokenRow> {
  const sealed = digest(credentials);
  const [row] = await app.db.query<TokenRow>(sql`
    select sealed, got_at, expires_at, failures from channel_tokens where connection_id = ${id}`);
  if (row?.sealed === sealed) return row;
  await app.db.query(sql`
    insert into channel_tokens (connection_id, sealed, got_at) values (${id}, ${sealed}, ${updated_at})
    on conflict (connection_id) do update
      set sealed = excluded.sealed, got_at = excluded.got_at, expires_at = null, failures = 0`);
  return { sealed, got_at: updated_at, expires_at: null, failures: 0 };
}

/** By its address in Instagram's documents: above the version. */
async function renew(app: App, connection: ConnectionRow): Promise<{ token: string; lives: number }> {
  const { access_token = '' } = openCredentials(app, connection);
  const base = baseOf(app, 'instagram').replace(/\/v\d+\.\d+$/, '');
  const query = { grant_type: 'ig_refresh_token', access_token };
  const answer = renewed.safeParse(
    await new Graph(app, access_token, base).call('/refresh_access_token', { query }),
  );
  if (!answer.success) throw new GraphFault('provider_error', 'No token in the answer');
  const { access_token: token, expires_in } = answer.data;
  return { token, lives: expires_in === undefined ? LIFE : expires_in * 1000 };
}

/** Unless a person gave another one meanwhile: theirs counts. */
async function keep(app: App, connection: ConnectionRow, token: string, until: Date): Promise<void> {
  const next = sealCredentials(app, { ...openCredentials(app, connection), access_token: token });
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    const own = await tx.query(sql`
      update connections set credentials = ${next}, updated_at = ${now}
      where id = ${connection.id} and credentials = ${connection.credentials} returning id`);
    if (own.length === 0) return;
    await tx.query(sql`
      update channel_tokens set sealed = ${digest(next)}, got_at = ${now}, expires_at = ${until}, failures = 0
      where connection_id = ${connection.id}`);
    // Who asked with the old one meanwhile was refused, and may have said so before the new one stood here.
    await noteUseIn(tx, app, connection.id, null);
  });
}

async function noteFailure(app: App, connection: ConnectionRow, known: TokenRow, now: number): Promise<void> {
  const failures = known.failures + 1;
  const end = Date.parse(known.got_at) + LIFE;
  const left = Math.max(0, Math.floor((end - now) / DAY));
  await app.db.transaction(async (tx) => {
    await tx.query(sql`
      update channel_tokens set failures = ${failures}
      where connection_id = ${connection.id} and sealed = ${known.sealed}`);
    if (failures !== TOLD_AFTER) return;
    await tellOf(tx, app, connection, {
      subject: 'El token de Instagram no se pudo renovar',
      body: `La conexión ${connection.name}: Instagram no renovó su token en ${TOLD_AFTER} intentos. Quedan ${left} días; genera otro en Meta for Developers y reconecta la cuenta.`,
      plain: 'El token de una conexión no se pudo renovar.',
    });
  });
}
