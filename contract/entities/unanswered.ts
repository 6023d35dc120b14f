/** Questions that a published bot could not answer: the sentence, how often, when; nothing of who asked. */
import * as z from 'zod/mini';
import { instant, numericId } from '../primitives.ts';

export const UNANSWERED_STANDINGS = ['open', 'dismissed', 'taught'] as const;

/** Of the question's words without accents, signs and case: the same question has the same key. */
export const questionKey = z.string().check(z.minLength(1), z.maxLength(300));

export const unansweredQuestion = z.object({
  bot_id: numericId,
  key: questionKey,
  /** As it was asked last; addresses and long numbers are left out. */
  text: z.string(),
  count: z.int(),
  first_at: instant,
  last_at: instant,
  /** `taught`: it became an example; it is open again when a later version is asked it in vain. */
  standing: z.enum(UNANSWERED_STANDINGS),
  /** What it may have been meant as, best first. */
  suggestions: z.array(z.object({ intent_name: z.string(), title: z.string(), score: z.number() })),
});
export type UnansweredQuestion = z.infer<typeof unansweredQuestion>;
