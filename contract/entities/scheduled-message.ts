/** A message that is kept to be sent later, as the conversation shows it. */
import * as z from 'zod/mini';
import { instant, numericId, textId } from '../primitives.ts';

export const SCHEDULED_STATES = ['waiting', 'unsent', 'sent', 'cancelled'] as const;

export const scheduledMessage = z.object({
  id: textId,
  conversation_id: textId,
  /** Under whose name it leaves. */
  author: z.object({ id: numericId, name: z.string() }),
  /** Empty once it left or was taken back. */
  text: z.string(),
  send_at: instant,
  /** `unsent`: its moment came and it was held back; it waits for somebody to decide. */
  state: z.enum(SCHEDULED_STATES),
  /** Why it is unsent, in a sentence. */
  reason: z.nullable(z.string()),
});
export type ScheduledMessage = z.infer<typeof scheduledMessage>;
