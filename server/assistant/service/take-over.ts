/** Puts what was imported into a model, in place: beside what is there, or in place of the owner's own things. */

import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { ImportReport } from '../../../contract/entities/assistant.ts';
import { removeNodes } from '../building/edit-nodes.ts';
import type { BotModel } from '../engine/bot-model.ts';
import type { Imported } from './import-watson.ts';

/** @param replace the owner's own nodes, intents and entities go first; what came with a template stays */
export function takeOver(model: BotModel, imported: Imported, replace: boolean): ImportReport {
  const leftOut = [...imported.leftOut];
  if (replace) removeOwn(model);
  const entities = model.entities ?? [];
  model.entities = entities;
  /** Those whose key is free; the others are reported. */
  const free = <T>(
    things: readonly T[],
    taken: ReadonlySet<string>,
    keyOf: (thing: T) => string,
    kind: string,
  ) =>
    things.filter((thing) => {
      const clash = taken.has(keyOf(thing));
      if (clash)
        leftOut.push({
          what: `${kind} «${keyOf(thing)}»`,
          reason: 'ya hay una con ese nombre',
          node_id: null,
        });
      return !clash;
    });
  const ids = new Set(model.nodes.map(({ id }) => id));
  const nodes = free(imported.nodes, ids, ({ id }) => id, 'Interacción');
  const names = new Set(model.intents.map(({ name }) => name));
  const intents = free(imported.intents, names, ({ name }) => name, 'Intención');
  const known = new Set(entities.map(({ name }) => name));
  const taken = free(imported.entities, known, ({ name }) => name, 'Entidad');
  // Before the template's: who brings their own bot means it to answer first.
  model.nodes.unshift(...nodes);
  model.intents.push(...intents);
  entities.push(...taken);
  if (imported.counterexamples.length > 0) {
    const all = [...new Set([...(model.counterexamples ?? []), ...imported.counterexamples])];
    model.counterexamples = all.slice(0, 500);
  }
  if (imported.welcome.length > 0) model.welcome.answers = imported.welcome.slice(0, BOT_LIMITS.botAnswers);
  if (imported.fallback.length > 0)
    model.fallback.answers = imported.fallback.slice(0, BOT_LIMITS.botAnswers);
  const person = nodes.find(({ handoff }) => handoff);
  if (person && !model.nodes.some(({ id }) => id === model.handoff.node)) model.handoff.node = person.id;
  return {
    intents: intents.length,
    examples: intents.reduce((sum, { examples }) => sum + examples.length, 0),
    entities: taken.length,
    nodes: nodes.length,
    left_out: leftOut,
  };
}

function removeOwn(model: BotModel): void {
  const own = model.nodes.filter((node) => node.template === undefined && node.id !== model.handoff.node);
  removeNodes(model, new Set(own.map(({ id }) => id)));
  model.intents = model.intents.filter(
    ({ name, template }) => template !== undefined || model.nodes.some((node) => node.intent === name),
  );
  model.entities = (model.entities ?? []).filter(({ template }) => template !== undefined);
}
