/** Proactive messages of the chat in a site: the rules as their owner writes them, what sites are told, what is counted. */
import * as z from 'zod/mini';
import { instant, numericId, shortText, textId, wholeNumber } from '../primitives.ts';
import { PROACTIVE_LIMITS } from '../proactive-limits.ts';

const between = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most));

const shown = {
  /** Made by who adds it; it keeps its place while the list is ordered. */
  id: textId,
  /** Where: any of these; none: on every page. */
  paths: z
    .array(z.object({ how: z.enum(['contains', 'is', 'starts']), path: shortText(PROACTIVE_LIMITS.path) }))
    .check(z.maxLength(PROACTIVE_LIMITS.paths)),
  /** Sites, with those below them; none: wherever the chat stands. */
  hosts: z.array(shortText(PROACTIVE_LIMITS.host)).check(z.maxLength(PROACTIVE_LIMITS.hosts)),
  /** Seconds on the page. */
  seconds: between(PROACTIVE_LIMITS.secondsLeast, PROACTIVE_LIMITS.secondsMost),
  /** From this visit on; 1: from the first. */
  visit: between(1, PROACTIVE_LIMITS.visitMost),
  hours: z.enum(['any', 'open']),
  /** At most once for each visitor in so many days. */
  every: between(1, PROACTIVE_LIMITS.everyMost),
  /** In the language in which its owner wrote it. */
  text: shortText(PROACTIVE_LIMITS.text),
};

export const proactiveRule = z.object({
  ...shown,
  /** For the team; visitors don't see it. */
  name: shortText(PROACTIVE_LIMITS.name),
  enabled: z.boolean(),
});
export type ProactiveRule = z.infer<typeof proactiveRule>;
/** The first that fits decides. */
export const proactiveRules = z.array(proactiveRule).check(z.maxLength(PROACTIVE_LIMITS.rules));

/** What a site is told: those that are switched on. */
export const proactiveShown = z.object({
  rules: z.array(z.object(shown)),
  /** Somebody attends now. */
  open: z.boolean(),
  /** When that is otherwise; null: not within 400 days. */
  changes_at: z.nullable(instant),
});
export type ProactiveShown = z.infer<typeof proactiveShown>;

/** What became of a rule in the last days: each visitor's browser counts once a day. */
const proactiveCount = z.object({
  id: textId,
  shown: wholeNumber,
  /** The chat was opened by it. */
  opened: wholeNumber,
  /** They wrote after it: counted by the server with the message, once a day for each visitor. */
  answered: wholeNumber,
});
export type ProactiveCount = z.infer<typeof proactiveCount>;

/** As their screen shows them. */
export const botProactive = z.object({
  bot_id: numericId,
  /** Grows with every change; 0: nobody ever wrote one. */
  revision: wholeNumber,
  rules: z.array(proactiveRule),
  /** Of rules of which something is counted. */
  counts: z.array(proactiveCount),
  open: z.boolean(),
});
export type BotProactive = z.infer<typeof botProactive>;
