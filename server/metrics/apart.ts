/** Rows of figures summed, as a whole or told apart. */
import type { MetricPart, RowKey } from '../../contract/rules/metrics.ts';
import { type Queryable, type Sql, sql } from '../platform/database/database.ts';
import { type Sums, sums } from './measure.ts';
import { amountOf, factsIn, hourOfWeek, type Wanted } from './wanted.ts';

/** By what sums are told apart. `edges`, in milliseconds since 1970, are of whole days unless `hours`. */
export type Apart =
  | { by: 'all' }
  | { by: 'step'; edges: readonly number[]; hours: boolean }
  | { by: 'part'; part: MetricPart }
  | { by: 'week' };

/** `apart`: the number of the step from 1, the part's id, the hour of the week from Sunday's midnight; null: none. `p90` may be left out but of a whole. `name` of what other rooms call it. */
export type SumsApart = Sums & { apart: string | null; name: string | null };

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
  return hourOfWeek(wanted.zone);
}

/**
 * What rows come to.
 * @param source what stands behind `from`, as `f`
 * @param name how a part is called, where its rows say it
 */
export const sumRows = (
  db: Queryable,
  wanted: Wanted,
  source: Sql,
  keys: readonly RowKey[],
  apart: Apart,
  name = sql`null::text`,
): Promise<SumsApart[]> =>
  db.query<SumsApart>(sql`
    select ${apartOf(wanted, apart)} as apart, max(${name}) as name, ${sums}
    from ${source} cross join lateral (select ${amountOf(wanted)} as value) v
    where ${factsIn(wanted)} and f.key = any(${[...keys]}::text[]) group by 1, f.key`);
