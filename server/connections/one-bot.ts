/** An account of a provider belongs to one bot, as long as that bot is there. */
import type { Provider } from '../../contract/entities/connection.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { type Sql, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { type ConnectionRow, connectionColumns } from './connection-row.ts';
import type { ProviderPort } from './provider.ts';

export const LINKED =
  'Esta cuenta ya está conectada a un chatbot, y solo uno puede tenerla. Desconéctala ahí para conectarla en este.';

/** What the record of changes tells of one. */
export const audited = ({ name, provider, account, paused }: ConnectionRow) => ({
  name,
  provider,
  account,
  paused,
});

/** Whatever has an account of a provider, as `c`. */
const holds = (provider: Provider, account: string): Sql => sql`
  c.provider = ${provider} and (c.account = ${account} or (c.provider = 'instagram' and c.parent = ${account}))`;

/** Throws conflict: a bot that people have has it. */
export async function requireFree(app: App, provider: Provider, account: string): Promise<void> {
  const [taken] = await app.db.query(sql`
    select c.id from connections c join bots b on b.id = c.bot_id and b.deleted_at is null
    where ${holds(provider, account)}`);
  if (taken) throw new Refused('conflict', { message: LINKED });
}

/**
 * A deleted bot holds no account: what stays of it for a month gives way to who connects the account meanwhile, and has
 * shown that they hold its keys. Should the bot come back, it has lost that connection alone.
 */
export async function takeFromDeleted(
  tx: Transaction,
  app: App,
  port: ProviderPort,
  by: BotSession,
  provider: Provider,
  account: string,
): Promise<void> {
  const rows = await tx.query<ConnectionRow>(sql`
    select ${connectionColumns} from connections c join bots b on b.id = c.bot_id and b.deleted_at is not null
    where ${holds(provider, account)} for update of c`);
  for (const row of rows) {
    await port.removing?.(tx, row);
    await tx.query(sql`delete from connections where id = ${row.id}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'connection',
      id: row.id,
      botId: row.bot_id,
      before: audited(row),
      after: null,
    });
  }
}
