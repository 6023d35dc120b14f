/**
 * What saving an interaction sends: phrases and words are two things, each judged by the revision that the form was
 * filled from. What was saved before a refusal is not sent again: the form is filled anew meanwhile.
 */
import { botIntentCalls } from '../../../contract/calls/bot-intents.ts';
import { botNodeCalls } from '../../../contract/calls/bot-nodes.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import type { TemplateName } from '../../../contract/states.ts';
import { call } from '../../api/call.ts';
import type { Building } from './center-queries.ts';
import {
  freeIntentName,
  type InteractionDraft,
  nodeToSend,
  optionsToSend,
  readExamples,
  spoken,
} from './interaction-draft.ts';

export type Written = ClientNode & { template: TemplateName };
/** Whether it came with a template. */
export const isWritten = (node: ClientNode | null): node is Written =>
  node !== null && node.template !== null;

/** What was saved and how it was typed; `revision` is the one that the form was filled from. */
export interface SaveInput {
  building: Building;
  before: InteractionDraft;
  after: InteractionDraft;
  revision: number;
  /** The intent that an earlier try made for a new interaction, whose node was refused. */
  made: { current: string | null };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Intents of the draft but this one. */
export const otherIntents = ({ intents }: Building, own: string | null) =>
  intents.filter(({ intent_name }) => intent_name !== own);

/** Phrases of an intent; answers the revision. */
async function saveExamples(
  botId: number,
  intent_name: string,
  examples: string[],
  revision: number,
): Promise<number> {
  const saved = await call(botIntentCalls.createCustomIntent, {
    body: { bot_id: botId, intent_name, examples, revision },
  });
  return saved.revision;
}

/**
 * A preloaded interaction: its phrases where they changed, its words with 'nodes/copy' (spec §7). Answers the revision.
 * @throws ApiError: 409 when somebody changed it since
 */
export async function savePreloaded(
  botId: number,
  node: Written,
  { building, before, after, revision }: SaveInput,
): Promise<number> {
  let at = revision;
  const { kept } = readExamples(after.examples, otherIntents(building, node.intent_name));
  if (node.intent_name !== null && before.examples !== after.examples)
    at = await saveExamples(botId, node.intent_name, kept, revision);
  if (same([before.answers, before.buttons], [after.answers, after.buttons])) return at;
  const copied = await call(botNodeCalls.copyNodes, {
    body: {
      bot_id: botId,
      template: node.template,
      node_id: node.node_id,
      answers: spoken(after.answers),
      buttons: optionsToSend(after.buttons),
      revision,
    },
  });
  return copied.revision;
}

/**
 * A custom interaction: its intent, then its node ('update when an id is present, otherwise a create', spec §4).
 * @param node null: a new one
 */
export async function saveCustom(
  botId: number,
  node: ClientNode | null,
  { building, before, after, revision, made }: SaveInput,
): Promise<number> {
  let intent_name = node?.intent_name ?? made.current;
  const { kept } = readExamples(after.examples, otherIntents(building, intent_name));
  if (kept.length > 0 && (intent_name === null || before.examples !== after.examples)) {
    intent_name ??= freeIntentName(after.title, building.intents);
    await saveExamples(botId, intent_name, kept, made.current === null ? revision : building.revision);
    if (!node) made.current = intent_name;
  } else if (kept.length === 0 && intent_name !== null) {
    await call(botIntentCalls.deleteCustomIntent, {
      params: { intent: intent_name },
      query: { bot_id: botId },
    });
    intent_name = null;
  }
  const body = { ...nodeToSend(after), intent_name, bot_id: botId };
  const saved = node
    ? await call(botNodeCalls.updateCustomNode, { body: { ...body, node_id: node.node_id, revision } })
    : await call(botNodeCalls.createCustomNode, { body });
  return saved.revision;
}

/** Everything as the template wrote it: phrases and words; whether it is switched on stays. Answers the revision. */
export async function resetToTemplate(botId: number, node: Written, revision: number): Promise<number> {
  if (node.intent_name !== null)
    await call(botIntentCalls.copyIntents, {
      body: { bot_id: botId, template: node.template, intent_names: [node.intent_name] },
    });
  const copied = await call(botNodeCalls.copyNodes, {
    body: { bot_id: botId, template: node.template, node_id: node.node_id, revision },
  });
  return copied.revision;
}

/** The node and the intent that nothing else answers to. Answers the revision. @param seen which one was shown */
export async function deleteCustom(
  botId: number,
  node: ClientNode,
  { nodes }: Building,
  seen: number,
): Promise<number> {
  const query = { bot_id: botId };
  const { revision } = await call(botNodeCalls.deleteCustomNode, {
    params: { node: node.node_id },
    query: { ...query, revision: seen },
  });
  const { intent_name: intent } = node;
  const shared = nodes.some((other) => other.intent_name === intent && other.node_id !== node.node_id);
  if (intent === null || shared) return revision;
  return (await call(botIntentCalls.deleteCustomIntent, { params: { intent }, query })).revision;
}
