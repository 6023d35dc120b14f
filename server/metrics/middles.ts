/**
 * Middles of many values without sorting all of them: sums say how many values lie in which stretch, so that the
 * stretch of a rank is known, and its values alone are read.
 */
import type { RowKey } from '../../contract/rules/metrics.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { type Apart, apartOf } from './apart.ts';
import { rangeOf } from './value-stretches.ts';
import { amountOf, factsIn, type Wanted } from './wanted.ts';

/** Sums, and the stretches of values in which the middles lie. */
export interface Added {
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
export const middlesOf = (apart: Apart): readonly number[] => (apart.by === 'all' ? [0.5, 0.9] : [0.5]);

export function askedOf(rows: readonly Added[], middles: readonly number[]): Map<string, Asked> {
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
export async function valuesOf(
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
export function middleOf(row: Added, part: number, values: ReadonlyMap<string, number>): number {
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
