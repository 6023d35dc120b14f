/** Vectors in the database, and what a bot asks for in a day. */
import { dayIn } from '../../../contract/days.ts';
import { zoneOf } from '../../calendar/calendar.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import { type Packed, withNorm } from './vectors.ts';

/** Vectors that nobody used for so long are forgotten; use is noted once a day. */
const KEPT_DAYS = 60;
const DAY = 86_400_000;

type Ports = Pick<App, 'db' | 'clock'>;

/** Those that are kept, by hash. */
export async function readVectors(
  { db, clock }: Ports,
  model: string,
  hashes: readonly string[],
): Promise<Map<string, Packed>> {
  const now = clock.now();
  const rows = await db.query<{ hash: string; vector: Buffer; used_at: string }>(sql`
    select hash, vector, used_at from meaning_vectors where model = ${model} and hash = any(${[...hashes]}::text[])`);
  const old = rows.filter(({ used_at }) => now.getTime() - Date.parse(used_at) > DAY);
  if (old.length > 0)
    await db.query(sql`
      update meaning_vectors set used_at = ${now}
      where model = ${model} and hash = any(${old.map(({ hash }) => hash)}::text[])`);
  return new Map(rows.map(({ hash, vector }) => [hash, withNorm(Int8Array.from(vector))]));
}

/** Keeps vectors, and lets go of what is too old. */
export async function keepVectors(
  { db, clock }: Ports,
  model: string,
  vectors: ReadonlyMap<string, Packed>,
): Promise<void> {
  if (vectors.size === 0) return;
  const now = clock.now();
  const all = [...vectors];
  await db.query(sql`
    insert into meaning_vectors (model, hash, vector, used_at)
    select ${model}, hash, decode(vector, 'base64'), ${now}::timestamptz
    from unnest(
      ${all.map(([hash]) => hash)}::text[],
      ${all.map(([, { bytes }]) => Buffer.from(bytes.buffer).toString('base64'))}::text[]) as given (hash, vector)
    on conflict (model, hash) do update set vector = excluded.vector, used_at = excluded.used_at`);
  await db.query(
    sql`delete from meaning_vectors where used_at < ${new Date(now.getTime() - KEPT_DAYS * DAY)}`,
  );
}

/** The bot's day, by its calendar. */
async function today({ db, clock }: Ports, botId: number): Promise<string> {
  const now = clock.now();
  return dayIn(now.getTime(), await zoneOf(db, botId, now));
}

/** Takes texts out of the bot's day before they are asked for; false: it has not so many left. */
export async function spendTexts(app: Ports, botId: number, most: number, texts: number): Promise<boolean> {
  if (texts > most) return false;
  const rows = await app.db.query(sql`
    insert into meaning_usage as u (bot_id, day, texts) values (${botId}, ${await today(app, botId)}, ${texts})
    on conflict (bot_id, day) do update set texts = u.texts + ${texts} where u.texts + ${texts} <= ${most}
    returning u.texts`);
  return rows.length > 0;
}

/** Notes that it was asked in vain. */
export async function noteFailure(app: Ports, botId: number): Promise<void> {
  await app.db.query(sql`
    insert into meaning_usage as u (bot_id, day, failures) values (${botId}, ${await today(app, botId)}, 1)
    on conflict (bot_id, day) do update set failures = u.failures + 1`);
}
