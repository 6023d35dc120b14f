/** The Assistant service over HTTP (docs/product.md §7). */
import { CALLS } from '../../../contract/calls/index.ts';
import { requireActivated } from '../../access/require-activated.ts';
import type { App } from '../../platform/app.ts';
import { fieldFault } from '../../platform/http/field-fault.ts';
import { formFile } from '../../platform/http/form.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerCall } from '../../platform/http/route.ts';
import { readPublicUrl } from '../../platform/outbound/public-address.ts';
import type { BotMinds } from '../bot-minds.ts';
import { editDraft, readDraft } from '../building/draft-store.ts';
import { changeNode, createNode, deleteNode } from '../building/node-edits.ts';
import { toClientNode } from '../building/to-wire.ts';
import { headingOf } from '../catalogue/catalogue.ts';
import { wordsOf } from '../words/text.ts';
import {
  assistantsOf,
  createAssistant,
  deleteAssistant,
  readAssistant,
  updateAssistant,
} from './assistants.ts';
import { importWatson } from './import-watson.ts';
import { readJson } from './skill-file.ts';
import { IMPORTS_OFF, registerSkillFiles } from './skill-file-routes.ts';
import { takeOver } from './take-over.ts';
import { askTraining } from './train-modules.ts';
import { workspace } from './watson-format.ts';
import { testWebhook } from './webhook.ts';

const NODES_A_PAGE = 20;

/** Mounts the calls. */
export function registerAssistants(app: App, minds: BotMinds): void {
  const { db } = app;
  registerCall(app, CALLS.assistants, ({ query }) => assistantsOf(app, db, query.bot_id));
  registerCall(app, CALLS.assistant, ({ params }) => readAssistant(app, db, params.id));
  registerCall(app, CALLS.createAssistant, ({ session, body }) => createAssistant(app, session, body));
  registerCall(app, CALLS.updateAssistant, ({ session, params, body }) =>
    updateAssistant(app, session, params.id, body),
  );
  registerCall(app, CALLS.deleteAssistant, async ({ session, params }) => {
    await deleteAssistant(app, session, params.id);
    return { ok: true as const };
  });
  registerCall(app, CALLS.trainLlm, async ({ session, params, body }) => {
    await askTraining(app, params.id, session.link.bot_id, body.modules_to_train);
    return readAssistant(app, db, params.id);
  });
  registerCall(app, CALLS.refreshAssistant, async ({ session, params }) => {
    // The caller waits for it; customers go on with what is in memory.
    await minds.refresh(db, session.link.bot_id);
    return readAssistant(app, db, params.id);
  });
  registerCall(app, CALLS.setWebhook, async ({ session, params, body }) => {
    const typed = body.webhook_url?.trim() || null;
    const url = typed === null ? null : readPublicUrl(typed, app.config.outboundTrustedOrigins);
    if (typed !== null && !url)
      throw fieldFault('webhook_url', 'Ingresa una dirección pública que empiece por https://.');
    return updateAssistant(app, session, params.id, {
      webhook_url: url?.href ?? null,
      revision: body.revision,
    });
  });
  registerCall(app, CALLS.testWebhook, async ({ params }) => {
    await testWebhook(app, await readAssistant(app, db, params.id));
    return readAssistant(app, db, params.id);
  });
  registerTopics(app);
  registerImports(app);
  registerSkillFiles(app);
  registerDialogNodes(app);
}

function registerTopics(app: App): void {
  registerCall(app, CALLS.refetchTopicsCategories, async ({ session }) => {
    const { model } = await readDraft(app.db, session.link.bot_id);
    const categories = new Map<string, { intent_name: string; title: string; examples: number }[]>();
    for (const { name, examples } of model.intents) {
      const node = model.nodes.find((one) => one.intent === name);
      const heading = headingOf(node?.section ?? '');
      const topics = categories.get(heading) ?? [];
      topics.push({ intent_name: name, title: node?.title ?? name, examples: examples.length });
      categories.set(heading, topics);
    }
    return { categories: [...categories].map(([name, topics]) => ({ name, topics })) };
  });
}

function registerImports(app: App): void {
  registerCall(app, CALLS.generateFromWatson, async ({ session, params, body, request }) => {
    const file = formFile(request);
    const parsed = workspace.safeParse(file ? readJson(file.content) : body.workspace);
    if (!parsed.success)
      throw new Refused('rule', { message: 'El archivo no es un espacio de trabajo de Watson Assistant.' });
    const imported = importWatson(parsed.data);
    await requireActivated(app.db, session.link.bot_id, IMPORTS_OFF);
    const { result, revision } = await editDraft(app, session, (model) => {
      const report = takeOver(model, imported, body.replace === true);
      const { left_out, ...counts } = report;
      const after = { origen: 'Watson Assistant', ...counts, left_out: left_out.length };
      return { result: report, audits: [{ type: 'assistant', id: params.id, before: {}, after }] };
    });
    return { ok: true as const, revision, report: result };
  });
}

function registerDialogNodes(app: App): void {
  registerCall(app, CALLS.dialogNodes, async ({ session, query }) => {
    const { page = 1, limit = NODES_A_PAGE, search } = query;
    const draft = await readDraft(app.db, session.link.bot_id);
    const wanted = wordsOf(search ?? '').join(' ');
    const found = draft.model.nodes.filter(({ title, name, answers }) =>
      [title, name, ...answers].some((text) => wordsOf(text).join(' ').includes(wanted)),
    );
    return {
      payload: found.slice((page - 1) * limit, page * limit).map((node) => toClientNode(draft, node)),
      totalDocs: found.length,
      totalPages: Math.ceil(found.length / limit),
    };
  });
  registerCall(app, CALLS.createDialogNode, async ({ session, body }) => {
    const { revision, node } = await createNode(app, session, body);
    return { payload: node, revision };
  });
  registerCall(app, CALLS.updateDialogNode, async ({ session, params, body }) => {
    const { revision: seen, ...draft } = body;
    const { revision, node } = await changeNode(app, session, params.nodeId, draft, seen);
    return { payload: node, revision };
  });
  registerCall(app, CALLS.deleteDialogNode, async ({ session, params, query }) => ({
    ok: true as const,
    revision: await deleteNode(app, session, params.nodeId, query.revision),
  }));
}
