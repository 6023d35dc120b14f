/** Every template by name, and what a bot of it says (docs/product.md §3 Template, Skill section). */
import { TEMPLATES, type TemplateName } from '../../../contract/states.ts';
import type { BotModel } from '../engine/bot-model.ts';
import ecommerceExamples from './examples/ecommerce.json' with { type: 'json' };
import foreign from './examples/foreign.json' with { type: 'json' };
import genericaExamples from './examples/generica.json' with { type: 'json' };
import { readTemplate, type Template } from './template.ts';
import ecommerce from './templates/ecommerce.json' with { type: 'json' };
import generica from './templates/generica.json' with { type: 'json' };
import { compileTopics, sectionName } from './topics/topic.ts';

export const CATALOGUE: Record<TemplateName, Template> = {
  /** Filled in for a Chilean outdoor shop. */
  ecommerce: readTemplate('ecommerce', {
    words: ecommerce,
    examples: ecommerceExamples,
    counterexamples: foreign.ecommerce,
  }),
  /** An office or a service business. */
  generica: readTemplate('generica', {
    words: generica,
    examples: genericaExamples,
    counterexamples: foreign.generica,
  }),
};

/** What a new bot of a template says. */
export function templateModel(template: TemplateName, botName: string): BotModel {
  const { sections, examples, counterexamples, entities, shell } = CATALOGUE[template];
  return {
    ...shell(botName),
    ...compileTopics(sections, { template, examples }),
    entities: [...entities],
    counterexamples: [...counterexamples],
    template,
  };
}

/** Nodes, intents and entities as their templates wrote them, made once. */
export const WRITTEN: Record<TemplateName, BotModel> = Object.fromEntries(
  TEMPLATES.map((name) => [name, templateModel(name, 'tu negocio')]),
) as Record<TemplateName, BotModel>;

/** What interactions are under that stand in no section. */
const NO_SECTION = 'Otras';
const HEADINGS: ReadonlyMap<string, string> = new Map(
  Object.values(CATALOGUE).flatMap(({ sections }) =>
    sections.map(({ section }) => [sectionName(section), section] as const),
  ),
);

/** What people read over a section; of one that no template has, its name. @param section '' where it is none */
export const headingOf = (section: string): string => HEADINGS.get(section) ?? (section || NO_SECTION);

/** Sections of a template in their order, with the name that calls take and the one that people read. */
export function sectionsOf(template: TemplateName): { name: string; heading: string; intents: number }[] {
  const { sections, examples } = CATALOGUE[template];
  return sections.map(({ section, topics }) => ({
    name: sectionName(section),
    heading: section,
    intents: topics.filter(({ name }) => examples[name] !== undefined).length,
  }));
}
