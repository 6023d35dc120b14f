/** What somebody at a bot can do besides: languages, subjects. Defined by the bot's owner. */
import * as z from 'zod/mini';
import { SKILL_LIMITS } from '../people-limits.ts';
import { numericId, wholeNumber } from '../primitives.ts';

export const skill = z.object({
  id: numericId,
  bot_id: numericId,
  name: z.string(),
  /** How many have it. */
  people: wholeNumber,
});
export type Skill = z.infer<typeof skill>;

/** The ids of somebody's skills. */
export const skillIds = z.array(numericId).check(z.maxLength(SKILL_LIMITS.ofPerson));
