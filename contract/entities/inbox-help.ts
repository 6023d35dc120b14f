/** What the language model does for who answers in the inbox, where the bot's owner switched it on. It sends nothing. */
import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { shortText } from '../primitives.ts';
import { area } from '../states.ts';

export const HELP_LIMITS = {
  /** Characters of a draft and of a summary. */
  draft: 2_000,
  summary: 1_500,
  /** Messages of the conversation that leave for the model, the newest, and characters of each. */
  talk: 40,
  talkText: 800,
  /** Sources of one draft, and characters of each that are shown. */
  sources: 15,
  sourceText: 300,
  /** Tags proposed at once. */
  tags: 5,
  /** How often one person may ask in a minute. */
  aMinute: 20,
} as const;

/** How an agent's own words are written anew. */
export const REWRITES = ['shorter', 'friendlier', 'client_language', 'clearer', 'spanish'] as const;
export const rewrite = z.enum(REWRITES);
export type Rewrite = z.infer<typeof rewrite>;

/** What a draft rests on. */
export const helpSource = z.object({
  kind: z.enum(['document', 'product', 'order']),
  title: z.string(),
  /** Its beginning. */
  text: z.string(),
});
export type HelpSource = z.infer<typeof helpSource>;

/** Words for somebody to judge; null with the reason in Spanish: there are none. */
export const helpedText = z.object({ text: z.nullable(z.string()), reason: z.nullable(z.string()) });
export type HelpedText = z.infer<typeof helpedText>;

export const helpedDraft = z.extend(helpedText, {
  /** Those that the model named and was given; none: nothing speaks for it. */
  sources: z.array(helpSource),
});
export type HelpedDraft = z.infer<typeof helpedDraft>;

export const helpedTags = z.object({
  /** Of the bot's own tags, those that the conversation has not got; null with the reason: there are none to be had. */
  tags: z.nullable(z.array(z.string())),
  reason: z.nullable(z.string()),
});
export type HelpedTags = z.infer<typeof helpedTags>;

/** A summary that is kept for everybody who sees the conversation. */
export const keptSummary = z.extend(helpedText, {
  /** How many messages were said since. */
  newer: z.int(),
});
export type KeptSummary = z.infer<typeof keptSummary>;

export const helpedTicket = z.object({
  /** Null with the reason: there is nothing to propose. */
  subject: z.nullable(z.string()),
  /** Null: none fits. */
  category: z.nullable(area),
  reason: z.nullable(z.string()),
});
export type HelpedTicket = z.infer<typeof helpedTicket>;

/** What an agent wrote, to be written anew. */
export const wordsToRewrite = z.object({
  text: shortText(LIMITS.messageText).check(z.minLength(1)),
  how: rewrite,
});
