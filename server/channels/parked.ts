/** What of webhooks could not be applied: shown to those who look after the bot, tried again or put away when they say so. */
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';

interface ParkedRow {
  id: string;
  kind: string;
  error: string | null;
  attempts: number;
  received_at: string;
  content: unknown;
  raw: string | null;
}

/** Characters of a body that are shown. */
const RAW_MOST = 20_000;

/**
 * The newest hundred. What could not be read at all has its body as it came instead of a content, unless another bot's
 * secret signed it too: it may hold the words of that one's customers.
 */
export async function listParked(db: Queryable, botId: number): Promise<ParkedRow[]> {
  const rows = await db.query<Omit<ParkedRow, 'raw'> & { body: Buffer | null }>(sql`
    select p.id::text as id, p.kind, p.error, p.attempts, p.received_at, p.content,
      case when p.content = '{}' and not exists (
        select 1 from connections o where o.bot_id <> p.bot_id
          and o.id in (select jsonb_array_elements_text(b.verified_by))
      ) then substring(b.body from 1 for ${4 * RAW_MOST}) end as body
    from hook_parts p join hook_bodies b on b.id = p.body_id
    where p.bot_id = ${botId} and p.state = 'parked' order by p.id desc limit 100`);
  return rows.map(({ body, ...row }) => ({
    ...row,
    raw: body === null ? null : Buffer.from(body).toString('utf8').replaceAll('\0', '').slice(0, RAW_MOST),
  }));
}

/** Of all bots, the newest two hundred: for internal accounts, without what customers wrote. */
export async function listAllParked(
  db: Queryable,
): Promise<(Omit<ParkedRow, 'content' | 'raw'> & { bot_id: number; bot_name: string })[]> {
  return db.query(sql`
    select p.id::text as id, p.kind, p.error, p.attempts, p.received_at, b.id as bot_id, b.bot_name
    from hook_parts p join bots b on b.id = p.bot_id where p.state = 'parked' order by p.id desc limit 200`);
}

const over = () => new Refused('conflict', { message: 'Esto ya se procesó.' });

/** A body that could not be read is read again, whole. Throws conflict when it is not parked any more. */
export async function replayParked(app: App, by: BotSession, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [body] = await tx.query<{ body_id: number }>(sql`
      delete from hook_parts where id = ${id}::bigint and state = 'parked' and kind = 'unknown' returning body_id`);
    if (body) {
      await tx.query(sql`update hook_bodies set state = 'new', error = null where id = ${body.body_id}`);
    } else {
      const rows = await tx.query(sql`
        update hook_parts set state = 'waiting', attempts = 0, next_at = ${app.clock.now()}
        where id = ${id}::bigint and state = 'parked' returning id`);
      if (rows.length === 0) throw over();
    }
    await noteDecision(tx, app, by, id, 'reprocesado');
  });
}

/** It stays in the store as long as everything there, and is applied to nothing. Throws conflict. */
export async function discardParked(app: App, by: BotSession, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const rows = await tx.query<{ body_id: number }>(sql`
      update hook_parts set state = 'done', error = 'Descartado'
      where id = ${id}::bigint and state = 'parked' returning body_id`);
    if (rows.length === 0) throw over();
    await tx.query(sql`
      update hook_bodies set state = 'split' where id = ${rows[0]?.body_id ?? 0} and state = 'parked'`);
    await noteDecision(tx, app, by, id, 'descartado');
  });
}

async function noteDecision(
  tx: Transaction,
  app: App,
  by: BotSession,
  id: string,
  decision: string,
): Promise<void> {
  const botId = by.link.bot_id;
  await writeAudit(tx, app, { by: by.user, type: 'hook', id, botId, before: {}, after: { aviso: decision } });
  touch(tx, app, botId, ['connections']);
}
