/** What a client allows: one word of many, the newest holds. */
import * as z from 'zod/mini';
import { instant, numericId, shortText, textId } from '../primitives.ts';
import { channel } from '../states.ts';
import { consentPurpose } from './lead.ts';

export const consentWord = z.enum(['granted', 'denied']);

export const newConsent = z.object({
  purpose: consentPurpose,
  state: consentWord,
  /** Absent or null: every channel. */
  channel: z.optional(z.nullable(channel)),
  /** Where it was said: a form, a call, a contract. */
  source: shortText(200).check(z.minLength(1)),
});
export type NewConsent = z.infer<typeof newConsent>;

export const consent = z.object({
  id: textId,
  purpose: consentPurpose,
  channel: z.nullable(channel),
  state: consentWord,
  source: z.string(),
  user_id: z.nullable(numericId),
  user_name: z.nullable(z.string()),
  at: instant,
});
export type Consent = z.infer<typeof consent>;
