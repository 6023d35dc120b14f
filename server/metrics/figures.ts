/** The figures of a stretch: each as a whole, as a series, and of the stretch before. */
import type { Metric } from '../../contract/calls/metrics.ts';
import {
  FACT_KEYS,
  METRIC_KEYS,
  METRICS,
  type MetricStep,
  ROOM_KEYS,
  type RowKey,
} from '../../contract/rules/metrics.ts';
import type { Database } from '../platform/database/database.ts';
import { spanSums } from './agent-hours.ts';
import { type Apart, type SumsApart, sumRows } from './apart.ts';
import { edgesOf } from './buckets.ts';
import { groupBy } from './group.ts';
import { measure, type Sums } from './measure.ts';
import { allRoomRows } from './rooms.ts';
import { sumFacts } from './sum-facts.ts';
import { previousOf, type Wanted } from './wanted.ts';

const byKey = (rows: readonly Sums[]) => new Map(rows.map((row) => [row.key, row]));

/** Of conversations from kept facts, of other rooms from their rows. */
const sumsOf = async (db: Database, wanted: Wanted, apart: Apart): Promise<SumsApart[]> => [
  ...(await sumFacts(db, wanted, FACT_KEYS, apart)),
  ...(await sumRows(db, wanted, allRoomRows(wanted), ROOM_KEYS, apart)),
];

const totals = async (db: Database, wanted: Wanted): Promise<Map<RowKey, Sums>> =>
  byKey(await sumsOf(db, wanted, { by: 'all' }));

async function inSteps(db: Database, wanted: Wanted, edges: readonly number[], hours: boolean) {
  const steps = groupBy(await sumsOf(db, wanted, { by: 'step', edges, hours }), ({ apart }) => Number(apart));
  return edges.slice(0, -1).map((_, at) => byKey(steps.get(at + 1) ?? []));
}

/** All figures, in their order. */
export async function metricsOf(db: Database, wanted: Wanted, step: MetricStep): Promise<Metric[]> {
  const before = previousOf(wanted);
  const edges = edgesOf(wanted.filters, step, wanted.zone);
  const now = await totals(db, wanted);
  const then = await totals(db, before);
  const steps = await inSteps(db, wanted, edges, step === 'hour');
  const hours = await spanSums(db, wanted, edges);
  const hoursBefore = await spanSums(db, before, [before.from.getTime(), before.to.getTime()]);
  const stretch = (at: number) => ({
    from: new Date(edges[at] ?? 0).toISOString(),
    to: new Date(edges[at + 1] ?? 0).toISOString(),
  });
  return METRIC_KEYS.map((key): Metric => {
    const { unit } = METRICS[key];
    if (key === 'agent_hours') {
      const series = hours.steps.map((found, at) => ({ ...stretch(at), ...found }));
      return { key, unit, ...hours.total, previous: hoursBefore.total, series };
    }
    const { n, value } = measure(key, then);
    const series = steps.map((found, at) => {
      const { n: many, value: much } = measure(key, found);
      return { ...stretch(at), n: many, value: much };
    });
    return { key, unit, ...measure(key, now), previous: { n, value }, series };
  });
}
