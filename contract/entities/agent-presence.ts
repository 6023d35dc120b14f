/** Who is there now, and in which status, as /agentes shows it (docs/decisions/0067-people.md). */
import * as z from 'zod/mini';
import { instant, numericId } from '../primitives.ts';
import { agentStatus } from '../states.ts';

export const DEVICE_KINDS = ['computer', 'phone', 'tablet'] as const;
export const agentPresence = z.object({
  user_id: numericId,
  status: agentStatus,
  /** Since when the status. */
  since: instant,
  /** On which kinds of devices a browser of theirs is connected to the bot, each once; empty: none is. */
  devices: z.array(z.enum(DEVICE_KINDS)),
  /** When a browser of theirs was last there; null: never, or one is. */
  last_seen_at: z.nullable(instant),
});
export type AgentPresence = z.infer<typeof agentPresence>;
