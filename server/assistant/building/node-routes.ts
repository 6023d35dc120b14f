/** Nodes of a bot's draft over HTTP (docs/product.md §4 'Node status', §7 Nodes). */
import { CALLS } from '../../../contract/calls/index.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerCall } from '../../platform/http/route.ts';
import type { BotModel } from '../engine/bot-model.ts';
import { editDraft, readDraft } from './draft-store.ts';
import { makeButtons, requireNode } from './edit-nodes.ts';
import { copyIntents, copyNodes, deleteTemplateNodes } from './edit-templates.ts';
import { copyReport, templateNote } from './intent-routes.ts';
import { changeNode, deleteNode, noteOf } from './node-edits.ts';
import { saveCustomNode } from './save-custom-node.ts';
import { switchTemplate } from './switch-template.ts';
import { findNode, toClientNode } from './to-wire.ts';
import { NODE_ORDER, requireUntouched, requireUntouchedTo } from './touched.ts';

const CHANGED = 'La plantilla se cambió correctamente.';

/** Mounts the calls. */
export function registerNodes(app: App): void {
  registerCopies(app);
  registerReads(app);
  registerCall(app, CALLS.createCustomNode, async ({ session, body }) => {
    const { revision, node } = await saveCustomNode(app, session, body);
    return { ok: true as const, revision, node };
  });
  registerCall(
    app,
    CALLS.updateCustomNode,
    async ({ session, body: { node_id, revision: seen, ...draft } }) => {
      const { revision, node } = await changeNode(app, session, node_id, draft, seen);
      return { ok: true as const, revision, node };
    },
  );
  registerCall(app, CALLS.deactivateNode, async ({ session, body: { node_id, status, revision: seen } }) => {
    const { revision, node } = await changeNode(app, session, node_id, { status }, seen);
    return { ok: true as const, revision, node };
  });
  registerCall(app, CALLS.moveNode, async ({ session, body }) => {
    const { revision } = await editDraft(app, session, (model, present) => {
      requireUntouchedTo('move', present, body.revision, [NODE_ORDER]);
      move(model, body.node, body.place_before);
      const note = {
        type: 'custom nodes',
        id: body.node,
        before: {},
        after: { place_before: body.place_before ?? '' },
      };
      return { result: null, audits: [note] };
    });
    return { ok: true as const, revision };
  });
  registerCall(app, CALLS.deleteCustomNode, async ({ session, params, query }) => ({
    ok: true as const,
    revision: await deleteNode(app, session, params.node, query.revision),
  }));
  registerCall(app, CALLS.deleteNodesByTemplate, async ({ session, query: { template, revision: seen } }) => {
    const { result, revision } = await editDraft(app, session, (model, present) => {
      const names = model.nodes.filter((one) => one.template === template).map(({ id }) => id);
      const things = names.map((id) => ({ kind: 'node', id }) as const);
      requireUntouchedTo('delete', present, seen, things);
      const deleted = deleteTemplateNodes(model, template);
      return { result: deleted, audits: templateNote(template, 'nodes', names, []) };
    });
    return { ok: true as const, revision, deleted: result };
  });
  registerCall(app, CALLS.createSkill, async ({ session, body: { bot_id, template, revision: seen } }) => {
    const { revision, model } = await app.db.transaction(async (tx) => {
      const changed = await switchTemplate(tx, app, session.user, bot_id, template, seen);
      await tx.query(sql`update bots set skill_base_template = ${template} where id = ${bot_id}`);
      return changed;
    });
    const { intents, entities = [], nodes } = model;
    return {
      ok: true as const,
      revision,
      template,
      message: CHANGED,
      intents: intents.length,
      entities: entities.length,
      nodes: nodes.length,
    };
  });
}

function move(model: BotModel, name: string, before: string | null): void {
  const node = requireNode(model, name);
  const target = before === null ? null : requireNode(model, before);
  const others = model.nodes.filter((one) => one !== node);
  const at = target ? others.indexOf(target) : others.length;
  others.splice(at === -1 ? others.length : at, 0, node);
  model.nodes = others;
}

function registerCopies(app: App): void {
  registerCall(app, CALLS.copyNodes, async ({ session, body }) => {
    const { result, revision } = await editDraft(app, session, (model, present) => {
      if (body.node_id !== undefined)
        requireUntouched(present, body.revision, { kind: 'node', id: body.node_id });
      const old = body.node_id === undefined ? undefined : findNode(model, body.node_id);
      const before = old ? structuredClone(old) : null;
      const copied = copyNodes(model, body.template, body.node_id, false);
      if (body.node_id === undefined) {
        const { created, updated } = copied;
        return {
          result: copied,
          audits: templateNote(body.template, 'nodes', updated, [...updated, ...created]),
        };
      }
      const node = model.nodes.find(({ id }) => id === body.node_id);
      if (!node || copied.created.length + copied.updated.length === 0)
        throw new Refused('not_found', { message: 'La plantilla no tiene esa interacción.' });
      if (node.intent) copyIntents(model, body.template, [node.intent], true);
      // Whether it is switched on is no part of its text.
      if (before) node.status = before.status;
      if (body.answers) node.answers = body.answers;
      if (body.buttons) node.buttons = makeButtons(model, node.id, body.buttons);
      return { result: copied, audits: [noteOf(before, node)] };
    });
    return copyReport(revision, result);
  });
  registerCall(app, CALLS.completeNodes, async ({ session, body: { template } }) => {
    const { result, revision } = await editDraft(app, session, (model) => {
      const copied = copyNodes(model, template, undefined, true);
      return { result: copied, audits: templateNote(template, 'nodes', [], copied.created) };
    });
    return copyReport(revision, result);
  });
}

function registerReads(app: App): void {
  registerCall(app, CALLS.clientNodes, async ({ params }) => {
    const draft = await readDraft(app.db, params.botId);
    return draft.model.nodes.map((node) => toClientNode(draft, node));
  });
  registerCall(app, CALLS.clientAnswersByIntent, async ({ params, query }) => {
    const draft = await readDraft(app.db, query.bot_id);
    const nodes = draft.model.nodes.filter(
      (node) =>
        node.intent === params.intent &&
        (query.template === undefined || node.template === query.template) &&
        (query.parent === undefined || node.parent === query.parent),
    );
    return { nodes: nodes.map((node) => toClientNode(draft, node)) };
  });
  registerCall(app, CALLS.customNodes, async ({ params }) => {
    const draft = await readDraft(app.db, params.botId);
    const own = draft.model.nodes.filter((node) => node.template === undefined && !node.menuOnly);
    return { custom_nodes: own.map((node) => toClientNode(draft, node)) };
  });
  registerCall(app, CALLS.nodeIntent, async ({ params, query }) => {
    const { model } = await readDraft(app.db, query.bot_id);
    return { intent: findNode(model, params.nodeId)?.intent ?? null };
  });
}
