/** Deadlines for answers, as a bot's owner sets them, and what of them stands on a card (docs/decisions/0069-deadlines.md). */
import * as z from 'zod/mini';
import { area, conversationPriority } from '../states.ts';

/** What is owed: a person's first answer since the conversation waits for one, or the next to a customer who wrote again. */
export const ANSWER_KINDS = ['first', 'next'] as const;
export const answerKind = z.enum(ANSWER_KINDS);
export type AnswerKind = z.infer<typeof answerKind>;

/** How far it has come: the warning was given, or the deadline has passed. */
export const ANSWER_LEVELS = ['near', 'late'] as const;
export const answerLevel = z.enum(ANSWER_LEVELS);
export type AnswerLevel = z.infer<typeof answerLevel>;

/** Whose minutes it has, where it is not those of all: of its priority, or of its area. */
export const ANSWER_SOURCES = ['priority', 'area'] as const;
export const answerSource = z.enum(ANSWER_SOURCES);
export type AnswerSource = z.infer<typeof answerSource>;

/** Thirty days: what is answered later has no deadline. */
const MOST_MINUTES = 43_200;

const minutes = z.nullable(z.int().check(z.gte(1), z.lte(MOST_MINUTES)));
/** Null: none. */
const pair = z.object({ first: minutes, next: minutes });
export type AnswerPair = z.infer<typeof pair>;

export const answerDeadlines = z.object({
  ...pair.shape,
  /** After how much of the time is warned. */
  warn_percent: z.int().check(z.gte(1), z.lte(99)),
  /** Only the time counts in which people attend, by the bot's calendar and the conversation's area. */
  open_hours: z.boolean(),
  /** Own minutes of a priority, before all others; null or left out: those of the area, else of all. */
  priorities: z.partialRecord(conversationPriority, pair),
  /** Own minutes of an area, where the priority has none; null or left out: those of all. */
  areas: z.partialRecord(area, pair),
});
export type AnswerDeadlines = z.infer<typeof answerDeadlines>;

/** No deadline: what every bot begins with. */
export const NO_DEADLINES: AnswerDeadlines = {
  first: null,
  next: null,
  warn_percent: 80,
  open_hours: true,
  priorities: {},
  areas: {},
};
