/** An interaction within a model, in place: a node with the phrases that lead to it. Answers what the audit keeps. */
import type { NodeDraft } from '../../../contract/entities/bot-node.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotModel, BotNode } from '../engine/bot-model.ts';
import type { AuditNote } from './draft-store.ts';
import { deleteIntent, noteOfIntent, saveIntent } from './edit-intents.ts';
import { applyNodeDraft, removeNodes } from './edit-nodes.ts';
import { copyIntents, copyNodes } from './edit-templates.ts';
import { addNode, noteOf } from './node-edits.ts';
import type { TouchedItem } from './touched.ts';

export type InteractionDraft = Omit<NodeDraft, 'intent_name'> & { examples?: string[] | undefined };

/** Its intent, where nothing else answers to it. */
export function ownIntent(model: BotModel, node: BotNode): string | null {
  const shared = model.nodes.some((other) => other !== node && other.intent === node.intent);
  return node.intent === undefined || shared ? null : node.intent;
}

/** The things of the draft that this edit of a node writes over. */
export function thingsOf(node: BotNode, { examples, ...fields }: InteractionDraft): TouchedItem[] {
  const words = Object.values(fields).some((value) => value !== undefined);
  return [
    ...(words ? [{ kind: 'node', id: node.id } as const] : []),
    ...(examples !== undefined && node.intent !== undefined
      ? [{ kind: 'intent', id: node.intent } as const]
      : []),
  ];
}

/** A name that no intent has yet, made from the name of the node that it leads to. */
function freeIntent(model: BotModel, name: string): string {
  const taken = new Set(model.intents.map((intent) => intent.name));
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name}_${count}`;
    if (!taken.has(free)) return free;
  }
}

/** Puts phrases in place of the node's. Answers the intent that it has then. Throws rule at `examples`. */
function putExamples(
  model: BotModel,
  node: BotNode,
  examples: readonly string[],
): { intent: string | null; audits: AuditNote[] } {
  if (examples.length > 0) {
    const intent = node.intent ?? freeIntent(model, node.name);
    const { before, after } = saveIntent(model, intent, examples);
    return { intent, audits: [noteOfIntent(before, after)] };
  }
  const own = ownIntent(model, node);
  return {
    intent: null,
    audits: own === null ? [] : [noteOfIntent(deleteIntent(model, own), null)],
  };
}

/** Throws rule at the field. */
export function addInteraction(
  model: BotModel,
  { examples = [], ...draft }: InteractionDraft & { title: string; answers: string[] },
): { node: BotNode; audits: AuditNote[] } {
  const node = addNode(model, draft);
  const { intent, audits } = putExamples(model, node, examples);
  if (intent !== null) node.intent = intent;
  return { node, audits: [...audits, noteOf(null, node)] };
}

/** What is absent stays. Throws rule at the field. */
export function changeInteraction(
  model: BotModel,
  node: BotNode,
  { examples, ...draft }: InteractionDraft,
): AuditNote[] {
  const before = structuredClone(node);
  const phrases = examples && putExamples(model, node, examples);
  applyNodeDraft(model, node, { ...draft, ...(phrases ? { intent_name: phrases.intent } : {}) });
  return [...(phrases?.audits ?? []), noteOf(before, node)];
}

/** The node and its phrases as its template wrote them. Throws rule for one that came with none. */
export function resetInteraction(model: BotModel, node: BotNode): { node: BotNode; audits: AuditNote[] } {
  const { id, template, status } = node;
  if (template === undefined || copyNodes(model, template, id, false).updated.length === 0)
    throw new Refused('rule', { message: 'Esta interacción no viene de una plantilla.' });
  const copied = model.nodes.find((one) => one.id === id) ?? node;
  copied.status = status;
  const { intent } = copied;
  const audits = [noteOf(node, copied)];
  if (intent !== undefined) {
    const before = model.intents.find(({ name }) => name === intent) ?? null;
    copyIntents(model, template, [intent], false);
    const after = model.intents.find(({ name }) => name === intent) ?? null;
    audits.push(noteOfIntent(before, after));
  }
  return { node: copied, audits };
}

/** The node with all that led to it, and its own intent. */
export function deleteInteraction(model: BotModel, node: BotNode): AuditNote[] {
  const intent = ownIntent(model, node);
  removeNodes(model, new Set([node.id]));
  const gone = intent === null ? [] : [noteOfIntent(deleteIntent(model, intent), null)];
  return [noteOf(node, null), ...gone];
}
