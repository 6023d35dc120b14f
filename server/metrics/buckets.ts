/** The stretches that a series is drawn by: begun where the calendar's clock says, cut at the ends of what is asked. */
import type { MetricFilters } from '../../contract/calls/metrics.ts';
import { addDays, startOfDay } from '../../contract/days.ts';
import { METRIC_BARS, type MetricStep } from '../../contract/rules/metrics.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { daysOf } from './wanted.ts';

const HOUR = 3_600_000;

/** A step that draws a readable number of bars. */
export function usualStep(days: number): MetricStep {
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return days <= 400 ? 'week' : 'month';
}

const beginsWeek = (day: string) => new Date(day).getUTCDay() === 1;

/**
 * Where each begins, in order, with the end of the last: one more than there are stretches. Milliseconds since 1970.
 * Throws rule for more than `METRIC_BARS`.
 */
export function edgesOf(
  filters: Pick<MetricFilters, 'from' | 'to'>,
  step: MetricStep,
  zone: string,
): number[] {
  const days = daysOf(filters);
  if (step === 'hour' && days.length * 24 > METRIC_BARS)
    throw fieldFault('step', 'Por hora se puede ver hasta un mes.');
  const begins = days.flatMap((day, at) => {
    const from = startOfDay(day, zone);
    if (step === 'hour') {
      const to = startOfDay(addDays(day, 1), zone);
      return Array.from({ length: Math.ceil((to - from) / HOUR) }, (_, hour) => from + hour * HOUR);
    }
    if (step === 'week' && at > 0 && !beginsWeek(day)) return [];
    if (step === 'month' && at > 0 && !day.endsWith('-01')) return [];
    return [from];
  });
  return [...begins, startOfDay(filters.to, zone)];
}

/** Days of the stretch on which the clock changes, and how many hours they have. */
export const oddDays = (
  filters: Pick<MetricFilters, 'from' | 'to'>,
  zone: string,
): { day: string; hours: number }[] =>
  daysOf(filters)
    .map((day) => ({ day, hours: (startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / HOUR }))
    .filter(({ hours }) => hours !== 24);
