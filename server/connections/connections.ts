/** Connecting, mending, pausing and ending a link to an outside account. */
import { CHANNEL_PROVIDERS, type Connection, type Provider } from '../../contract/entities/connection.ts';
import { connectionAdvice, PROVIDER_LABELS } from '../../contract/entities/connection-faults.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { requireRoom } from '../billing/usage.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { isUniqueViolation, json, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import {
  type ConnectionRow,
  connectionColumns,
  findConnection,
  openCredentials,
  sealCredentials,
  toConnection,
} from './connection-row.ts';
import { isRenewed, noteUse } from './health.ts';
import { audited, LINKED, requireFree, takeFromDeleted } from './one-bot.ts';
import { scheduleProbe } from './probe.ts';
import { type Checked, ConnectionFault, type ProviderPort, type Providers } from './provider.ts';

export interface NewConnection {
  provider: Provider;
  name?: string | undefined;
  credentials: Record<string, string>;
}

function portOf(providers: Providers, provider: Provider): ProviderPort {
  const port = providers[provider];
  if (port) return port;
  throw new Refused('rule', {
    message: `${PROVIDER_LABELS[provider]} todavía no se puede conectar.`,
    details: { field: 'provider' },
  });
}

/** The credentials as the provider names them. Throws rule with the field that is missing. */
function readCredentials(port: ProviderPort, given: Record<string, string>): Record<string, string> {
  const trimmed = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value.trim()]));
  const parsed = port.credentials.safeParse(trimmed);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Refused('rule', {
    message: issue?.message.startsWith('Invalid') === false ? issue.message : 'Completa todos los datos.',
    details: { field: `credentials.${String(issue?.path[0] ?? '')}` },
  });
}

/** Asks the provider. Throws rule with `details.kind`. */
async function check(
  app: App,
  provider: Provider,
  port: ProviderPort,
  credentials: Record<string, string>,
): Promise<Checked> {
  try {
    return await port.check(credentials);
  } catch (error) {
    if (!(error instanceof ConnectionFault)) throw error;
    app.log.info({ provider, kind: error.kind, detail: error.message }, 'A connection was refused');
    throw new Refused('rule', {
      message: connectionAdvice(provider, error.kind),
      details: { kind: error.kind },
    });
  }
}

/** Throws `Refused`: rule (a field, or what the provider says), conflict (a bot has the account). */
export async function createConnection(
  app: App,
  providers: Providers,
  by: BotSession,
  given: NewConnection,
): Promise<Connection> {
  const port = portOf(providers, given.provider);
  const credentials = readCredentials(port, given.credentials);
  const { account: named, parent } = port.account(credentials);
  // First the keys: that an account is connected somewhere is told to nobody who does not hold it (HTTP-11).
  const checked = await check(app, given.provider, port, credentials);
  const account = named ?? accountIn(checked);
  for (const one of [account, checked.alias]) if (one != null) await requireFree(app, given.provider, one);
  return link(app, port, by, { ...given, account, parent, credentials, checked, installed: false });
}

interface Link {
  provider: Provider;
  name?: string | undefined;
  account: string;
  parent: string | null;
  credentials: Record<string, string>;
  checked: Checked;
  installed: boolean;
}

type Also = (tx: Transaction, row: { id: string; bot_id: number }) => Promise<void>;

/** Writes a new one. @param also in the same transaction */
async function link(
  app: App,
  port: ProviderPort,
  by: BotSession,
  { checked, credentials, ...given }: Link,
  also?: Also,
): Promise<Connection> {
  const now = app.clock.now();
  const { account, parent } = given;
  const row: ConnectionRow = {
    id: app.ids(),
    bot_id: by.link.bot_id,
    provider: given.provider,
    name: cleanLine(given.name) ?? checked.name,
    account,
    parent: checked.alias ?? parent,
    credentials: sealCredentials(app, credentials),
    installed: given.installed,
    off_at: null,
    health: 'ok',
    paused: false,
    held: false,
    last_ok: now.toISOString(),
    last_error: null,
    failures: 0,
    told: false,
    silent_since: null,
    capabilities: checked.capabilities,
    facts: checked.facts,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  try {
    await app.db.transaction(async (tx) => {
      if (CHANNEL_PROVIDERS.includes(row.provider)) await requireRoom(tx, app, row.bot_id, 'channels');
      for (const one of [account, checked.alias])
        if (one != null) await takeFromDeleted(tx, app, port, by, row.provider, one);
      await tx.query(sql`
        insert into connections (
          id, bot_id, provider, name, account, parent, credentials, installed, last_ok, capabilities, facts,
          created_at, updated_at
        ) values (
          ${row.id}, ${row.bot_id}, ${row.provider}, ${row.name}, ${account}, ${row.parent}, ${row.credentials},
          ${row.installed}, ${now}, ${json(row.capabilities)}, ${json(row.facts)}, ${now}, ${now}
        )`);
      if (CHANNEL_PROVIDERS.includes(row.provider)) {
        await tx.query(sql`
          insert into channel_lanes (connection_id, tokens, refilled_at) values (${row.id}, 0, ${now})`);
      }
      await audit(tx, app, by, row.id, null, audited(row));
      await scheduleProbe(tx, app, row);
      await port.connected?.(tx, row);
      await also?.(tx, row);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'connections_provider_account_key'))
      throw new Refused('conflict', { message: LINKED });
    throw error;
  }
  return toConnection(row);
}

function accountIn({ account }: Checked): string {
  if (account === undefined) throw new Error('Neither the credentials nor the check name the account');
  return account;
}

export interface Installed {
  provider: Provider;
  account: string;
  credentials: Record<string, string>;
}

/**
 * Connects what a shop's platform gave us. The same account at the same bot is mended in place, with all that hangs on
 * it. Throws `Refused` as creating does. @param also in the transaction that writes it
 */
export async function installConnection(
  app: App,
  providers: Providers,
  by: BotSession,
  given: Installed,
  also: Also,
): Promise<Connection> {
  const port = portOf(providers, given.provider);
  const known = async () => {
    const [row] = await app.db.query<ConnectionRow>(sql`
      select ${connectionColumns} from connections c
        join bots b on b.id = c.bot_id and b.deleted_at is null
      where c.provider = ${given.provider} and c.account = ${given.account}`);
    return row ?? null;
  };
  const before = await known();
  if (before && before.bot_id !== by.link.bot_id) throw new Refused('conflict', { message: LINKED });
  const checked = await check(app, given.provider, port, given.credentials);
  if (!before) return link(app, port, by, { ...given, parent: null, checked, installed: true }, also);
  await app.db.transaction(async (tx) => {
    const [after] = await tx.query<ConnectionRow>(sql`
      update connections c set credentials = ${sealCredentials(app, given.credentials)}, installed = true,
        paused = false, off_at = null, capabilities = c.capabilities || ${json(checked.capabilities)},
        facts = ${json(checked.facts)}, updated_at = ${app.clock.now()}
      where c.id = ${before.id} returning ${connectionColumns}`);
    if (!after) throw new Refused('not_found');
    await audit(tx, app, by, before.id, audited(before), { ...audited(after), credentials: 'reinstalada' });
    await port.connected?.(tx, after);
    await also(tx, after);
  });
  await noteUse(app, before.id, null);
  return toConnection((await known()) ?? before);
}

function audit(
  tx: Transaction,
  app: App,
  by: BotSession,
  id: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Promise<void> {
  touch(tx, app, by.link.bot_id, ['connections']);
  return writeAudit(tx, app, { by: by.user, type: 'connection', id, botId: by.link.bot_id, before, after });
}

export interface ConnectionChange {
  name?: string | undefined;
  credentials?: Record<string, string> | undefined;
  paused?: boolean | undefined;
}

/**
 * Reconnecting checks the new credentials first, and takes only those of the same account: whatever hangs on the
 * connection belongs to it. Throws `Refused` as creating does.
 */
export async function updateConnection(
  app: App,
  providers: Providers,
  by: BotSession,
  id: string,
  given: ConnectionChange,
): Promise<Connection> {
  const before = await findConnection(app.db, id);
  if (!before) throw new Refused('not_found');
  const renewed = given.credentials ? await renew(app, providers, before, given.credentials) : null;
  const row = await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const [locked] = await tx.query<ConnectionRow>(sql`
      select ${connectionColumns} from connections c where c.id = ${id} for update`);
    if (!locked) throw new Refused('not_found');
    const [after] = await tx.query<ConnectionRow>(sql`
      update connections c set
        name = ${cleanLine(given.name) ?? locked.name}, paused = ${given.paused ?? locked.paused},
        credentials = ${renewed?.sealed ?? locked.credentials}, parent = ${renewed?.parent ?? locked.parent},
        installed = ${renewed ? false : locked.installed}, off_at = ${renewed ? null : locked.off_at},
        capabilities = c.capabilities || ${json(renewed?.checked.capabilities ?? {})},
        facts = ${json(renewed?.checked.facts ?? locked.facts)}, updated_at = ${now}
      where c.id = ${id} returning ${connectionColumns}`);
    if (!after) throw new Refused('not_found');
    const secrets = renewed ? { credentials: 'reconectada' } : {};
    await audit(tx, app, by, id, audited(locked), { ...audited(after), ...secrets });
    return after;
  });
  if (!renewed) return toConnection(row);
  await noteUse(app, id, null);
  const healed = await findConnection(app.db, id);
  return toConnection(healed ?? row);
}

async function renew(app: App, providers: Providers, before: ConnectionRow, given: Record<string, string>) {
  const port = portOf(providers, before.provider);
  // What is not typed again stays as it was.
  const known = knownCredentials(app, before);
  const typed = Object.entries(given).filter(([, value]) => value.trim() !== '');
  const credentials = readCredentials(port, { ...known, ...Object.fromEntries(typed) });
  const { account: named, parent } = port.account(credentials);
  const other = () => {
    return new Refused('rule', {
      message: 'Estas credenciales son de otra cuenta. Para usarla, agrega una conexión nueva.',
      details: { field: 'credentials' },
    });
  };
  if (named !== null && named !== before.account) throw other();
  const checked = await check(app, before.provider, port, credentials);
  if (named === null && accountIn(checked) !== before.account) throw other();
  const noted = Object.entries(known).filter(([key]) => port.notes?.includes(key));
  return {
    checked,
    parent: checked.alias ?? parent,
    sealed: sealCredentials(app, { ...Object.fromEntries(noted), ...credentials }),
  };
}

/** Ends the link; conversations stay and can't be answered by it any more. Throws not_found. */
export async function deleteConnection(
  app: App,
  providers: Providers,
  by: BotSession,
  id: string,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [row] = await tx.query<Pick<ConnectionRow, 'id' | 'bot_id' | 'provider'>>(sql`
      select id, bot_id, provider from connections where id = ${id} for update`);
    if (row) await providers[row.provider]?.removing?.(tx, row);
    const [gone] = await tx.query<ConnectionRow>(sql`
      delete from connections c where c.id = ${id} returning ${connectionColumns}`);
    if (!gone) throw new Refused('not_found');
    await audit(tx, app, by, id, audited(gone), null);
  });
}

/** What was typed before; nothing where it can't be opened any more: then all is typed again. */
function knownCredentials(app: App, row: ConnectionRow): Record<string, string> {
  try {
    return openCredentials(app, row);
  } catch (error) {
    if (!(error instanceof ConnectionFault)) throw error;
    return {};
  }
}

/** Asks the provider how the account is and notes what it says. Throws not_found. */
export async function checkConnection(app: App, providers: Providers, id: string): Promise<Connection> {
  const row = await findConnection(app.db, id);
  if (!row) throw new Refused('not_found');
  const port = portOf(providers, row.provider);
  try {
    const { capabilities, facts } = await port.check(openCredentials(app, row), row);
    await app.db.transaction(async (tx) => {
      await tx.query(sql`
        update connections set capabilities = capabilities || ${json(capabilities)}, off_at = null, facts = ${json(facts)} where id = ${id}`);
      touch(tx, app, row.bot_id, ['connections']);
    });
    await noteUse(app, id, null);
  } catch (error) {
    if (!(error instanceof ConnectionFault)) throw error;
    // Renewed while it was asked: what was refused is no longer what we have.
    if (error.kind === 'unauthorized' && (await isRenewed(app, row)))
      return checkConnection(app, providers, id);
    await noteUse(app, id, error.kind, row.credentials);
  }
  const after = await findConnection(app.db, id);
  if (!after) throw new Refused('not_found');
  return toConnection(after);
}
