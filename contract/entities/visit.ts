/** Where a web visitor is and came from, as their browser says: nothing of it is proved. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';
import { PAGE_LENGTH } from '../rules/visited-page.ts';

const page = z.nullable(z.string().check(z.maxLength(PAGE_LENGTH)));
export const visit = z.object({
  page,
  /** The other site that brought them, in their present visit. */
  referrer: page,
  /** Named after its city. */
  zone: z.nullable(z.string()),
  device: z.object({
    kind: z.enum(['computer', 'phone', 'tablet']),
    system: z.string(),
    browser: z.string(),
  }),
  /** Since they wrote for the first time; a pause of half an hour begins another one. */
  visits: z.int(),
  first_at: instant,
  seen_at: instant,
});
export type Visit = z.infer<typeof visit>;
