/** What of webhooks could not be applied: shown to those who look after the bot, and tried again when they say so. */
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';

interface ParkedRow {
  id: string;
  kind: string;
  error: string | null;
  attempts: number;
  received_at: string;
  content: unknown;
}

/** The newest hundred. */
export async function listParked(db: Queryable, botId: number): Promise<ParkedRow[]> {
  return db.query<ParkedRow>(sql`
    select id::text as id, kind, error, attempts, received_at, content from hook_parts
    where bot_id = ${botId} and state = 'parked' order by id desc limit 100`);
}

/** Throws conflict when it is not parked any more. */
export async function replayParked(app: App, id: string): Promise<void> {
  const rows = await app.db.query(sql`
    update hook_parts set state = 'waiting', attempts = 0, next_at = ${app.clock.now()}
    where id = ${id}::bigint and state = 'parked' returning id`);
  if (rows.length === 0) throw new Refused('conflict', { message: 'Esto ya se procesó.' });
}
