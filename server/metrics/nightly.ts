/**
 * What is made of facts beside the calls: the first time of a bot with a long past, every night the comparison of what
 * is kept with what the histories say, and the sums of past days.
 */
import { isDeepStrictEqual } from 'node:util';
import { addDays, dayIn, startOfDay, TIME_ZONE } from '../../contract/days.ts';
import { readCalendar } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { keepRound, registerLongRound } from '../platform/jobs/rounds.ts';
import { groupBy } from './group.ts';
import { type FactRow, keepFacts, replaceFacts, rowsOf } from './keep-facts.ts';
import { compareDays, keepDays } from './period-sums.ts';
import { readHistories } from './read-history.ts';

const BUILD = 'metrics.build';
const SUM = 'metrics.sum';
const PAGE = 500;
/** Local hour of the comparison. Milliseconds after midnight. */
const AT_NIGHT = 4 * 3_600_000;

/** A job of a bot's, at once and beside its caller. */
const later =
  (kind: string) =>
  (app: App, botId: number): Promise<void> =>
    app.db.transaction((tx) =>
      app.jobs.schedule(tx, {
        kind,
        key: `${kind}:${botId}`,
        runAt: app.clock.now(),
        payload: { bot_id: botId },
      }),
    );

/** Goes on making a bot's facts without its caller. */
export const buildLater = later(BUILD);

/** Makes the sums of a bot's past days without its caller. */
export const sumLater = later(SUM);

const COMPARISON = {
  kind: 'metrics.compare',
  next: (now: Date) =>
    new Date(startOfDay(addDays(dayIn(now.getTime(), TIME_ZONE), 1), TIME_ZONE) + AT_NIGHT),
};

/** Registers all three. */
export function registerUpkeep(app: App): void {
  app.jobs.handleOutside(BUILD, async ({ payload }) => {
    const { bot_id } = payload as { bot_id: number };
    await keepFacts(app, bot_id, Number.POSITIVE_INFINITY);
    await keepDays(app, bot_id);
  });
  app.jobs.handleOutside(SUM, async ({ payload }) => {
    const { bot_id } = payload as { bot_id: number };
    await keepDays(app, bot_id);
  });
  registerLongRound(app, COMPARISON, async () => {
    const bots = await app.db.query<{ bot_id: number }>(sql`select bot_id from metric_marks order by bot_id`);
    for (const { bot_id } of bots) {
      const wrong = await compareFacts(app, bot_id);
      if (wrong > 0)
        app.log.error({ bot: bot_id, wrong }, 'Kept figures differed from the histories; made anew');
      const differing = await compareDays(app, bot_id);
      if (differing.length > 0)
        app.log.error({ bot: bot_id, days: differing }, 'Sums of days differed from their facts; made anew');
    }
    await app.db.query(
      sql`delete from metric_changes m where not exists (select 1 from bots b where b.id = m.bot_id)`,
    );
  });
}

/** Makes sure that a comparison is waiting; several processes share it. */
export const keepComparing = (app: App): Promise<void> => keepRound(app, COMPARISON);

const stored = (db: Queryable, ids: readonly string[]) =>
  db.query<FactRow>(sql`
    select conversation_id, ordinal, key, at, since, agent_id, channel, category, value, open_value, counts,
      node, subject
    from metric_facts where conversation_id = any(${[...ids]}::text[]) order by conversation_id collate "C", ordinal`);

/**
 * Compares all facts of a bot with its histories and mends those that differ. Business hours of the past are kept as
 * they were counted, so they are not compared.
 * @returns of how many conversations they differed
 */
export async function compareFacts(app: App, botId: number): Promise<number> {
  await keepFacts(app, botId, Number.POSITIVE_INFINITY);
  const calendar = await readCalendar(app.db, botId);
  let wrong = 0;
  let after = '';
  for (;;) {
    const page = await app.db.query<{ id: string }>(sql`
      select id from conversations where bot_id = ${botId} and id collate "C" > ${after} collate "C"
      order by id collate "C" limit ${PAGE}`);
    const ids = page.map(({ id }) => id);
    const bad = await app.db.transaction(async (tx) => {
      await tx.query(sql`select 1 as held from metric_marks where bot_id = ${botId} for update`);
      const kept = groupBy(await stored(tx, ids), ({ conversation_id }) => conversation_id);
      const differ = (await readHistories(tx, botId, ids)).filter((told) => {
        const made = rowsOf(told, calendar);
        return !isDeepStrictEqual(made.map(comparable), (kept.get(told.id) ?? []).map(comparable));
      });
      // What has changed since the log was read is no fault, and is made anew all the same.
      await replaceFacts(
        tx,
        botId,
        differ.map(({ id }) => id),
      );
      return differ.length;
    });
    wrong += bad;
    after = ids.at(-1) ?? after;
    if (page.length < PAGE) break;
  }
  await app.db.query(sql`
    delete from metric_facts f where f.bot_id = ${botId}
      and not exists (select 1 from conversations c where c.id = f.conversation_id)`);
  return wrong;
}

const comparable = ({ open_value: _, ...row }: FactRow) => row;
