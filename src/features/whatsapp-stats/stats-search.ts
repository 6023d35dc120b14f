/** What the address of the statistics says: the days, and the figure whose sends are shown. */
import * as z from 'zod/mini';
import { day } from '../../../contract/primitives.ts';
import { SEND_FIGURES } from '../../../contract/rules/send-figures.ts';

const search = z.object({
  from: z.catch(z.optional(day), undefined),
  to: z.catch(z.optional(day), undefined),
  figure: z.catch(z.optional(z.enum(SEND_FIGURES)), undefined),
  template: z.catch(z.optional(z.string()), undefined),
  language: z.catch(z.optional(z.string()), undefined),
  reason: z.catch(z.optional(z.string()), undefined),
  category: z.catch(z.optional(z.string()), undefined),
  billable: z.catch(z.optional(z.enum(['yes', 'no', 'unknown'])), undefined),
  /** The id of one. */
  campaign: z.catch(z.optional(z.string()), undefined),
  /** Of the days, the one whose sends are shown. */
  day: z.catch(z.optional(day), undefined),
  page: z.catch(z.optional(z.int().check(z.positive(), z.lte(1_000_000))), undefined),
});
export type StatsSearch = z.infer<typeof search>;

/** Whatever is no choice is left out. */
export const readStatsSearch = (raw: Record<string, unknown>): StatsSearch => search.parse(raw);
