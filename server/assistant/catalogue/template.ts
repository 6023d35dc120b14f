/** A template, as its files say it: what it says, how people ask for it, what they ask that it has no answer for. */
import * as z from 'zod/mini';
import type { TemplateName } from '../../../contract/states.ts';
import { type BotModel, Entity } from '../engine/bot-model.ts';
import { type Examples, shellOf } from './topics/topic.ts';
import { examplePhrases, type TopicSection, writtenBot } from './topics/written-bot.ts';

const word = z.string().check(z.minLength(1), z.maxLength(100));

/** `templates/*.json`. */
export const templateFile = z.extend(writtenBot, {
  label: z.string().check(z.minLength(1), z.maxLength(80)),
  /** Words that questions turn on; conditions call them `@talla`, `@medio_de_pago` … */
  entities: z.array(
    z.strictObject({
      name: Entity.shape.name,
      values: z.array(z.strictObject({ value: word, synonyms: z.array(word) })).check(z.minLength(1)),
    }),
  ),
});

/** `examples/ecommerce.json`, `examples/generica.json`: phrases of many people, by topic. */
export const examplesFile = z.record(z.string(), examplePhrases);

/** A template whole: what a new bot starts from. `shell` is what surrounds the topics. */
export interface Template {
  label: string;
  sections: readonly TopicSection[];
  /** Phrases of many people for each topic that has any. */
  examples: Examples;
  /** What its customers ask that it has no answer for. */
  counterexamples: readonly string[];
  entities: readonly Entity[];
  shell: (botName: string) => Pick<BotModel, 'welcome' | 'fallback' | 'choice' | 'handoff'>;
}

/** Reads a template from what its files hold; throws where one is not as it should be. */
export function readTemplate(
  template: TemplateName,
  files: { words: unknown; examples: unknown; counterexamples: unknown },
): Template {
  const { label, entities, ...bot } = templateFile.parse(files.words);
  return {
    label,
    sections: bot.sections,
    examples: examplesFile.parse(files.examples),
    counterexamples: examplePhrases.parse(files.counterexamples),
    entities: entities.map(({ name, values }) => ({
      name,
      template,
      values: values.map(({ value, synonyms }) => ({ value, type: 'synonyms', synonyms, patterns: [] })),
    })),
    shell: (botName) => shellOf(bot, botName),
  };
}
