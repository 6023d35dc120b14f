/** A model made ready to answer: what a turn looks up is looked up here, once a version. */
import type { BotModel, BotNode } from './bot-model.ts';
import { type Condition, ConditionFault, readCondition } from './condition.ts';
import { EntityFinder } from './entities.ts';

/** At this score an intent is answered at once, unless the owner says otherwise. */
export const ANSWER_AT = 0.7;
/** At this score an intent is offered as a choice. */
export const OFFER_AT = 0.4;

export interface CompiledModel {
  model: BotModel;
  /** Nodes that are switched on, by id. */
  live: ReadonlyMap<string, BotNode>;
  /** Live nodes of an intent that don't wait for a parent, in the model's order. */
  byIntent: ReadonlyMap<string, readonly BotNode[]>;
  /** Live nodes that answer right after another one. */
  children: ReadonlyMap<string, readonly BotNode[]>;
  /** Live nodes without intent and parent that have a condition. */
  conditioned: readonly BotNode[];
  /** By node id. A condition that can't be read never holds. */
  conditions: ReadonlyMap<string, Condition>;
  entities: EntityFinder;
  answerAt: number;
  offerAt: number;
  areas: readonly { area: string; holds: Condition }[];
}

const never: Condition = () => false;
const always: Condition = () => true;

function compileCondition(text: string): Condition {
  try {
    return readCondition(text);
  } catch (error) {
    if (error instanceof ConditionFault) return never;
    throw error;
  }
}

function group(
  nodes: readonly BotNode[],
  key: (node: BotNode) => string | undefined,
): Map<string, BotNode[]> {
  const groups = new Map<string, BotNode[]>();
  for (const node of nodes) {
    const name = key(node);
    if (name === undefined) continue;
    const list = groups.get(name);
    if (list) list.push(node);
    else groups.set(name, [node]);
  }
  return groups;
}

/** Milliseconds for hundreds of nodes; never throws on a model that its schema accepts. */
export function compileModel(model: BotModel): CompiledModel {
  const nodes = model.nodes.filter((node) => node.status);
  const roots = nodes.filter((node) => node.parent === undefined);
  const settings = model.settings ?? {};
  return {
    model,
    // The first of two with the same id wins, as in the list.
    live: new Map(nodes.toReversed().map((node) => [node.id, node])),
    byIntent: group(roots, (node) => node.intent),
    children: group(nodes, (node) => node.parent),
    conditioned: roots.filter((node) => node.intent === undefined && node.conditions !== undefined),
    conditions: new Map(
      nodes.flatMap((node) =>
        node.conditions === undefined ? [] : [[node.id, compileCondition(node.conditions)]],
      ),
    ),
    entities: new EntityFinder(model.entities ?? []),
    answerAt: settings.answer_at ?? ANSWER_AT,
    // Nothing is answered that would not even be offered.
    offerAt: Math.min(settings.offer_at ?? OFFER_AT, settings.answer_at ?? ANSWER_AT),
    areas: (settings.areas ?? []).map(({ area, condition }) => ({
      area,
      holds: condition === null ? always : compileCondition(condition),
    })),
  };
}
