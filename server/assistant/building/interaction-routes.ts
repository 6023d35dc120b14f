/** Interactions over HTTP: node and phrases in one edit of the draft. */
import { CALLS } from '../../../contract/calls/index.ts';
import { allows, type Permission } from '../../../contract/permissions.ts';
import type { App } from '../../platform/app.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerCall } from '../../platform/http/route.ts';
import type { BotSession } from '../../platform/http/session.ts';
import type { BotModel, BotNode } from '../engine/bot-model.ts';
import { editDraft } from './draft-store.ts';
import {
  addInteraction,
  changeInteraction,
  deleteInteraction,
  ownIntent,
  resetInteraction,
  thingsOf,
} from './edit-interaction.ts';
import { requireNode } from './edit-nodes.ts';
import { toClientNode } from './to-wire.ts';
import { requireUntouched, requireUntouchedTo } from './touched.ts';

/** The node, where the caller's role may do this to it. Throws not_found, forbidden. */
function requireOwn(model: BotModel, name: string, { link }: BotSession, permission: Permission): BotNode {
  const node = requireNode(model, name);
  if (node.template !== undefined && !allows(link.role.permissions, 'skill_base', permission))
    throw new Refused('forbidden');
  return node;
}

/** Mounts the calls. */
export function registerInteractions(app: App): void {
  registerCall(app, CALLS.createInteraction, async ({ session, body: { bot_id: _, ...wish } }) => {
    const { result, revision, draft } = await editDraft(app, session, (model) => {
      const { node, audits } = addInteraction(model, wish);
      return { result: node, audits };
    });
    return { ok: true as const, revision, node: toClientNode(draft, result) };
  });
  registerCall(app, CALLS.updateInteraction, async ({ session, body }) => {
    const { bot_id: _, node_id, revision: seen, ...wish } = body;
    const { result, revision, draft } = await editDraft(app, session, (model, present) => {
      const node = requireOwn(model, node_id, session, 'edit');
      requireUntouched(present, seen, ...thingsOf(node, wish));
      return { result: node, audits: changeInteraction(model, node, wish) };
    });
    return { ok: true as const, revision, node: toClientNode(draft, result) };
  });
  registerCall(app, CALLS.resetInteraction, async ({ session, body }) => {
    const { result, revision, draft } = await editDraft(app, session, (model, present) => {
      const old = requireNode(model, body.node_id);
      requireUntouched(present, body.revision, ...thingsOf(old, { answers: old.answers, examples: [] }));
      const { node, audits } = resetInteraction(model, old);
      return { result: node, audits };
    });
    return { ok: true as const, revision, node: toClientNode(draft, result) };
  });
  registerCall(app, CALLS.deleteInteraction, async ({ session, params, query }) => {
    const { revision } = await editDraft(app, session, (model, present) => {
      const node = requireOwn(model, params.node, session, 'delete');
      const intent = ownIntent(model, node);
      requireUntouchedTo('delete', present, query.revision, [
        { kind: 'node', id: node.id },
        ...(intent === null ? [] : [{ kind: 'intent', id: intent } as const]),
      ]);
      return { result: null, audits: deleteInteraction(model, node) };
    });
    return { ok: true as const, revision };
  });
}
