/** Why the bot said what it said: beside the preview, in the test set, in the log. */
import * as z from 'zod/mini';
import { slotTrace } from './bot-slot.ts';

/**
 * How the answer was found. `node`: by its condition; `person`: the customer wishes one; `slot`: it was about a value that
 * was asked for; `followup`: it goes on about the last subject; `document`: a passage of a document; `model`: the language
 * model chose the interaction; `products`: it is about products of the catalogue; `orders`:
 * it is about an order, which a shop is asked for.
 */
export const TRACE_VIAS = [
  'start',
  'button',
  'menu',
  'node',
  'intent',
  'person',
  'slot',
  'followup',
  'choice',
  'document',
  'fallback',
  'offer',
  'model',
  'products',
  'orders',
] as const;

/** Why a guess did not answer. */
export const GUESS_OUTCOMES = [
  'answered',
  /** Offered as a choice. */
  'offered',
  /** Below the score that answers. */
  'unsure',
  /** Another intent scored higher. */
  'second',
  /** Its node's condition did not hold. */
  'condition',
  /** Its node answers only after its parent. */
  'parent',
  /** It has no node that is switched on. */
  'no_node',
] as const;

export const botTrace = z.object({
  via: z.enum(TRACE_VIAS),
  /** The node that answered; null: none (greeting, choices, fallback). */
  node: z.nullable(z.object({ node_id: z.string(), title: z.string() })),
  /** The intent that led there and its score from 0 to 1; null: none did. */
  intent: z.nullable(z.string()),
  score: z.nullable(z.number()),
  /** The answer to a second question of the same message; `node` answered the first. */
  also: z.optional(
    z.object({ node_id: z.string(), title: z.string(), intent_name: z.string(), score: z.number() }),
  ),
  /** At these scores an intent is answered, or offered as a choice. */
  thresholds: z.object({ answer: z.number(), offer: z.number() }),
  /** How an option of the menu was recognised. */
  matched: z.optional(z.enum(['label', 'number', 'typo', 'words'])),
  /** Best guesses first, with what became of each. */
  guesses: z.array(
    z.object({
      intent_name: z.string(),
      title: z.string(),
      score: z.number(),
      node_id: z.nullable(z.string()),
      outcome: z.enum(GUESS_OUTCOMES),
    }),
  ),
  /** What the message was taken apart into, in its order: what each clause alone is likeliest about, and its concepts. */
  clauses: z.array(
    z.object({
      text: z.string(),
      /** Null: nothing that the bot knows. */
      intent_name: z.nullable(z.string()),
      chance: z.number(),
      concepts: z.array(z.string()),
    }),
  ),
  /** What vectors of meaning added to words, intent by intent: the score of words alone, the chance by meaning, both. */
  meanings: z.array(
    z.object({ intent_name: z.string(), words: z.number(), meaning: z.number(), score: z.number() }),
  ),
  /** What was recognised in the text. */
  entities: z.array(z.object({ entity_name: z.string(), value: z.string(), text: z.string() })),
  /** The value that an interaction asks for, and what became of it. */
  slot: z.optional(slotTrace),
  /** Conditions that were looked at, in order, and whether they held. */
  conditions: z.array(
    z.object({ node_id: z.string(), title: z.string(), condition: z.string(), held: z.boolean() }),
  ),
  /** Passages of documents that were considered, best first. */
  passages: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      score: z.number(),
      used: z.boolean(),
      /** Found by what it means, not by its words. */
      by: z.optional(z.literal('meaning')),
    }),
  ),
  /** How products of the catalogue were found; absent: the message means none. */
  products: z.optional(
    z.object({
      /** Each word that names something: what of the catalogue it was taken for, and how. */
      words: z.array(
        z.object({
          said: z.string(),
          taken: z.nullable(z.string()),
          how: z.enum(['same', 'alike', 'slip', 'unknown']),
        }),
      ),
      min: z.nullable(z.number()),
      max: z.nullable(z.number()),
      sizes: z.array(z.string()),
      /** How many are meant as much as those that were shown. */
      total: z.int(),
      /** Part of the message that the best one covers. */
      cover: z.number(),
      sure: z.boolean(),
      /** It goes on from what was looked for before. */
      narrowed: z.boolean(),
      /** None is within the price. */
      out_of_price: z.boolean(),
      /** What was asked back, where it had to be. */
      asked: z.nullable(z.enum(['size', 'more'])),
    }),
  ),
  /** Nodes that were said one after another, when a node names the next one. */
  path: z.array(z.string()),
  /** The nodes lead in a circle: it was cut where it began again. */
  stopped: z.boolean(),
  /** The text was longer than the engine reads. */
  truncated: z.boolean(),
});
export type BotTrace = z.infer<typeof botTrace>;

/** The language model's part in a turn. */
export const llmTrace = z.object({
  /**
   * `off`: its owner has it switched off; `not_needed`: the engine had an answer of its own; `answered`: it spoke in the
   * engine's place; `chose`: it named the interaction that answered, `reason` is its own; `fell_back`: the engine spoke
   * after all, `reason` says why.
   */
  outcome: z.enum(['off', 'not_needed', 'answered', 'chose', 'fell_back']),
  /** Whether it was asked at all: without a fitting passage or a budget it is not. */
  asked: z.boolean(),
  /** In Spanish, of `fell_back` and `chose` alone. */
  reason: z.nullable(z.string()),
  /** Titles of the passages that it named. */
  sources: z.array(z.string()),
  /** What it cost, in and out together. */
  tokens: z.int(),
});
export type LlmTrace = z.infer<typeof llmTrace>;

/** Whether vectors of meaning were asked for; `reason`, in Spanish: why they added nothing. */
export const meaningTrace = z.object({ asked: z.boolean(), reason: z.nullable(z.string()) });
export type MeaningTrace = z.infer<typeof meaningTrace>;

/** Of a turn that was tried out. `llm`, `meaning` null: the installation has none. */
export const previewTrace = z.extend(botTrace, {
  llm: z.nullable(llmTrace),
  meaning: z.nullable(meaningTrace),
});
export type PreviewTrace = z.infer<typeof previewTrace>;
