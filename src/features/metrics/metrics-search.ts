/** What the address of the figures says: all that is chosen, so that a link shows the same. */
import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/limits.ts';
import { day, instant } from '../../../contract/primitives.ts';
import { METRIC_KEYS, METRIC_PART_LENGTH, METRIC_STEPS } from '../../../contract/rules/metrics.ts';
import { AREAS, CHANNELS } from '../../../contract/states.ts';

const search = z.object({
  from: z.catch(z.optional(day), undefined),
  to: z.catch(z.optional(day), undefined),
  step: z.catch(z.optional(z.enum(METRIC_STEPS)), undefined),
  /** Only the hours in which people attend. */
  open: z.catch(z.optional(z.literal(true)), undefined),
  channel: z.catch(z.optional(z.enum(CHANNELS)), undefined),
  area: z.catch(z.optional(z.enum([...AREAS, 'none'])), undefined),
  agent: z.catch(z.optional(z.union([z.int().check(z.positive()), z.literal('none')])), undefined),
  tag: z.catch(z.optional(z.string().check(z.maxLength(LIMITS.tagText))), undefined),
  /** All bots whose figures one sees whole. */
  all: z.catch(z.optional(z.literal(true)), undefined),
  /** The figure that is shown whole. */
  key: z.catch(z.optional(z.enum(METRIC_KEYS)), undefined),
  /** Its rows are open: of these days and hours, channel, area and person, and about that. */
  rows: z.catch(
    z.optional(
      z.object({
        from: z.optional(day),
        to: z.optional(day),
        channel: z.optional(z.enum([...CHANNELS, 'none'])),
        area: z.optional(z.enum([...AREAS, 'none'])),
        agent: z.optional(z.union([z.int().check(z.positive()), z.literal('none')])),
        node: z.optional(z.string().check(z.maxLength(METRIC_PART_LENGTH))),
        subject: z.optional(z.string().check(z.maxLength(METRIC_PART_LENGTH))),
        weekday: z.optional(z.int().check(z.minimum(0), z.maximum(6))),
        hour: z.optional(z.int().check(z.minimum(0), z.maximum(23))),
        /** When the hour begins. */
        at: z.optional(instant),
        page: z.optional(z.int().check(z.positive(), z.lte(1_000_000))),
      }),
    ),
    undefined,
  ),
});
export type MetricsSearch = z.infer<typeof search>;
/** What of a figure's rows is open; both days included. */
export type RowsSearch = NonNullable<MetricsSearch['rows']>;

/** Whatever is no choice is left out. */
export const readMetricsSearch = (raw: Record<string, unknown>): MetricsSearch => search.parse(raw);
