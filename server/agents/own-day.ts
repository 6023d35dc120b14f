/** An agent’s own day: figures of /metrics and of `agent_details`, by their definitions, each as of when it was read. */
import { addDays, dayIn } from '../../contract/days.ts';
import { OWN_DAY_METRICS, type OwnDay } from '../../contract/entities/own-day.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { measure } from '../metrics/measure.ts';
import { factsUpToDate } from '../metrics/screens.ts';
import { sumFacts } from '../metrics/sum-facts.ts';
import { previousOf, type Wanted, wantedOf } from '../metrics/wanted.ts';
import type { App } from '../platform/app.ts';
import { type Database, sql } from '../platform/database/database.ts';
import type { BotSession } from '../platform/http/session.ts';
import { wroteBetween } from './wrote.ts';

async function workOf(db: Database, { filters, from, to }: Wanted, userId: number) {
  const [row] = await db.query<{ messages: number; conversations: number }>(sql`
    select messages, conversations from (${wroteBetween(filters.bot_id, from, to)}) w where w.agent_id = ${userId}`);
  return row ?? { messages: 0, conversations: 0 };
}

async function metricsOf(db: Database, wanted: Wanted) {
  const sums = await sumFacts(db, wanted, OWN_DAY_METRICS, { by: 'all' });
  return new Map(sums.map((row) => [row.key, row]));
}

/** The caller's own day at the bot of the call. */
export async function ownDayOf(app: App, by: BotSession): Promise<OwnDay> {
  const botId = by.link.bot_id;
  const me = by.user.id;
  await factsUpToDate(app, botId);
  const now = app.clock.now();
  const zone = await zoneOf(app.db, botId, now);
  const day = dayIn(now.getTime(), zone);
  const filters = { bot_id: botId, from: day, to: addDays(day, 1), agent_id: me };
  const wanted = wantedOf(by.viewer, filters, zone, now);
  const before = previousOf(wanted);
  const work = await workOf(app.db, wanted, me);
  const workBefore = await workOf(app.db, before, me);
  const facts = await metricsOf(app.db, wanted);
  const factsBefore = await metricsOf(app.db, before);
  const [waits] = await app.db.query<{ waiting: number }>(sql`
    select count(*)::int as waiting from conversations
    where bot_id = ${botId} and agent_id = ${me} and state = 'taken' and waiting_since is not null`);
  return {
    day,
    previous_day: before.filters.from,
    zone,
    read_at: now.toISOString(),
    figures: [
      ...(['conversations', 'messages'] as const).map((key) => ({
        key,
        n: work[key],
        value: work[key],
        previous: { n: workBefore[key], value: workBefore[key] },
      })),
      ...OWN_DAY_METRICS.map((key) => {
        const { n, value } = measure(key, facts);
        const { n: many, value: much } = measure(key, factsBefore);
        return { key, n, value, previous: { n: many, value: much } };
      }),
    ],
    waiting: waits?.waiting ?? 0,
  };
}
