/** A browser in which somebody is signed in. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';

export const device = z.object({
  /** Opaque; neither the client id nor the token can be had from it. */
  id: z.string(),
  /** Read from the User-Agent for people: 'Chrome en Windows'. */
  name: z.string(),
  created_at: instant,
  last_used_at: instant,
  expires_at: instant,
  /** The one that asks. */
  current: z.boolean(),
});
export type Device = z.infer<typeof device>;
