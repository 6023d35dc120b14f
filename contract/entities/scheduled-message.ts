/** A message that is kept to be sent later, as the conversation shows it. */
import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { instant, numericId, textId } from '../primitives.ts';
import { attachment } from './message.ts';
import { offeredLink } from './offer.ts';

export const SCHEDULED_STATES = ['waiting', 'unsent', 'sent', 'cancelled'] as const;

export const scheduledMessage = z.object({
  id: textId,
  conversation_id: textId,
  /** Under whose name it leaves. */
  author: z.object({ id: numericId, name: z.string() }),
  /** Empty once it left or was taken back. */
  text: z.string(),
  /** What leaves with the words, or not at all; empty once it left or was taken back. */
  attachments: z.array(attachment).check(z.maxLength(LIMITS.attachmentsPerMessage)),
  /** Labels of the options under it. */
  buttons: z.array(z.string()),
  /** Buttons after them that open a page; absent: none. */
  links: z.optional(z.array(offeredLink)),
  send_at: instant,
  /** `unsent`: its moment came and it was held back; it waits for somebody to decide. */
  state: z.enum(SCHEDULED_STATES),
  /** Why it is unsent, in a sentence. */
  reason: z.nullable(z.string()),
});
export type ScheduledMessage = z.infer<typeof scheduledMessage>;
