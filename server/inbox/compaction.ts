/**
 * Takes old events off the logs: those older than 30 days that are not among the bot's newest 50,000. A client that
 * asks for what is gone gets `reset`. Transitions and status spans live in tables of their own and stay.
 */
import { SERVER_LIMITS } from '../../contract/server-limits.ts';
import type { App } from '../platform/app.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { every, keepRound, registerLongRound } from '../platform/jobs/rounds.ts';

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

async function compactLog(db: Database, botId: number, before: Date, keepEvents: number): Promise<number> {
  return db.transaction(async (tx) => {
    const [cut] = await tx.query<{ floor: number | null }>(sql`
      select max(e.seq) as floor from events e join bots b on b.id = e.bot_id
      where e.bot_id = ${botId} and e.seq <= b.log_head - ${keepEvents}::bigint and e.at < ${before}::timestamptz`);
    if (cut?.floor === null || cut?.floor === undefined) return 0;
    // The floor first: a reader that sees it never misses a row that it believes to be there.
    await tx.query(
      sql`update bots set log_floor = greatest(log_floor, ${cut.floor}::bigint) where id = ${botId}`,
    );
    const removed = await tx.query(sql`
      delete from events where bot_id = ${botId} and seq <= ${cut.floor}::bigint returning seq`);
    return removed.length;
  });
}
