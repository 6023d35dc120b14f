/** What a view of the figures keeps of the address, and what it makes of it on another day. Pure. */
import * as z from 'zod/mini';
import { countDays } from '../../../contract/days.ts';
import { METRIC_DAYS } from '../../../contract/rules/metrics.ts';
import { lastDays } from '../../ui/date-range/range.ts';
import { type MetricsSearch, readMetricsSearch } from './metrics-search.ts';

const ofLast = z.object({
  last: z.catch(z.optional(z.int().check(z.positive(), z.lte(METRIC_DAYS))), undefined),
});

/** Days that end today are kept as so many days back, others as they are; which rows are open is no part of it. */
export function keptSearch(search: MetricsSearch, today: string): Record<string, unknown> {
  const { from, to, rows: _, ...chosen } = search;
  const back = from !== undefined && to === today ? { last: countDays(from, today) } : null;
  const days = back ?? { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const known = Object.entries({ ...chosen, ...days }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a view shows today; whatever it does not understand is left out. */
export function openedSearch(kept: string, today: string): MetricsSearch {
  let read: unknown;
  try {
    read = JSON.parse(kept);
  } catch (error) {
    console.warn('A kept view is no JSON', error);
    return {};
  }
  if (typeof read !== 'object' || read === null) return {};
  const { last } = ofLast.parse(read);
  const search = readMetricsSearch(read as Record<string, unknown>);
  return last === undefined ? search : { ...search, ...lastDays(last, today) };
}
