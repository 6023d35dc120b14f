/** What stands in the columns of a file of what is behind a figure (`metricColumns`). */
import type { MetricFact } from '../../contract/calls/metrics.ts';
import { AUTOMATION_KIND_LABELS } from '../../contract/rules/automations.ts';
import { METRICS, type MetricKey, type MetricUnit } from '../../contract/rules/metrics.ts';
import { CHANNEL_LABELS } from '../../contract/texts.ts';
import type { SpanRow } from './agent-hours.ts';

/** An instant, which each format of files writes in its own way. */
type At = { at: string };
type Cell = string | number | null | At;

/** What values are in. */
export const UNITS: Record<MetricUnit, string> = {
  seconds: 'segundos',
  total_seconds: 'segundos',
  stars: 'estrellas',
  share: 'parte de 1',
  count: 'veces',
  money: 'pesos',
};

export const metricCells = (key: MetricKey): readonly ((row: MetricFact) => Cell)[] => [
  (row) => (row.seen ? row.id : null),
  (row) => row.client,
  (row) => row.channel && CHANNEL_LABELS[row.channel],
  (row) => row.category,
  (row) => row.agent,
  (row) => ({ at: row.at }),
  (row) => row.value,
  (row) => (row.value === null ? null : UNITS[METRICS[key].unit]),
  ...(METRICS[key].room ? [(row: MetricFact) => roomOf(key, row)] : []),
];

const roomOf = (key: MetricKey, { room_id, room_name }: MetricFact): string | null =>
  METRICS[key].room === 'automation' && room_id !== null
    ? ((AUTOMATION_KIND_LABELS as Record<string, string>)[room_id] ?? null)
    : room_name;

export const SPAN_CELLS: readonly ((row: SpanRow) => Cell)[] = [
  (row) => row.agent,
  (row) => ({ at: row.from }),
  (row) => ({ at: row.to }),
  (row) => row.value,
];
