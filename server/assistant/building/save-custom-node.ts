/**
 * A custom interaction saved with the specification's own fields (docs/product.md §3 'Client node template data', §4 'Node
 * status'): a change when one has the id that is given, otherwise a new one.
 */

import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { CustomNode } from '../../../contract/calls/bot-nodes.ts';
import { CALLS } from '../../../contract/calls/index.ts';
import type { ClientNode, NodeDraft } from '../../../contract/entities/bot-node.ts';
import { allows } from '../../../contract/permissions.ts';
import type { App } from '../../platform/app.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { type AuditNote, editDraft } from './draft-store.ts';
import { applyNodeDraft } from './edit-nodes.ts';
import { addNode, noteOf } from './node-edits.ts';
import { toClientNode } from './to-wire.ts';
import { requireUntouched } from './touched.ts';

/** 'cambio_de_talla' → 'Cambio de talla'. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[_\s]+/g, ' ').trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, BOT_LIMITS.botButtonLabel);
}

/** The node's fields as an edit: what was read and is sent back as `new_output` or `output` says what is not said apart. */
function draftOf({ bot_id: _b, node_id: _n, template: _t, revision: _r, ...fields }: CustomNode): NodeDraft {
  const { new_output, output, ...draft } = fields;
  const said = new_output ?? output;
  const answers = draft.answers ?? said?.answers;
  const buttons = draft.buttons ?? said?.buttons;
  return { ...draft, ...(answers ? { answers } : {}), ...(buttons ? { buttons } : {}) };
}

/** Throws forbidden, conflict, rule at the field. */
export async function saveCustomNode(
  app: App,
  by: BotSession,
  body: CustomNode,
): Promise<{ revision: number; node: ClientNode }> {
  const draft = draftOf(body);
  const {
    result,
    revision,
    draft: after,
  } = await editDraft(app, by, (model, present) => {
    const known = model.nodes.find(({ id }) => id === body.node_id);
    const audits: AuditNote[] = [];
    if (known) {
      // Access was judged as to adding one.
      const { module, orModule = [], permission } = CALLS.updateCustomNode.access;
      if (![module, ...orModule].some((one) => allows(by.link.role.permissions, one, permission)))
        throw new Refused('forbidden');
      requireUntouched(present, body.revision, { kind: 'node', id: known.id });
      const before = structuredClone(known);
      applyNodeDraft(model, known, draft);
      audits.push(noteOf(before, known));
      return { result: known, audits };
    }
    const { answers } = draft;
    if (!answers) throw fieldFault('answers', 'Escribe al menos una respuesta.');
    const called = draft.node_name ?? body.node_id ?? draft.intent_name ?? answers[0] ?? '';
    const node = addNode(model, { ...draft, title: draft.title ?? titleOf(called), answers }, body.node_id);
    audits.push(noteOf(null, node));
    return { result: node, audits };
  });
  return { revision, node: toClientNode(after, result) };
}
