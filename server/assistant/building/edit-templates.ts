/** Copying, completing and changing templates within a model, in place (docs/product.md §4 'Template change'). */
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { TEMPLATES, type TemplateName } from '../../../contract/states.ts';
import { templateModel, WRITTEN } from '../catalogue/catalogue.ts';
import type { BotModel, BotNode, Entity, Intent } from '../engine/bot-model.ts';
import { removeNodes } from './edit-nodes.ts';

export interface Copied {
  created: string[];
  updated: string[];
}

/** Puts `things` into `into`, in place of those of the same key; with `onlyMissing` those that are there stay. */
function merge<T extends Intent | BotNode | Entity>(
  into: T[],
  things: readonly T[],
  keyOf: (thing: T) => string,
  onlyMissing: boolean,
): Copied {
  const copied: Copied = { created: [], updated: [] };
  for (const thing of things) {
    const key = keyOf(thing);
    const at = into.findIndex((one) => keyOf(one) === key);
    if (at === -1) {
      into.push(structuredClone(thing));
      copied.created.push(key);
    } else if (!onlyMissing) {
      into[at] = structuredClone(thing);
      copied.updated.push(key);
    }
  }
  return copied;
}

const nameOf = (thing: Intent | Entity) => thing.name;

/** @param names those of the template alone; absent: all */
export function copyIntents(
  model: BotModel,
  template: TemplateName,
  names: readonly string[] | undefined,
  onlyMissing: boolean,
): Copied {
  const wanted = WRITTEN[template].intents.filter(({ name }) => !names || names.includes(name));
  return merge(model.intents, wanted, nameOf, onlyMissing);
}

/** Adds the template's entities that the bot has not. @returns what became of them */
export function copyEntities(model: BotModel, template: TemplateName): Copied {
  const entities = model.entities ?? [];
  model.entities = entities;
  return merge(entities, WRITTEN[template].entities ?? [], nameOf, false);
}

/** @param id that node alone; absent: all */
export function copyNodes(
  model: BotModel,
  template: TemplateName,
  id: string | undefined,
  onlyMissing: boolean,
): Copied {
  const wanted = WRITTEN[template].nodes.filter((node) => id === undefined || node.id === id);
  return merge(model.nodes, wanted, (node) => node.id, onlyMissing);
}

/** Takes out the template's intents; nodes of theirs are reached by options alone. Answers how many went. */
export function deleteTemplateIntents(model: BotModel, template: TemplateName): number {
  const before = model.intents.length;
  const gone = new Set(model.intents.filter((one) => one.template === template).map(({ name }) => name));
  model.intents = model.intents.filter(({ name }) => !gone.has(name));
  for (const node of model.nodes) if (node.intent !== undefined && gone.has(node.intent)) delete node.intent;
  return before - model.intents.length;
}

/** Takes the template's entities out of the model. @returns how many */
export function deleteTemplateEntities(model: BotModel, template: TemplateName): number {
  const before = model.entities ?? [];
  model.entities = before.filter((one) => one.template !== template);
  return before.length - model.entities.length;
}

/** Takes the template's nodes, with what leads to them, out of the model. @returns how many */
export function deleteTemplateNodes(model: BotModel, template: TemplateName): number {
  const gone = new Set(model.nodes.filter((node) => node.template === template).map(({ id }) => id));
  removeNodes(model, gone);
  return gone.size;
}

/** What is near to one template's subjects and foreign to it may well be a subject of another one. */
const foreignOfTemplates = new Set(TEMPLATES.flatMap((name) => WRITTEN[name].counterexamples ?? []));

/**
 * The bot of another template: what came with any template goes, the new one's comes, with its greeting and menu. The
 * owner's own interactions stay; of two with one name the owner's stays.
 */
export function changeTemplate(model: BotModel, template: TemplateName, botName: string): void {
  const next = templateModel(template, botName);
  const foreign = new Set(model.nodes.filter((node) => node.template !== undefined).map(({ id }) => id));
  const orphaned = new Set(model.nodes.filter((node) => node.menuOnly).map(({ id }) => id));
  removeNodes(model, new Set([...foreign, ...orphaned]));
  const lost = new Set(model.intents.filter((one) => one.template !== undefined).map(({ name }) => name));
  model.intents = model.intents.filter(({ name }) => !lost.has(name));
  for (const node of model.nodes) if (node.intent !== undefined && lost.has(node.intent)) delete node.intent;
  model.entities = (model.entities ?? []).filter((one) => one.template === undefined);
  merge(model.nodes, next.nodes, (node) => node.id, true);
  merge(model.intents, next.intents, nameOf, true);
  merge(model.entities, next.entities ?? [], nameOf, true);
  model.counterexamples = [
    ...(model.counterexamples ?? []).filter((text) => !foreignOfTemplates.has(text)),
    ...(next.counterexamples ?? []),
  ].slice(0, BOT_LIMITS.botCounterexamples);
  model.welcome = next.welcome;
  model.fallback = next.fallback;
  model.choice = next.choice;
  model.handoff = next.handoff;
  model.template = template;
}
