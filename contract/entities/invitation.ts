/** An invitation to work at a bot: it waits until the mailbox that it was sent to accepts it. */
import * as z from 'zod/mini';
import { instant, numericId } from '../primitives.ts';
import { area, roleName } from '../states.ts';

export const invitation = z.object({
  id: numericId,
  bot_id: numericId,
  email: z.string(),
  role: z.object({ id: numericId, name: z.string(), base: roleName }),
  category: z.array(area),
  /** Who sent it last. */
  invited_by: z.string(),
  sent_at: instant,
  expires_at: instant,
  /** Its time is over: it counts no more towards the plan, and can be sent again. */
  expired: z.boolean(),
  /** Whether the caller's own role and areas reach as far as what it would give. */
  may_change: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;
