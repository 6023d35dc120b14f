/**
 * Takes old events off the logs: those older than 30 days that are not among the bot's newest 50,000. A client that
 * asks for what is gone gets `reset`. Transitions and status spans live in tables of their own and stay.
 */
import { SERVER_LIMITS } from '../../contract/server-limits.ts';
import type { App } from '../platform/app.ts';
import { type Database, sql, type Transaction } from '../platform/database/database.ts';
import { every, keepRound, registerLongRound } from '../platform/jobs/rounds.ts';

/** Events that one transaction takes off: some 50 ms. */
const PART = 5_000;

const ROUND = { kind: 'events.compact', next: every(60 * 60 * 1000) };

/** Registers the upkeep. */
export function registerCompaction(app: App): void {
  registerLongRound(app, ROUND, async () => {
    const gone = await compactLogs(app.db, app.clock.now());
    if (gone > 0) app.log.info({ gone }, 'Old events were taken off the logs');
  });
}

/** Makes sure that a round is waiting; several processes share it. */
export const keepCompacting = (app: App): Promise<void> => keepRound(app, ROUND);

export interface CompactionLimits {
  keepDays: number;
  keepEvents: number;
}

/** @returns how many events went */
export async function compactLogs(
  db: Database,
  now: Date,
  limits: CompactionLimits = { keepDays: SERVER_LIMITS.logKeepDays, keepEvents: SERVER_LIMITS.logKeepEvents },
): Promise<number> {
  const before = new Date(now.getTime() - limits.keepDays * 24 * 60 * 60 * 1000);
  const bots = await db.query<{ id: number }>(
    sql`select id from bots where log_head - log_floor > ${limits.keepEvents} order by id`,
  );
  let gone = 0;
  for (const bot of bots) gone += await compactLog(db, bot.id, before, limits.keepEvents);
  return gone;
}

/**
 * From the oldest on, a part at a time: who writes waits for the bot's row no longer than one part takes, and nothing is
 * read that does not go, however long the log is.
 */
async function compactLog(db: Database, botId: number, before: Date, keepEvents: number): Promise<number> {
  for (let gone = 0; ; ) {
    const part = await db.transaction((tx) => compactPart(tx, botId, before, keepEvents));
    gone += part;
    if (part < PART) return gone;
  }
}

async function compactPart(
  tx: Transaction,
  botId: number,
  before: Date,
  keepEvents: number,
): Promise<number> {
  // Numbers and moments rise together but for who began at the same time: the first that is young ends what is old.
  const [cut] = await tx.query<{ floor: number | null }>(sql`
    with oldest as (
      select e.seq, e.at from events e
      where e.bot_id = ${botId} and e.seq <= (select log_head from bots where id = ${botId}) - ${keepEvents}::bigint
      order by e.seq limit ${PART}
    )
    select coalesce(
      (select max(seq) from oldest where seq < (select min(seq) from oldest where at >= ${before}::timestamptz)),
      (select max(seq) from oldest where not exists (select 1 from oldest where at >= ${before}::timestamptz))
    ) as floor`);
  const floor = cut?.floor ?? null;
  if (floor === null) return 0;
  // The floor first: a reader that sees it never misses a row that it believes to be there.
  await tx.query(sql`update bots set log_floor = greatest(log_floor, ${floor}::bigint) where id = ${botId}`);
  const [removed] = await tx.query<{ n: number }>(sql`
    with gone as (delete from events where bot_id = ${botId} and seq <= ${floor}::bigint returning 1)
    select count(*)::int as n from gone`);
  return removed?.n ?? 0;
}
