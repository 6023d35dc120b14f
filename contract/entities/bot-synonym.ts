/** Words that mean the same in one business: what an owner adds to the concepts that every bot knows. */
import * as z from 'zod/mini';
import { BOT_LIMITS } from '../bot-limits.ts';
import { numericId } from '../primitives.ts';

const said = z.string().check(z.minLength(1), z.maxLength(BOT_LIMITS.botSynonym));
const words = z.array(said).check(z.minLength(1), z.maxLength(BOT_LIMITS.botSynonymWords));

/** One group of the draft. */
export const clientSynonym = z.object({
  bot_id: numericId,
  /** What the group is called, itself one of its words. */
  synonym_name: z.string(),
  words: z.array(z.string()),
  /** It adds to the concept of this name that every bot knows; null: it is one of its own. */
  concept: z.nullable(z.string()),
});
export type ClientSynonym = z.infer<typeof clientSynonym>;

/** What every bot knows by itself. */
export const generalConcept = z.object({ name: z.string(), words: z.array(z.string()) });
export type GeneralConcept = z.infer<typeof generalConcept>;

export const synonymDraft = z.object({ bot_id: numericId, synonym_name: said, words });
export type SynonymDraft = z.infer<typeof synonymDraft>;
