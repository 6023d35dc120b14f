/**
 * What the facts of a stretch come to, as a whole or told apart: from the sums of past days where these hold, and from
 * facts where they don't. Both ways say the same to the millisecond; the first reads little more for two years than
 * for a month.
 */
import type { RowKey } from '../../contract/rules/metrics.ts';
import { type Database, type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { type Apart, apartOf, type SumsApart, sumRows } from './apart.ts';
import { type Kept, keptPeriods, restOf, rowsFor, type SumPart } from './kept-periods.ts';
import { SPREAD } from './measure.ts';
import { type Added, askedOf, middleOf, middlesOf, valuesOf } from './middles.ts';
import { stretchOf } from './value-stretches.ts';
import { amountOf, factsIn, type Wanted } from './wanted.ts';

const partOf = (apart: Apart): SumPart => {
  if (apart.by === 'part') return apart.part;
  return apart.by === 'week' ? 'hour' : 'all';
};

/** The number of the step at an instant, from 1. */
const stepAt = (edges: readonly number[], at: number) => edges.findLastIndex((edge) => edge <= at) + 1;

/** Whether all of it is told apart as one. */
const asOne = (apart: Apart) => (month: Kept) =>
  apart.by !== 'step' || stepAt(apart.edges, month.begins) === stepAt(apart.edges, month.ends - 1);

async function add(
  db: Queryable,
  wanted: Wanted,
  keys: readonly RowKey[],
  apart: Apart,
  rows: { part: SumPart; ids: readonly string[] | null },
  kept: readonly Kept[],
): Promise<Added[]> {
  const rest = restOf(wanted, kept);
  const open = wanted.filters.business_hours === true;
  const keptApart: Record<Apart['by'], Sql> = {
    all: sql`null::text`,
    step: sql`l.step::text`,
    part: sql`nullif(s.id, '')`,
    week: sql`s.id`,
  };
  const these = kept.filter(({ weekday }) => (wanted.filters.weekday ?? weekday) === weekday);
  const steps = these.map(({ begins }) => (apart.by === 'step' ? stepAt(apart.edges, begins) : 0));
  const half = (p: number) => sql`(${p}::float8 * (many - 1))`;
  const holds = (p: number) => sql`
    (below <= floor(${half(p)}) and floor(${half(p)}) < below + count
      or below <= ceil(${half(p)}) and ceil(${half(p)}) < below + count)`;
  return db.query<Added>(sql`
    with kept as (
      select ${keptApart[apart.by]} as apart, s.key, s.n, s.counted, s.valued,
        ${open ? sql`s.open_total` : sql`s.total`} as total,
        ${open ? sql`s.open_stretches` : sql`s.stretches`} as stretches,
        ${open ? sql`s.open_counts` : sql`s.counts`} as counts
      from unnest(${these.map(({ bot }) => bot)}::int[], ${these.map(({ kind }) => kind)}::text[],
          ${these.map(({ day }) => day)}::date[], ${steps}::int[]) as l(bot_id, kind, day, step)
        join metric_period_sums s on s.bot_id = l.bot_id and s.kind = l.kind and s.day = l.day
          and s.key = any(${[...keys]}::text[]) and s.part = ${rows.part}
          ${rows.ids === null ? sql`` : sql`and s.id = any(${[...rows.ids]}::text[])`}
    ), live as (
      select ${apartOf(wanted, apart)} as apart, f.key, f.counts, v.value
      from unnest(${rest.map(({ bot }) => bot)}::int[], ${rest.map(({ from }) => from.toISOString())}::timestamptz[],
          ${rest.map(({ to }) => to.toISOString())}::timestamptz[]) as r(bot_id, begins, ends)
        join metric_facts f on f.bot_id = r.bot_id and f.at >= r.begins and f.at < r.ends
          and f.key = any(${[...keys]}::text[])
        cross join lateral (select ${amountOf(wanted)} as value) v
      where ${factsIn(wanted)}
    ), whole as (
      select apart, key, sum(n)::int as n, sum(counted)::int as counted,
        (sum(total) / nullif(sum(valued), 0))::float8 as mean, sum(total)::float8 as total
      from (
        select apart, key, n, counted, valued, total from kept
        union all
        select apart, key, 1, counts::int, (value is not null)::int, value from live
      ) a group by apart, key
    ), spread as (
      select apart, key, stretch, sum(count)::int as count
      from (
        select apart, key, u.stretch, u.count from kept cross join lateral unnest(stretches, counts) u(stretch, count)
        union all
        select apart, key, ${stretchOf(sql`value`)}, 1 from live
        where value is not null and key = any(${[...SPREAD]}::text[])
      ) a group by apart, key, stretch
    ), ranked as (
      select apart, key, stretch, count, (sum(count) over (partition by apart, key order by stretch))::int - count as below,
        (sum(count) over (partition by apart, key))::int as many
      from spread
    ), middles as (
      select apart, key, max(many) as many, array_agg(stretch order by stretch) as stretches,
        array_agg(count order by stretch) as counts, array_agg(below order by stretch) as below
      from ranked where ${holds(0.5)} or ${holds(apart.by === 'all' ? 0.9 : 0.5)} group by apart, key
    )
    select w.*, m.many, m.stretches::int[], m.counts, m.below
    from whole w left join middles m on m.key = w.key and m.apart is not distinct from w.apart`);
}

/**
 * Sums of facts of these figures. What is read of days, of their sums and of values is of one state: days may be made
 * again meanwhile.
 */
export function sumFacts(
  db: Pick<Database, 'snapshot'>,
  wanted: Wanted,
  keys: readonly RowKey[],
  apart: Apart,
): Promise<SumsApart[]> {
  return db.snapshot(async (state) => {
    const rows = apart.by === 'step' && apart.hours ? null : rowsFor(wanted, keys, partOf(apart));
    const kept = rows === null ? [] : await keptPeriods(state, wanted, asOne(apart));
    if (rows === null || kept.length === 0) return sumRows(state, wanted, sql`metric_facts f`, keys, apart);
    const added = await add(state, wanted, keys, apart, rows, kept);
    const values = await valuesOf(state, wanted, apart, askedOf(added, middlesOf(apart)));
    return added.map((row) => {
      const { apart: of, key, n, counted, mean, total } = row;
      const [median = null, p90 = null] =
        row.many === null ? [] : middlesOf(apart).map((part) => middleOf(row, part, values));
      return { apart: of, name: null, key, n, counted, mean, total, median, p90 };
    });
  });
}
