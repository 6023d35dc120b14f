/**
 * What the facts of a stretch come to, as a whole or told apart: from the sums of past days where these hold, and from
 * facts where they don't. Both ways say the same to the millisecond; the first reads little more for two years than
 * for a month.
 */
import type { MetricPart, RowKey } from '../../contract/rules/metrics.ts';
import { type Database, type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { type Kept, keptDays, restOf, rowsFor, type SumPart } from './kept-days.ts';
import { SPREAD, type Sums, sums } from './measure.ts';
import { rangeOf, stretchOf } from './value-stretches.ts';
import { amountOf, factsIn, type Wanted } from './wanted.ts';

/** By what sums are told apart. `edges`, in milliseconds since 1970, are of whole days unless `hours`. */
export type Apart =
  | { by: 'all' }
  | { by: 'step'; edges: readonly number[]; hours: boolean }
  | { by: 'part'; part: MetricPart }
  | { by: 'week' };

/** `apart`: the number of the step from 1, the part's id, the hour of the week from Sunday's midnight; null: none. `p90` may be left out but of a whole. */
export type SumsApart = Sums & { apart: string | null };

const PART: Record<MetricPart, Sql> = {
  channel: sql`f.channel`,
  agent: sql`f.agent_id::text`,
  category: sql`f.category`,
  node: sql`f.node`,
  subject: sql`f.subject`,
};

/** How a fact is told apart, as text. */
export function apartOf(wanted: Pick<Wanted, 'zone'>, apart: Apart): Sql {
  if (apart.by === 'all') return sql`null::text`;
  if (apart.by === 'part') return PART[apart.part];
  if (apart.by === 'step') {
    const begins = apart.edges.slice(0, -1).map((at) => new Date(at).toISOString());
    return sql`width_bucket(f.at, ${begins}::timestamptz[])::text`;
  }
  const local = sql`f.at at time zone ${wanted.zone}`;
  return sql`(extract(dow from ${local}) * 24 + extract(hour from ${local}))::int::text`;
}

const partOf = (apart: Apart): SumPart => {
  if (apart.by === 'part') return apart.part;
  return apart.by === 'week' ? 'hour' : 'all';
};

/** From facts alone. */
const fromFacts = (
  db: Queryable,
  wanted: Wanted,
  keys: readonly RowKey[],
  apart: Apart,
): Promise<SumsApart[]> =>
  db.query<SumsApart>(sql`
    select ${apartOf(wanted, apart)} as apart, ${sums}
    from metric_facts f cross join lateral (select ${amountOf(wanted)} as value) v
    where ${factsIn(wanted)} and f.key = any(${[...keys]}::text[]) group by 1, f.key`);

/** Sums, and the stretches of values in which the middles lie. */
interface Added {
  apart: string | null;
  key: RowKey;
  n: number;
  counted: number;
  mean: number | null;
  total: number | null;
  /** Values, and of the stretches that matter their number, how many are in it and in those before. */
  many: number | null;
  stretches: number[] | null;
  counts: number[] | null;
  below: number[] | null;
}

/** The number of the step at an instant, from 1. */
const stepAt = (edges: readonly number[], at: number) => edges.findLastIndex((edge) => edge <= at) + 1;

/** Whether all of it is told apart as one. */
const asOne = (apart: Apart) => (month: Kept) =>
  apart.by !== 'step' || stepAt(apart.edges, month.begins) === stepAt(apart.edges, month.ends - 1);

/** What of the days is told apart how: the number of the step, or the first hour of the weekday. */
function placesOf(days: readonly Kept[], apart: Apart): number[] {
  if (apart.by === 'week') return days.map(({ of, weekday }) => (of === 'month' ? 0 : weekday * 24));
  if (apart.by !== 'step') return days.map(() => 0);
  return days.map(({ begins }) => stepAt(apart.edges, begins));
}

/** Of a month, hours are those of the week. */
function idsOf({ part, id }: { part: SumPart; id: string | null }, of: Kept['of']): Sql {
  if (id === null) return sql``;
  if (part !== 'hour' || of === 'day') return sql`and s.id = ${id}`;
  return sql`and s.id = any(${Array.from({ length: 7 }, (_, weekday) => String(weekday * 24 + Number(id)))}::text[])`;
}

async function add(
  db: Queryable,
  wanted: Wanted,
  keys: readonly RowKey[],
  apart: Apart,
  rows: { part: SumPart; id: string | null },
  days: readonly Kept[],
): Promise<Added[]> {
  const rest = restOf(wanted, days);
  const open = wanted.filters.business_hours === true;
  const keptApart: Record<Apart['by'], Sql> = {
    all: sql`null::text`,
    step: sql`l.place::text`,
    part: sql`nullif(s.id, '')`,
    week: sql`(l.place + s.id::int)::text`,
  };
  const half = (p: number) => sql`(${p}::float8 * (many - 1))`;
  const holds = (p: number) => sql`
    (below <= floor(${half(p)}) and floor(${half(p)}) < below + count
      or below <= ceil(${half(p)}) and ceil(${half(p)}) < below + count)`;
  const places = placesOf(days, apart);
  const onDay = ({ weekday }: Kept) => (wanted.filters.weekday ?? weekday) === weekday;
  const keptRows = (joined: Sql, of: Kept['of']) => {
    const these = days.flatMap((day, at) =>
      day.of === of && onDay(day) ? [{ ...day, place: places[at] ?? 0 }] : [],
    );
    return sql`
      select ${keptApart[apart.by]} as apart, s.key, s.n, s.counted, s.valued,
        ${open ? sql`s.open_total` : sql`s.total`} as total,
        ${open ? sql`s.open_stretches` : sql`s.stretches`} as stretches,
        ${open ? sql`s.open_counts` : sql`s.counts`} as counts
      from unnest(${these.map(({ bot }) => bot)}::int[], ${these.map(({ day }) => day)}::date[],
          ${these.map(({ place }) => place)}::int[]) as l(bot_id, day, place)
        join ${joined} and s.bot_id = l.bot_id and s.key = any(${[...keys]}::text[])
          and s.part = ${rows.part} ${idsOf(rows, of)}`;
  };
  return db.query<Added>(sql`
    with kept as (
      ${keptRows(sql`metric_day_sums s on s.day = l.day`, 'day')}
      union all
      ${keptRows(sql`metric_month_sums s on s.month = l.day`, 'month')}
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

/** Values of one stretch, of which some are to be read by their rank in it. */
interface Asked {
  apart: string | null;
  key: RowKey;
  from: number;
  to: number;
  ranks: Set<number>;
}

const addressOf = (apart: string | null, key: RowKey, stretch: number) => `${key} ${stretch} ${apart ?? ''}`;

/** Where a value of a rank is. Throws where sums have none. */
function stretchAt({ stretches, counts, below }: Added, rank: number): { stretch: number; within: number } {
  const at = (stretches ?? []).findIndex(
    (_, place) => (below?.[place] ?? 0) <= rank && rank < (below?.[place] ?? 0) + (counts?.[place] ?? 0),
  );
  const stretch = stretches?.[at];
  if (stretch === undefined) throw new Error('A rank that no stretch of values holds');
  return { stretch, within: rank - (below?.[at] ?? 0) };
}

/** As percentile_cont does: the ranks around, and how far between them. */
function ranksOf(part: number, many: number) {
  const exact = part * (many - 1);
  const lower = Math.floor(exact);
  return { lower, upper: Math.ceil(exact), between: exact - lower };
}

/** The median, and what nine of ten don't exceed: of a figure as a whole both are told, of its parts the first alone. */
const middlesOf = (apart: Apart): readonly number[] => (apart.by === 'all' ? [0.5, 0.9] : [0.5]);

function askedOf(rows: readonly Added[], middles: readonly number[]): Map<string, Asked> {
  const asked = new Map<string, Asked>();
  for (const row of rows) {
    if (row.many === null) continue;
    for (const { lower, upper } of middles.map((part) => ranksOf(part, row.many ?? 0)))
      for (const rank of [lower, upper]) {
        const { stretch, within } = stretchAt(row, rank);
        const { from, to } = rangeOf(stretch);
        if (to - from === 1) continue;
        const address = addressOf(row.apart, row.key, stretch);
        const { apart, key } = row;
        const one = asked.get(address) ?? { apart, key, from, to, ranks: new Set<number>() };
        one.ranks.add(within);
        asked.set(address, one);
      }
  }
  return asked;
}

/** Their stretches of values without what they share. */
function mergedOf(asked: readonly Asked[]): Pick<Asked, 'key' | 'from' | 'to'>[] {
  const merged: Pick<Asked, 'key' | 'from' | 'to'>[] = [];
  for (const { key, from, to } of asked.toSorted((a, b) =>
    a.key < b.key ? -1 : a.key > b.key ? 1 : a.from - b.from,
  )) {
    const last = merged.at(-1);
    if (last?.key === key && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ key, from, to });
  }
  return merged;
}

/** The values of those ranks, by address and rank. */
async function valuesOf(
  db: Queryable,
  wanted: Wanted,
  apart: Apart,
  asked: ReadonlyMap<string, Asked>,
): Promise<Map<string, number>> {
  if (asked.size === 0) return new Map();
  const all = [...asked.values()];
  const merged = mergedOf(all);
  const ranks = [...asked].flatMap(([address, { ranks }]) => [...ranks].map((rank) => ({ address, rank })));
  const rows = await db.query<{ address: string; rank: number; value: number | null }>(sql`
    with asked as materialized (
      select * from unnest(${[...asked.keys()]}::text[], ${all.map(({ apart }) => apart ?? '')}::text[],
        ${all.map(({ key }) => key)}::text[], ${all.map(({ from }) => from)}::bigint[], ${all.map(({ to }) => to)}::bigint[])
        as a(address, apart, key, begins, ends)
    ), facts as materialized (
      select f.key, coalesce(${apartOf(wanted, apart)}, '') as apart, v.value
      from unnest(${merged.map(({ key }) => key)}::text[], ${merged.map(({ from }) => from)}::bigint[],
          ${merged.map(({ to }) => to)}::bigint[]) as r(key, begins, ends)
        join metric_facts f on f.key = r.key
        cross join lateral (select ${amountOf(wanted)} as value) v
      where ${factsIn(wanted)} and v.value >= r.begins and v.value < r.ends
    ), placed as (
      select a.address, f.value, (row_number() over (partition by a.address order by f.value))::int - 1 as rank
      from facts f join asked a on a.key = f.key and a.apart = f.apart and f.value >= a.begins and f.value < a.ends
    )
    select p.* from placed p join unnest(${ranks.map(({ address }) => address)}::text[], ${ranks.map(({ rank }) => rank)}::int[])
      as r(address, rank) using (address, rank)`);
  return new Map(
    rows.flatMap(({ address, rank, value }) => (value === null ? [] : [[`${address} ${rank}`, value]])),
  );
}

/** A middle, as percentile_cont says it. Throws where sums and facts are not of one state. */
function middleOf(row: Added, part: number, values: ReadonlyMap<string, number>): number {
  const { lower, upper, between } = ranksOf(part, row.many ?? 0);
  const at = (rank: number) => {
    const { stretch, within } = stretchAt(row, rank);
    const { from, to } = rangeOf(stretch);
    const value = to - from === 1 ? from : values.get(`${addressOf(row.apart, row.key, stretch)} ${within}`);
    if (value === undefined) throw new Error('A value that sums have and facts lack');
    return value;
  };
  const [low, high] = [at(lower), at(upper)];
  return low + between * (high - low);
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
    const days = rows === null ? [] : await keptDays(state, wanted, asOne(apart));
    if (rows === null || days.length === 0) return fromFacts(state, wanted, keys, apart);
    const added = await add(state, wanted, keys, apart, rows, days);
    const values = await valuesOf(state, wanted, apart, askedOf(added, middlesOf(apart)));
    return added.map((row) => {
      const { apart: of, key, n, counted, mean, total } = row;
      const [median = null, p90 = null] =
        row.many === null ? [] : middlesOf(apart).map((part) => middleOf(row, part, values));
      return { apart: of, key, n, counted, mean, total, median, p90 };
    });
  });
}
