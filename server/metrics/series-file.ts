/** A figure's chart as a file: each step with what the bar says (`SERIES_COLUMNS`). */
import { METRICS, type MetricKey, type MetricStep } from '../../contract/rules/metrics.ts';
import type { Database } from '../platform/database/database.ts';
import { metricsOf } from './figures.ts';
import { UNITS } from './metric-cells.ts';
import type { Wanted } from './wanted.ts';

type Cell = string | number | null | { at: string };
type Bar = Awaited<ReturnType<typeof metricsOf>>[number]['series'][number];

/** The bars, the oldest first, as the screen has them; empty ones too. */
export async function seriesOf(
  db: Database,
  wanted: Wanted,
  key: MetricKey,
  step: MetricStep,
): Promise<readonly Bar[]> {
  const all = await metricsOf(db, wanted, step);
  return all.find((metric) => metric.key === key)?.series ?? [];
}

export const seriesCells = (key: MetricKey): readonly ((bar: Bar) => Cell)[] => [
  ({ from }) => ({ at: from }),
  ({ to }) => ({ at: to }),
  ({ value }) => value,
  ({ value }) => (value === null ? null : UNITS[METRICS[key].unit]),
  ({ n }) => n,
];
