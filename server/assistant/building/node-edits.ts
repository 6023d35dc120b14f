/** One node made, changed, deleted: what the Templates and the Assistant service do alike. */
import type { ClientNode, NodeDraft } from '../../../contract/entities/bot-node.ts';
import type { App } from '../../platform/app.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import type { BotSession } from '../../platform/http/session.ts';
import type { BotModel, BotNode } from '../engine/bot-model.ts';
import { type AuditNote, editDraft } from './draft-store.ts';
import { applyNodeDraft, auditOfNode, freeName, removeNodes, requireNode } from './edit-nodes.ts';
import { findNode, toClientNode } from './to-wire.ts';
import { requireUntouched, requireUntouchedTo } from './touched.ts';

interface Edited {
  revision: number;
  node: ClientNode;
}

/** The record of a node that was made (`before` null), changed, or deleted (`after` null). */
export function noteOf(before: BotNode | null, after: BotNode | null): AuditNote {
  const node = after ?? before;
  return {
    type: node?.template === undefined ? 'custom nodes' : 'template nodes',
    id: node?.name ?? '',
    before: before && auditOfNode(before),
    after: after && auditOfNode(after),
  };
}

/**
 * A new node at the end of the model. Throws rule at the field.
 * @param wanted the id that it gets; one that is free is made of its name or title without it
 */
export function addNode(
  model: BotModel,
  draft: NodeDraft & { title: string; answers: string[] },
  wanted?: string | null,
): BotNode {
  if (draft.node_name !== undefined && findNode(model, draft.node_name))
    throw fieldFault('node_name', `Ya hay una interacción que se llama «${draft.node_name}».`);
  if (typeof wanted === 'string' && findNode(model, wanted))
    throw fieldFault('node_id', `Ya hay una interacción que se llama «${wanted}».`);
  const name = draft.node_name ?? wanted ?? freeName(model, draft.title);
  const { title, answers } = draft;
  const node: BotNode = { id: wanted ?? name, name, title, answers, buttons: [], status: true };
  model.nodes.push(node);
  applyNodeDraft(model, node, draft);
  return node;
}

/** Throws rule at the field. */
export async function createNode(
  app: App,
  by: BotSession,
  draft: NodeDraft & { title: string; answers: string[] },
): Promise<Edited> {
  const {
    result,
    revision,
    draft: after,
  } = await editDraft(app, by, (model) => {
    const node = addNode(model, draft);
    return { result: node, audits: [noteOf(null, node)] };
  });
  return { revision, node: toClientNode(after, result) };
}

/**
 * @param name node_id or node_name
 * @param seen the draft's revision when the node was opened for editing. Throws not_found, conflict, rule at the field
 */
export async function changeNode(
  app: App,
  by: BotSession,
  name: string,
  draft: NodeDraft,
  seen?: number,
): Promise<Edited> {
  const {
    result,
    revision,
    draft: after,
  } = await editDraft(app, by, (model, present) => {
    const node = requireNode(model, name);
    requireUntouched(present, seen, { kind: 'node', id: node.id });
    const before = structuredClone(node);
    applyNodeDraft(model, node, draft);
    return { result: node, audits: [noteOf(before, node)] };
  });
  return { revision, node: toClientNode(after, result) };
}

/**
 * Answers the draft's revision.
 * @param seen the draft's revision when the node was shown. Throws not_found, conflict
 */
export async function deleteNode(app: App, by: BotSession, name: string, seen?: number): Promise<number> {
  const { revision } = await editDraft(app, by, (model, present) => {
    const node = requireNode(model, name);
    requireUntouchedTo('delete', present, seen, [{ kind: 'node', id: node.id }]);
    removeNodes(model, new Set([node.id]));
    return { result: null, audits: [noteOf(node, null)] };
  });
  return revision;
}
