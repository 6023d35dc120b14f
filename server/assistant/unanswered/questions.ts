/** The questions that a bot could not answer, in the database. Nothing of who asked is kept. */

import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { UnansweredQuestion } from '../../../contract/entities/unanswered.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { questionOf } from './question.ts';

const PAGE = 20;

/**
 * One more time that it was asked in vain, in the transaction of the message.
 * @param version the published one that could not answer
 * @param chosen the intent that the customer then chose among what the bot offered; null: they chose nothing
 */
export async function recordUnanswered(
  tx: Queryable,
  botId: number,
  version: number,
  said: string,
  now: Date,
  chosen: string | null = null,
): Promise<void> {
  const question = questionOf(said);
  if (!question) return;
  const [row] = await tx.query<{ count: number }>(sql`
    insert into bot_unanswered as q (bot_id, key, text, count, first_at, last_at, chosen)
    values (${botId}, ${question.key}, ${question.text}, 1, ${now}, ${now}, ${chosen}::text)
    on conflict (bot_id, key) do update set count = q.count + 1, text = excluded.text, last_at = excluded.last_at,
      chosen = coalesce(excluded.chosen, q.chosen),
      standing = case when q.standing = 'taught' and q.taught_at_version < ${version} then 'open' else q.standing end
    returning count`);
  if (row?.count === 1) await forgetOld(tx, botId, now);
}

/** What is too old, and the longest unasked beyond the limit. Rows that somebody else holds wait for the next time. */
export async function forgetOld(db: Queryable, botId: number, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - BOT_LIMITS.botUnansweredDays * 86_400_000);
  await db.query(sql`
    delete from bot_unanswered where bot_id = ${botId} and key in (
      select key from bot_unanswered where bot_id = ${botId} and (last_at < ${oldest} or key in (
        select key from bot_unanswered where bot_id = ${botId}
        order by last_at desc, key offset ${BOT_LIMITS.botUnanswered}))
      for update skip locked)`);
}

/** `chosen`: the intent that its customer chose for it; null: none. */
type Row = Omit<UnansweredQuestion, 'suggestions'> & { chosen: string | null };

/** A page of the questions of this standing, with how many there are. */
export async function listUnanswered(
  db: Queryable,
  botId: number,
  {
    page = 1,
    standing = 'open',
    order = 'count',
  }: {
    page?: number | undefined;
    standing?: UnansweredQuestion['standing'] | undefined;
    order?: 'count' | 'recent' | undefined;
  },
): Promise<{ rows: Row[]; page: number; pages: number; total: number }> {
  const [found] = await db.query<{ total: number }>(sql`
    select count(*)::int as total from bot_unanswered where bot_id = ${botId} and standing = ${standing}`);
  const sorted = order === 'count' ? sql`count desc, last_at desc, key` : sql`last_at desc, key`;
  const rows = await db.query<Row>(sql`
    select bot_id, key, text, count, first_at, last_at, standing, chosen from bot_unanswered
    where bot_id = ${botId} and standing = ${standing}
    order by ${sorted} limit ${PAGE} offset ${(page - 1) * PAGE}`);
  const total = found?.total ?? 0;
  return { rows, page, pages: Math.ceil(total / PAGE), total };
}

/** The open ones, most asked first; no more than these are gathered into subjects. */
export async function openQuestions(
  db: Queryable,
  botId: number,
  most: number,
): Promise<{ key: string; text: string; count: number; last_at: string; chosen: string | null }[]> {
  return db.query(sql`
    select key, text, count, last_at, chosen from bot_unanswered
    where bot_id = ${botId} and standing = 'open' order by count desc, last_at desc, key limit ${most}`);
}

/** Of these keys those that somebody decided already. */
export async function decidedKeys(
  db: Queryable,
  botId: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ key: string }>(sql`
    select key from bot_unanswered
    where bot_id = ${botId} and standing <> 'open' and key = any(${[...keys]}::text[])`);
  return new Set(rows.map(({ key }) => key));
}

/** The question as it was asked last; null: there is none. */
export async function unansweredText(db: Queryable, botId: number, key: string): Promise<string | null> {
  const [row] = await db.query<{ text: string }>(
    sql`select text from bot_unanswered where bot_id = ${botId} and key = ${key}`,
  );
  return row?.text ?? null;
}

/** Answers how many changed. */
export async function dismissUnanswered(
  db: Queryable,
  botId: number,
  keys: readonly string[],
  dismissed: boolean,
): Promise<number> {
  const rows = await db.query(sql`
    update bot_unanswered set standing = ${dismissed ? 'dismissed' : 'open'}, taught_at_version = null
    where bot_id = ${botId} and key = any(${[...keys]}::text[]) returning key`);
  return rows.length;
}

/** They are decided, also those that only conversations of the team hold: of these nothing but the key is kept. */
export async function decideQuestions(
  tx: Queryable,
  botId: number,
  keys: readonly string[],
  standing: 'taught' | 'dismissed',
  now: Date,
): Promise<number> {
  const version = sql`coalesce((select version from bot_models where bot_id = ${botId}), 0)`;
  const taughtAt = standing === 'taught' ? version : sql`null::int`;
  const rows = await tx.query(sql`
    insert into bot_unanswered (bot_id, key, text, count, first_at, last_at, standing, taught_at_version)
    select ${botId}::int, key, key, 1, ${now}::timestamptz, ${now}::timestamptz, ${standing}, ${taughtAt}
    from unnest(${[...new Set(keys)]}::text[]) as given (key)
    on conflict (bot_id, key) do update
      set standing = excluded.standing, taught_at_version = excluded.taught_at_version
    returning key`);
  await forgetOld(tx, botId, now);
  return rows.length;
}

/** It is an example now; the version that answers it is still to be published. */
export async function markTaught(db: Queryable, botId: number, key: string): Promise<void> {
  await db.query(sql`
    update bot_unanswered set standing = 'taught',
      taught_at_version = coalesce((select version from bot_models where bot_id = ${botId}), 0)
    where bot_id = ${botId} and key = ${key}`);
}
