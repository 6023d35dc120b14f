/** The optional language model of a bot: off unless the installation has one and the owner switches it on. */
import * as z from 'zod/mini';
import { instant } from '../primitives.ts';

export const LLM_LIMITS = {
  /** Characters of what an owner tells the model about itself. */
  prompt: 4_000,
  /** Characters of one answer. */
  answer: 2_000,
  question: 500,
  /** Tokens that an answer may take; with fewer left of the day none is asked for. */
  answerTokens: 500,
  /** How many messages before the question it gets. */
  earlier: 6,
  /** The least budget that is worth switching it on for, in tokens a day. */
  leastDailyTokens: 1_000,
  /** From how many messages of the customer on who takes a conversation finds a summary: at least, at most, and at first. */
  summarizeFrom: { least: 2, most: 30, first: 5 },
  /** What an installation can grant at most (LLM_DAILY_TOKENS). */
  mostDailyTokens: 999_999_999,
} as const;

/** What an owner decides; kept under `llm` of the assistant's `ia_configs`. It counts at once, without publishing. */
export const llmConfig = z.object({
  enabled: z.boolean(),
  /** Who it is and how it speaks; what it may say, the documents decide. */
  prompt: z.string().check(z.maxLength(LLM_LIMITS.prompt)),
  /** True: it answers from passages of documents alone and names them; false: also from the prompt. */
  only_documents: z.boolean(),
  /** True: where the bot is unsure it chooses among the bot's own interactions, or none of them. */
  chooses: z.boolean(),
  /**
   * True: who answers in the inbox may ask it (contract/entities/inbox-help.ts), whether it answers customers or not; in
   * the same budget.
   */
  helps_agents: z.boolean(),
  /** True, and `helps_agents` too: who takes a conversation with so many messages of the customer finds a summary of it. */
  summarizes: z.boolean(),
  summarize_from: z.int().check(z.gte(LLM_LIMITS.summarizeFrom.least), z.lte(LLM_LIMITS.summarizeFrom.most)),
  /** Tokens a day (Chilean), in and out together; past them the engine answers alone. */
  daily_tokens: z.int().check(z.gte(LLM_LIMITS.leastDailyTokens), z.lte(LLM_LIMITS.mostDailyTokens)),
});
export type LlmConfig = z.infer<typeof llmConfig>;

export const llmSettings = z.extend(llmConfig, {
  /** Of the bot's forms. */
  revision: z.int(),
  /** Whether this installation has a model at all; when not, nothing here does anything. */
  available: z.boolean(),
  /** Its name; null: there is none. */
  model: z.nullable(z.string()),
  /** What the installation grants a bot a day. */
  most_daily_tokens: z.int(),
  used_today: z.int(),
  answers_today: z.int(),
  /** Times that it was asked today and the engine had to answer. */
  failures_today: z.int(),
  last_failure: z.nullable(z.object({ at: instant, reason: z.string() })),
});
export type LlmSettings = z.infer<typeof llmSettings>;
