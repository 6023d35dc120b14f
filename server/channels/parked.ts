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

/** A body that could not be read is read anew, whole. Throws conflict when it is not parked any more. */
export async function replayParked(app: App, id: string): Promise<void> {
  const found = await app.db.transaction(async (tx) => {
    const [body] = await tx.query<{ body_id: number }>(sql`
      delete from hook_parts where id = ${id}::bigint and state = 'parked' and kind = 'unknown' returning body_id`);
    if (body) {
      await tx.query(sql`update hook_bodies set state = 'new', error = null where id = ${body.body_id}`);
      return true;
    }
    const rows = await tx.query(sql`
      update hook_parts set state = 'waiting', attempts = 0, next_at = ${app.clock.now()}
      where id = ${id}::bigint and state = 'parked' returning id`);
    return rows.length > 0;
  });
  if (!found) throw new Refused('conflict', { message: 'Esto ya se procesó.' });
}
