/** What a number of facts come to, in each figure's unit. */
import { METRIC_KEYS, METRICS, type MetricKey, type RowKey } from '../../contract/rules/metrics.ts';
import { sql } from '../platform/database/database.ts';

/** What a statement says of the rows of one figure. */
export interface Sums {
  key: RowKey;
  n: number;
  /** Of them, those that count as the part of a whole. */
  counted: number;
  median: number | null;
  p90: number | null;
  mean: number | null;
  /** Their sum. */
  total: number | null;
}

export interface Measured {
  n: number;
  value: number | null;
  median?: number | null;
  p90?: number | null;
  mean?: number | null;
}

/** Figures of which a middle is told; sorting the values of the others would be most of the work. */
export const SPREAD: readonly MetricKey[] = METRIC_KEYS.filter((key) =>
  ['seconds', 'stars'].includes(METRICS[key].unit),
);
const spread = sql`filter (where f.key = any(${[...SPREAD]}::text[]))`;

/** Its columns; `value` in milliseconds, stars or pesos. */
export const sums = sql`
  f.key, count(*)::int as n, (count(*) filter (where f.counts))::int as counted,
  percentile_cont(0.5) within group (order by v.value) ${spread} as median,
  percentile_cont(0.9) within group (order by v.value) ${spread} as p90, avg(v.value)::float8 as mean, sum(v.value)::float8 as total`;

const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);

/** The figure `key` of what was summed. */
export function measure(key: RowKey, found: ReadonlyMap<RowKey, Sums>): Measured {
  const own = found.get(key);
  switch (METRICS[key].unit) {
    case 'share': {
      const whole = (METRICS[key].whole ?? []).reduce((sum, part) => sum + (found.get(part)?.n ?? 0), 0);
      const n = own?.counted ?? 0;
      return { n, value: whole === 0 ? null : n / whole };
    }
    case 'seconds':
      return {
        n: own?.n ?? 0,
        value: seconds(own?.median ?? null),
        median: seconds(own?.median ?? null),
        p90: seconds(own?.p90 ?? null),
        mean: seconds(own?.mean ?? null),
      };
    case 'stars':
      return {
        n: own?.n ?? 0,
        value: own?.mean ?? null,
        median: own?.median ?? null,
        p90: own?.p90 ?? null,
        mean: own?.mean ?? null,
      };
    case 'money':
      return { n: own?.n ?? 0, value: own?.total ?? 0 };
    default:
      return { n: own?.n ?? 0, value: own?.n ?? 0 };
  }
}
