/** What stands in the columns of a file of what is behind a figure (`METRIC_COLUMNS`). */
import type { MetricFact } from '../../contract/calls/metrics.ts';
import type { MetricUnit } from '../../contract/rules/metrics.ts';
import type { SpanRow } from './agent-hours.ts';

/** An instant, which each format of files writes in its own way. */
type At = { at: string };
type Cell = string | number | null | At;

const UNITS: Partial<Record<MetricUnit, string>> = { seconds: 'segundos', stars: 'estrellas' };

export const metricCells = (unit: MetricUnit): readonly ((row: MetricFact) => Cell)[] => [
  (row) => (row.seen ? row.id : null),
  (row) => row.client,
  (row) => row.channel,
  (row) => row.category,
  (row) => row.agent,
  (row) => ({ at: row.at }),
  (row) => row.value,
  (row) => (row.value === null ? null : (UNITS[unit] ?? null)),
];

export const SPAN_CELLS: readonly ((row: SpanRow) => Cell)[] = [
  (row) => row.agent,
  (row) => ({ at: row.from }),
  (row) => ({ at: row.to }),
  (row) => row.value,
];
