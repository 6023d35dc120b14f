/** Every template by name, and what a bot of it says (docs/product.md §3 Template, Skill section). */
import { TEMPLATES, type TemplateName } from '../../../contract/states.ts';
import type { BotModel } from '../engine/bot-model.ts';
import { ecommerce } from './ecommerce.ts';
import { generica } from './generica.ts';
import { compileTopics, sectionName, type Template } from './topics/topic.ts';

export const CATALOGUE: Record<TemplateName, Template> = { ecommerce, generica };

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

/** Sections of a template in their order, with the name that calls take and the one that people read. */
export function sectionsOf(template: TemplateName): { name: string; heading: string; intents: number }[] {
  const { sections, examples } = CATALOGUE[template];
  return sections.map(({ section, topics }) => ({
    name: sectionName(section),
    heading: section,
    intents: topics.filter(({ name }) => examples[name] !== undefined).length,
  }));
}
