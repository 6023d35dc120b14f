/** The draft of a bot, its published versions, and what differs between them. */
import * as z from 'zod/mini';
import { BOT_LIMITS } from '../bot-limits.ts';
import { instant, numericId } from '../primitives.ts';
import { area, templateName } from '../states.ts';

const person = z.nullable(z.object({ id: z.nullable(numericId), name: z.string() }));

/** What must be mended before the draft can be published (`error`), or had better be (`warning`). */
export const draftFault = z.object({
  level: z.enum(['error', 'warning']),
  /** In Spanish, for the owner. */
  message: z.string(),
  /** Where to mend it; null: in the welcome menu or the settings. */
  node_id: z.nullable(z.string()),
  intent_name: z.nullable(z.string()),
});
export type DraftFault = z.infer<typeof draftFault>;

export const draftState = z.object({
  bot_id: numericId,
  /** The template that the draft was last filled from. */
  template: z.nullable(templateName),
  /** Grows by one with every edit; `publish` takes it, so that nobody publishes what they have not seen. */
  revision: z.int(),
  /** The version that customers talk to; 0: none yet. */
  published_version: z.int(),
  /** How many things differ from it. */
  changes: z.int(),
  /** The last edit since the publication; null: none. */
  updated_at: z.nullable(instant),
  updated_by: person,
  published_at: z.nullable(instant),
  published_by: person,
  nodes: z.int(),
  intents: z.int(),
  examples: z.int(),
  faults: z.array(draftFault),
});
export type DraftState = z.infer<typeof draftState>;

export const DIFFERENCE_KINDS = ['node', 'intent', 'entity', 'synonym', 'welcome', 'settings'] as const;
export const difference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  /** node_id, intent_name, entity_name, synonym_name; 'welcome', or the setting's name. */
  id: z.string(),
  /** What people call it. */
  label: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  /** As texts, field by field; lists one entry a line. Null: there is none on that side. */
  fields: z.array(
    z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
});
export type Difference = z.infer<typeof difference>;

export const botVersion = z.object({
  bot_id: numericId,
  version: z.int(),
  /** What its publisher wrote about it. */
  note: z.nullable(z.string()),
  published_at: instant,
  published_by: person,
  /** It brought this older version back. */
  restored_from: z.nullable(z.int()),
  nodes: z.int(),
  intents: z.int(),
  /** Customers talk to this one. */
  current: z.boolean(),
});
export type BotVersion = z.infer<typeof botVersion>;

/** How the draft behaves around its nodes: hand-off by area, what is said while nobody attends, scores. */
export const engineSettings = z.object({
  /** Scores from 0 to 1: at `answer_at` an intent is answered, from `offer_at` on it is offered as a choice. */
  answer_at: z.number().check(z.minimum(0.3), z.maximum(0.99)),
  offer_at: z.number().check(z.minimum(0.1), z.maximum(0.95)),
  /** Misunderstood messages in a row before a person is offered. */
  offer_person_after: z.int().check(z.minimum(1), z.maximum(10)),
  /** Said instead of the hand-off's answer while nobody attends (by the bot's calendar); empty: the hand-off's own answer. */
  closed_answers: z.array(z.string().check(z.minLength(1), z.maxLength(4000))).check(z.maxLength(10)),
  /** Whether who asks for a person outside the hours waits in Pendientes all the same. */
  wait_when_closed: z.boolean(),
  /** Which area a hand-off goes to where its node names none: the first whose condition holds. */
  areas: z
    .array(z.object({ area, condition: z.nullable(z.string().check(z.maxLength(500))) }))
    .check(z.maxLength(20)),
  /** Phrases that must lead to no intent. */
  counterexamples: z
    .array(z.string().check(z.minLength(1), z.maxLength(500)))
    .check(z.maxLength(BOT_LIMITS.botCounterexamples)),
  /** Said when nothing was understood, above two or three choices, and with the offer of a person. */
  fallback_answers: z
    .array(z.string().check(z.minLength(1), z.maxLength(4000)))
    .check(z.minLength(1), z.maxLength(10)),
  choice_answers: z
    .array(z.string().check(z.minLength(1), z.maxLength(4000)))
    .check(z.minLength(1), z.maxLength(10)),
  offer_answers: z
    .array(z.string().check(z.minLength(1), z.maxLength(4000)))
    .check(z.minLength(1), z.maxLength(10)),
});
export type EngineSettings = z.infer<typeof engineSettings>;

/** A phrase that the bot must understand, run before publishing. `intent_name` null: it must answer nothing. */
export const testPhrase = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(500)),
  intent_name: z.nullable(z.string().check(z.maxLength(100))),
});
export type TestPhrase = z.infer<typeof testPhrase>;
