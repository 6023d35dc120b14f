/** Where a bot's chat has been opened. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';

export const botSite = z.object({
  /** As a browser names it: `https://www.example.cl`. */
  origin: z.string(),
  first_seen_at: instant,
  last_seen_at: instant,
});
export type BotSite = z.infer<typeof botSite>;
