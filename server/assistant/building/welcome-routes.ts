/** The welcome menu of a bot's draft over HTTP (/menu-inicial). */

import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { CALLS } from '../../../contract/calls/index.ts';
import type { WelcomeMenu } from '../../../contract/entities/bot-node.ts';
import type { App } from '../../platform/app.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerCall } from '../../platform/http/route.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import type { BotModel } from '../engine/bot-model.ts';
import { blankModel } from './blank-model.ts';
import type { Draft } from './draft.ts';
import { editDraft, readDraft } from './draft-store.ts';
import { setMenu } from './edit-menu.ts';
import { makeButtons, removeNodes, requireNode } from './edit-nodes.ts';
import { findNode, toWelcomeMenu } from './to-wire.ts';
import { requireUntouched, requireUntouchedTo, type TouchedItem } from './touched.ts';

/** The menu as the audit keeps it: the greeting, and each option with its suboptions. */
function auditOfMenu(model: BotModel): Record<string, unknown> {
  return {
    answers: model.welcome.answers,
    buttons: model.welcome.buttons.map(({ label, node }) => {
      const under = findNode(model, node)?.buttons ?? [];
      return under.length > 0 ? `${label} (${under.map((one) => one.label).join(', ')})` : label;
    }),
  };
}

const MENU: TouchedItem = { kind: 'welcome', id: 'welcome' };

async function editMenu<R>(
  app: App,
  session: BotSession,
  work: (model: BotModel, draft: Draft) => R,
): Promise<{ ok: true; revision: number; menu: WelcomeMenu; result: R }> {
  const { result, revision, draft } = await editDraft(app, session, (model, old) => {
    const before = auditOfMenu(model);
    const done = work(model, old);
    return {
      result: done,
      audits: [{ type: 'welcome menu', id: session.link.bot_id, before, after: auditOfMenu(model) }],
    };
  });
  return { ok: true, revision, menu: toWelcomeMenu(draft), result };
}

/** Mounts the calls. */
export function registerWelcome(app: App): void {
  registerCall(app, CALLS.welcomeMenu, async ({ params }) =>
    toWelcomeMenu(await readDraft(app.db, params.botId)),
  );
  registerCall(app, CALLS.updateWelcome, ({ session, body }) =>
    editMenu(app, session, (model, present) => {
      // What stands under an option is its node's, which others edit on screens of their own.
      const under = (body.buttons ?? []).flatMap(({ node_id, answers, suboptions }) =>
        node_id !== undefined && (answers || suboptions) ? [{ kind: 'node' as const, id: node_id }] : [],
      );
      requireUntouched(present, body.revision, MENU, ...under);
      if (body.answers) model.welcome.answers = body.answers;
      if (body.buttons) setMenu(model, body.buttons);
    }),
  );
  registerCall(app, CALLS.addWelcomeButtons, ({ session, body }) =>
    editMenu(app, session, (model) => {
      const kept = model.welcome.buttons.map(({ id, label, node }) => ({ id, label, node_id: node }));
      if (kept.length + body.buttons.length > BOT_LIMITS.botButtons)
        throw fieldFault('buttons', `El menú puede tener hasta ${BOT_LIMITS.botButtons} opciones.`);
      model.welcome.buttons = makeButtons(model, 'welcome', [...kept, ...body.buttons]);
    }),
  );
  registerCall(app, CALLS.deleteWelcomeButton, async ({ session, params, query }) => {
    const { result, ...answer } = await editMenu(app, session, (model, present) => {
      requireUntouchedTo('delete', present, query.revision, [MENU]);
      const node = findNode(model, params.nodeName);
      const button = model.welcome.buttons.find((one) => one.node === (node?.id ?? params.nodeName));
      if (!button) throw new Refused('not_found', { message: 'Esa opción ya no está en el menú.' });
      model.welcome.buttons = model.welcome.buttons.filter((one) => one !== button);
      if (!node?.menuOnly) return null;
      removeNodes(model, new Set([node.id]));
      return { node_id: node.id, node_name: node.name };
    });
    return { ...answer, ...(result ? { deleted_node: result } : {}) };
  });
  registerCall(app, CALLS.setSuboptions, ({ session, body }) =>
    editMenu(app, session, (model, present) => {
      const node = requireNode(model, body.node_name);
      requireUntouched(present, body.revision, { kind: 'node', id: node.id });
      node.buttons = makeButtons(model, node.id, body.buttons);
      if (body.answers) node.answers = body.answers;
    }),
  );
  registerCall(app, CALLS.resetWelcomeButtons, ({ session, body }) =>
    editMenu(app, session, (model, present) => {
      requireUntouched(present, body.revision, MENU);
      const { template } = model;
      const written = template ? CATALOGUE[template].shell('tu negocio') : blankModel('tu negocio');
      const known = new Set(model.nodes.map(({ id }) => id));
      // The greeting holds the bot's name, which the template does not know: it stays.
      model.welcome.buttons = written.welcome.buttons.filter(({ node }) => known.has(node));
    }),
  );
}
