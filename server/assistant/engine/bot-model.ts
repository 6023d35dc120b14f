import * as z from 'zod/mini';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { engineSettings } from '../../../contract/entities/bot-draft.ts';
import { contextValues, nodeTicket } from '../../../contract/entities/bot-node.ts';
import { nodeSlot } from '../../../contract/entities/bot-slot.ts';
import { templateName } from '../../../contract/states.ts';

/**
 * What a bot says and knows, as data: stored per bot as one JSON document, edited by its owner, read by the engine.
 * A node is an answer with its options; an intent is a name with example phrases; a node names the intent that leads
 * to it. What was added later (conditions, entities, settings …) is optional: older documents stay readable.
 */

/** Shorter than a button's id, which may hold a node's id behind 'choice>'. */
const id = z.string().check(z.minLength(1), z.maxLength(100));
const buttonId = z.string().check(z.minLength(1), z.maxLength(120));

/** One option: `id` is what the widget sends back, unique within its menu; `node` is where it leads. */
export const Button = z.object({
  id: buttonId,
  label: z.string().check(z.minLength(1), z.maxLength(80)),
  node: id,
});
export type Button = z.infer<typeof Button>;

/** Alternatives of one text, of which one is picked, and the options under it. */
export const NodeAnswer = z.object({
  answers: z.array(z.string().check(z.minLength(1), z.maxLength(4000))).check(z.minLength(1)),
  buttons: z.array(Button).check(z.maxLength(BOT_LIMITS.botButtons)),
});
export type NodeAnswer = z.infer<typeof NodeAnswer>;

/** `status: false` is switched off: never answered, never offered. `handoff` passes the customer to a person. */
export const BotNode = z.extend(NodeAnswer, {
  id,
  name: id,
  title: z.string().check(z.minLength(1), z.maxLength(80)),
  section: z.optional(z.string()),
  intent: z.optional(id),
  status: z.boolean(),
  handoff: z.optional(z.boolean()),
  area: z.optional(z.nullable(z.string())),
  /** The template that it came with; absent: the owner's own. */
  template: z.optional(templateName),
  /** A condition (condition.ts): when it may answer. */
  conditions: z.optional(z.string().check(z.maxLength(BOT_LIMITS.botCondition))),
  /** It answers only right after this node was answered. */
  parent: z.optional(id),
  /** Said right after it. */
  next: z.optional(id),
  /** Left in the conversation when it is answered; null takes a value away. */
  context: z.optional(contextValues),
  /** The value that it asks for before it answers. */
  slot: z.optional(nodeSlot),
  /** What it opens for the customer when it has answered. */
  ticket: z.optional(nodeTicket),
  /** Made for one option of the welcome menu and deleted with it. */
  menuOnly: z.optional(z.boolean()),
  /** What an import could not take over, for the owner's eyes. */
  needsReview: z.optional(z.string()),
  /** The node as it was imported, so that an export loses nothing. */
  imported: z.optional(z.json()),
});
export type BotNode = z.infer<typeof BotNode>;

export const Intent = z.object({
  name: id,
  examples: z.array(z.string().check(z.maxLength(BOT_LIMITS.botExample))),
  /** The template that it came with; absent: the owner's own. */
  template: z.optional(templateName),
});
export type Intent = z.infer<typeof Intent>;

/** Words that mean something wherever they stand: sizes, places, products. */
export const Entity = z.object({
  name: id,
  template: z.optional(templateName),
  values: z.array(
    z.object({
      value: z.string(),
      type: z.enum(['synonyms', 'patterns']),
      synonyms: z.array(z.string()),
      patterns: z.array(z.string()),
    }),
  ),
});
export type Entity = z.infer<typeof Entity>;

/** What its owner says means the same: words and short phrases. A general concept's name adds to that one. */
export const SynonymGroup = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(BOT_LIMITS.botSynonym)),
  words: z
    .array(z.string().check(z.minLength(1), z.maxLength(BOT_LIMITS.botSynonym)))
    .check(z.maxLength(BOT_LIMITS.botSynonymWords)),
});
export type SynonymGroup = z.infer<typeof SynonymGroup>;

/** Areas, scores, what is said while nobody attends; the other texts of `EngineSettings` have places of their own in the model. */
export const ModelSettings = z.partial(
  z.pick(engineSettings, {
    answer_at: true,
    offer_at: true,
    closed_answers: true,
    wait_when_closed: true,
    areas: true,
  }),
);
export type ModelSettings = z.infer<typeof ModelSettings>;

export const BotModel = z.object({
  welcome: NodeAnswer,
  nodes: z.array(BotNode),
  intents: z.array(Intent),
  entities: z.optional(z.array(Entity)),
  synonyms: z.optional(z.array(SynonymGroup)),
  settings: z.optional(ModelSettings),
  /** The template that it was last filled from. */
  template: z.optional(templateName),
  /** Phrases that must lead to no intent, beside the engine's general ones. */
  counterexamples: z.optional(z.array(z.string().check(z.maxLength(500)))),
  fallback: NodeAnswer,
  /** Said above two or three options when the engine isn't sure what was meant. */
  choice: z.object({ answers: NodeAnswer.shape.answers }),
  /** `node` is the node with `handoff: true`; `offer` is said after that many misunderstood messages in a row. */
  handoff: z.object({
    node: id,
    offerAfterFallbacks: z.int().check(z.minimum(1), z.maximum(10)),
    offer: z.object({ answers: NodeAnswer.shape.answers }),
  }),
});
export type BotModel = z.infer<typeof BotModel>;

/** What the engine remembers between two messages of a conversation: stored as it is, as JSON. */
export const BotContext = z.object({
  /** Options of the last message that had any: a label, a number or an id chooses among them. */
  menu: z.array(Button),
  /** Messages in a row that weren't understood. */
  fallbacks: z.int().check(z.minimum(0)),
  /** The last turn offered choices: a second unsure one in a row counts as not understood. */
  choosing: z.boolean(),
  /** Last node answered, null before the first. */
  node: z.nullable(z.string()),
  /** What nodes left in the conversation. */
  vars: z.optional(contextValues),
  /** A node waits for its value; `tries`: how often what came was none. */
  asking: z.optional(z.object({ node: z.string(), tries: z.int().check(z.minimum(0)) })),
  /** The last turn offered a person: 'sí' takes it. */
  offered: z.optional(z.boolean()),
  /** What the customer wrote last: a follow-up ('¿y a Temuco?') is heard together with it. */
  before: z.optional(z.string()),
  /** The products that the last turn looked for, in the customer's words. */
  sought: z.optional(z.string().check(z.maxLength(400))),
  /** The talk about an order (orders/order-talk.ts). */
  order: z.optional(
    z.object({
      number: z.optional(z.string().check(z.maxLength(40))),
      email: z.optional(z.string().check(z.maxLength(254))),
      tries: z.int().check(z.minimum(0)),
      waits: z.boolean(),
    }),
  ),
});
export type BotContext = z.infer<typeof BotContext>;

/** The context of a conversation in which nothing has been said. */
export const emptyContext: BotContext = { menu: [], fallbacks: 0, choosing: false, node: null };

/**
 * Faults of a model that its schema can't see, as English lines for a log or a test: duplicate ids, buttons and the
 * hand-off that lead nowhere, intents without a node, nodes of unknown intents. Empty = sound.
 */
export function modelFaults(model: BotModel): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  for (const node of model.nodes) {
    if (ids.has(node.id)) faults.push(`two nodes have the id ${node.id}`);
    ids.add(node.id);
  }
  const intents = new Set<string>();
  for (const intent of model.intents) {
    if (intents.has(intent.name)) faults.push(`two intents are named ${intent.name}`);
    intents.add(intent.name);
    if (!model.nodes.some((node) => node.intent === intent.name))
      faults.push(`intent ${intent.name} has no node`);
  }
  for (const node of model.nodes) {
    if (node.intent && !intents.has(node.intent))
      faults.push(`node ${node.id} names unknown intent ${node.intent}`);
  }
  for (const [owner, answer] of [
    ['welcome', model.welcome] as const,
    ['fallback', model.fallback] as const,
    ...model.nodes.map((node) => [node.id, node] as const),
  ]) {
    const seen = new Set<string>();
    for (const button of answer.buttons) {
      if (seen.has(button.id)) faults.push(`${owner} has two buttons with the id ${button.id}`);
      seen.add(button.id);
      if (!ids.has(button.node))
        faults.push(`button ${button.id} of ${owner} leads to unknown node ${button.node}`);
    }
  }
  if (!model.nodes.some((node) => node.id === model.handoff.node && node.handoff)) {
    faults.push(`hand-off node ${model.handoff.node} doesn't exist or hands nothing off`);
  }
  return faults;
}
