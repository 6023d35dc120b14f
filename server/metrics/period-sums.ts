/**
 * Sums of past days, made of facts and never of themselves, and of the months that these make up. Whatever changes a fact leaves a mark (a trigger does), and
 * a day with a mark is counted from its facts until it is made again: figures never wait for it, and never differ.
 */
import { isDeepStrictEqual } from 'node:util';
import { addDays, dayIn, startOfDay } from '../../contract/days.ts';
import { FACT_KEYS, METRICS } from '../../contract/rules/metrics.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/database.ts';
import { SPREAD } from './measure.ts';
import { stretchOf } from './value-stretches.ts';
import { hourOfWeek } from './wanted.ts';

/** Figures that are told apart by what a bot answered. */
const ABOUT = FACT_KEYS.filter((key) => METRICS[key].about !== undefined);

type Keeper = Pick<App, 'db' | 'clock'>;

/** A day without its sums, or with marks. */
interface Due {
  day: string;
  begins: number;
  ends: number;
}

/** Days without sums that hold, from which on a look at figures has them made beside it: fewer are soon counted. */
const MANY_DUE = 7;

/** Of a period `d`, that its sums hold: nothing in it has a mark since. */
export const holding = sql`not exists (
  select 1 from metric_changes m where m.bot_id = d.bot_id and m.quarter >= d.begins and m.quarter < d.ends)`;

/** Past days of which something is to be made, the oldest first. */
async function dueDays(db: Queryable, botId: number, zone: string, now: Date): Promise<Due[]> {
  const [first] = await db.query<{ at: string | null }>(sql`
    select min(f.at) as at from unnest(${[...FACT_KEYS]}::text[]) k cross join lateral (
      select at from metric_facts where bot_id = ${botId} and key = k order by at limit 1) f`);
  if (!first?.at) return [];
  const done = await db.query<{ day: string }>(sql`
    select d.day::text from metric_periods d where d.bot_id = ${botId} and d.kind = 'day' and d.zone = ${zone} and ${holding}`);
  const whole = new Set(done.map(({ day }) => day));
  const today = dayIn(now.getTime(), zone);
  const due: Due[] = [];
  for (let day = dayIn(Date.parse(first.at), zone); day < today; day = addDays(day, 1))
    if (!whole.has(day))
      due.push({ day, begins: startOfDay(day, zone), ends: startOfDay(addDays(day, 1), zone) });
  return due;
}

/** Whoever makes facts holds it, too; the inbox never does. */
const holdMark = (tx: Transaction, botId: number) =>
  tx.query(sql`select 1 as held from metric_marks where bot_id = ${botId} for update`);

interface Period {
  botId: number;
  kind: 'day' | 'month';
  /** Of a month its first. */
  day: string;
}

/** Of rows with `stretch` and how `many`, as the table keeps them. */
const spread = (rows: Sql): Sql => sql`
  select key, part, id, array_agg(stretch order by stretch) as stretches, array_agg(many order by stretch) as counts
  from (${rows}) s group by key, part, id`;

/**
 * Keeps what `rows` come to.
 * @param whole of them by key, part and id: n, counted, valued, total, open_total
 * @param values of them: how `many` lie in which `stretch`
 * @param open the same within the hours in which people attend
 */
async function keepSums(
  tx: Transaction,
  { botId, kind, day }: Period,
  rows: Sql,
  whole: Sql,
  values: Sql,
  open: Sql,
): Promise<void> {
  await tx.query(sql`
    with rows as materialized (${rows}), spread as (${spread(values)}), open_spread as (${spread(open)})
    insert into metric_period_sums (bot_id, kind, day, key, part, id, n, counted, valued, total, open_total, stretches,
      counts, open_stretches, open_counts)
    select ${botId}::int, ${kind}, ${day}::date, w.*, s.stretches, s.counts, o.stretches, o.counts
    from (${whole}) w left join spread s using (key, part, id) left join open_spread o using (key, part, id)`);
}

/** Marks go first: what comes while the facts are read leaves one that stays. */
async function makeDay(tx: Transaction, botId: number, zone: string, due: Due): Promise<void> {
  const { day } = due;
  const [begins, ends] = [new Date(due.begins), new Date(due.ends)];
  await holdMark(tx, botId);
  await tx.query(sql`
    delete from metric_changes where bot_id = ${botId} and quarter >= ${begins} and quarter < ${ends}`);
  await tx.query(sql`
    delete from metric_periods where bot_id = ${botId}
      and (kind = 'day' and day = ${day}::date or kind = 'month' and day = date_trunc('month', ${day}::date))`);
  await tx.query(sql`
    insert into metric_periods (bot_id, kind, day, zone, begins, ends)
    values (${botId}, 'day', ${day}::date, ${zone}, ${begins}, ${ends})`);
  const valuesBy = (stretch: Sql) => sql`
    select key, part, id, ${stretch} as stretch, count(*)::int as many from rows
    where ${stretch} is not null and key = any(${[...SPREAD]}::text[]) group by key, part, id, ${stretch}`;
  await keepSums(
    tx,
    { botId, kind: 'day', day },
    sql`
      select f.key, p.part, coalesce(p.id, '') as id, f.counts, f.value, f.open_value,
        ${stretchOf(sql`f.value`)} as value_stretch, ${stretchOf(sql`f.open_value`)} as open_stretch
      from metric_facts f cross join lateral (values
        ('all', null), ('channel', f.channel), ('agent', f.agent_id::text), ('category', f.category),
        ('hour', ${hourOfWeek(zone)}), ('node', f.node), ('subject', f.subject)
      ) p(part, id)
      where f.bot_id = ${botId} and f.key = any(${[...FACT_KEYS]}::text[]) and f.at >= ${begins} and f.at < ${ends}
        and (p.part not in ('node', 'subject') or f.key = any(${ABOUT}::text[]))`,
    sql`
      select key, part, id, count(*)::int, (count(*) filter (where counts))::int, count(value)::int,
        sum(value)::bigint, sum(open_value)::bigint
      from rows group by key, part, id`,
    valuesBy(sql`value_stretch`),
    valuesBy(sql`open_stretch`),
  );
}

/** Months of which there are days and no sums. */
const dueMonths = (db: Queryable, botId: number): Promise<{ month: string }[]> =>
  db.query<{ month: string }>(sql`
    select distinct date_trunc('month', d.day)::date::text as month from metric_periods d
    where d.bot_id = ${botId} and d.kind = 'day' and not exists (
      select 1 from metric_periods m
      where m.bot_id = d.bot_id and m.kind = 'month' and m.day = date_trunc('month', d.day))
    order by month`);

/** Of a month whose days are all there. One of them that no longer holds has a mark, as the month then has. */
async function makeMonth(tx: Transaction, botId: number, month: string): Promise<void> {
  await holdMark(tx, botId);
  const ofDays = sql`bot_id = ${botId} and kind = 'day' and date_trunc('month', day) = ${month}::date`;
  const whole = await tx.query(sql`
    insert into metric_periods (bot_id, kind, day, zone, begins, ends)
    select bot_id, 'month', ${month}::date, zone, min(begins), max(ends) from metric_periods
    where ${ofDays} group by bot_id, zone
    having count(*) = extract(day from ${month}::date + interval '1 month - 1 day')
    on conflict do nothing returning 1 as made`);
  if (whole.length === 0) return;
  const valuesBy = (stretches: Sql, counts: Sql) => sql`
    select key, part, id, u.stretch, sum(u.many)::int as many
    from rows cross join lateral unnest(${stretches}, ${counts}) u(stretch, many) group by key, part, id, u.stretch`;
  await keepSums(
    tx,
    { botId, kind: 'month', day: month },
    sql`select * from metric_period_sums where ${ofDays}`,
    sql`
      select key, part, id, sum(n)::int, sum(counted)::int, sum(valued)::int, sum(total)::bigint,
        sum(open_total)::bigint
      from rows group by key, part, id`,
    valuesBy(sql`stretches`, sql`counts`),
    valuesBy(sql`open_stretches`, sql`open_counts`),
  );
}

/**
 * Makes the sums of all past days of a bot that have none or no longer hold, each in a transaction of its own, and of
 * the months that are whole.
 * @returns how many
 */
export async function keepDays(app: Keeper, botId: number): Promise<number> {
  const now = app.clock.now();
  const zone = await zoneOf(app.db, botId, now);
  await app.db.query(sql`delete from metric_periods where bot_id = ${botId} and zone <> ${zone}`);
  const due = await dueDays(app.db, botId, zone, now);
  for (const day of due) await app.db.transaction((tx) => makeDay(tx, botId, zone, day));
  for (const { month } of await dueMonths(app.db, botId))
    await app.db.transaction((tx) => makeMonth(tx, botId, month));
  return due.length;
}

/** Whether so many past days of a stretch have no sums that hold that these should be made. */
export async function wantsDays(
  db: Queryable,
  botId: number,
  zone: string,
  { from, to, now }: { from: Date; to: Date; now: Date },
): Promise<boolean> {
  const due = await dueDays(db, botId, zone, now);
  return (
    due.filter(({ begins, ends }) => begins >= from.getTime() && ends <= to.getTime()).length >= MANY_DUE
  );
}

/** Rows of a day's sums, as text, in one order. */
const told = (db: Queryable, botId: number, day: string) =>
  db.query<{ row: string }>(sql`
    select (s.*)::text as row from metric_period_sums s where s.bot_id = ${botId} and s.kind = 'day' and s.day = ${day}::date
    order by s.key, s.part, s.id`);

/**
 * Makes all days of a bot again and compares.
 * @returns those whose sums held, and were not what they are now
 */
export async function compareDays(app: Keeper, botId: number): Promise<string[]> {
  const zone = await zoneOf(app.db, botId, app.clock.now());
  await keepDays(app, botId);
  const days = await app.db.query<{ day: string; begins: string; ends: string }>(sql`
    select d.day::text, d.begins, d.ends from metric_periods d where d.bot_id = ${botId} and d.kind = 'day' and ${holding} order by d.day`);
  const differing: string[] = [];
  for (const { day, begins, ends } of days) {
    const same = await app.db.transaction(async (tx) => {
      await holdMark(tx, botId);
      const still = await tx.query(sql`
        select 1 as found from metric_periods d
        where d.bot_id = ${botId} and d.kind = 'day' and d.day = ${day}::date and ${holding}`);
      if (still.length === 0) return true;
      const before = await told(tx, botId, day);
      await makeDay(tx, botId, zone, { day, begins: Date.parse(begins), ends: Date.parse(ends) });
      return isDeepStrictEqual(before, await told(tx, botId, day));
    });
    if (!same) differing.push(day);
  }
  await keepDays(app, botId);
  return differing;
}
