/** What a bot may learn: questions that are about the same, with the place that they may belong to and an answer. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';
import { questionKey } from './unanswered.ts';

/** What stands in a learned text where something of a person was: it has to be rewritten before the bot says it. */
export const MASKS = ['[correo]', '[enlace]', '[número]', '[nombre]'] as const;

/** Whether a text still has a place where something of a person was. */
export const isMasked = (text: string): boolean => MASKS.some((mask) => text.includes(mask));

/** Questions of one subject, subjects of one answer, subjects that are accepted in one go. */
export const SUBJECT_LIMITS = { questions: 20, subjects: 60, accepted: 50 } as const;

const home = z.object({
  intent_name: z.string(),
  title: z.string(),
  score: z.number(),
  /** A customer who wrote one of the questions took it among the choices; the score is no guess then. */
  chosen: z.boolean(),
});

export const subject = z.object({
  /** The same as long as it is about the same questions. */
  id: z.string(),
  /** In words of its customers; also what a new interaction would be named. */
  title: z.string(),
  /** How often its questions were asked in vain. */
  count: z.int(),
  last_at: instant,
  /** Most asked first. */
  questions: z.array(z.object({ key: questionKey, text: z.string(), count: z.int() })),
  /** Where it may belong; null: nothing that the bot has fits, a new interaction does. */
  home: z.nullable(home),
  /** Further places, best first. */
  others: z.array(home),
  /** What would become examples. */
  examples: z.array(z.string()),
  /** What would be kept out of the examples and asked before each publication; null: too few questions. */
  test: z.nullable(z.string()),
  /** What a person of the team answered to one of the questions, what names a customer masked; null: nobody did. */
  answer: z.nullable(z.object({ text: z.string(), agent_name: z.nullable(z.string()), at: instant })),
});
export type Subject = z.infer<typeof subject>;
