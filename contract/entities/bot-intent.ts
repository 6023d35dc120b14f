/** What a bot understands: intents with example phrases, entities with values (docs/product.md §3 'Custom intent'). */
import * as z from 'zod/mini';
import { BOT_LIMITS } from '../bot-limits.ts';
import { numericId } from '../primitives.ts';
import { templateName } from '../states.ts';
import { buildingName } from './bot-node.ts';

export const examplePhrase = z.string().check(z.minLength(1), z.maxLength(BOT_LIMITS.botExample));
export const examplePhrases = z.array(examplePhrase).check(z.maxLength(BOT_LIMITS.botExamples));

export const clientIntent = z.object({
  bot_id: numericId,
  intent_name: z.string(),
  /** What choices call it: the title of its node, else its name. */
  title: z.string(),
  /** The template that it came with; null: the owner's own. */
  template: z.nullable(templateName),
  section_name: z.nullable(z.string()),
  examples: z.array(z.string()),
  /** The node that answers it first; null: nothing does, customers never get to it. */
  node_id: z.nullable(z.string()),
  /** False: no node that answers it is switched on. */
  live: z.boolean(),
});
export type ClientIntent = z.infer<typeof clientIntent>;

/**
 * One value of an entity. Synonyms are found with typing slips and without accents; patterns are regular expressions
 * of RE2's kind (no back-references, no look-around), which take linear time whatever the text.
 */
export const entityValue = z.object({
  value: z.string().check(z.minLength(1), z.maxLength(80)),
  type: z.enum(['synonyms', 'patterns']),
  synonyms: z._default(
    z.array(z.string().check(z.minLength(1), z.maxLength(120))).check(z.maxLength(50)),
    [],
  ),
  patterns: z._default(
    z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(10)),
    [],
  ),
});
export type EntityValue = z.infer<typeof entityValue>;

export const clientEntity = z.object({
  bot_id: numericId,
  entity_name: z.string(),
  template: z.nullable(templateName),
  values: z.array(entityValue),
});
export type ClientEntity = z.infer<typeof clientEntity>;

/** `entity_name` is what conditions call it: `@entity_name`, `@entity_name:value`. */
export const entityDraft = z.object({
  bot_id: numericId,
  entity_name: buildingName,
  values: z.array(entityValue).check(z.maxLength(BOT_LIMITS.botEntityValues)),
});
