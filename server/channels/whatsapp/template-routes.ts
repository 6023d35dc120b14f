/** The routes of a bot's WhatsApp templates. */
import { CALLS } from '../../../contract/calls/index.ts';
import type { App } from '../../platform/app.ts';
import { formFile } from '../../platform/http/form.ts';
import { registerCall } from '../../platform/http/route.ts';
import { listSyncs } from './sync-runs.ts';
import {
  confirmStatus,
  createTemplate,
  deleteTemplate,
  editTemplate,
  listTemplates,
  requireToken,
  syncNow,
  uploadHeaderFile,
} from './template-calls.ts';

/** Lists, compares, creates, edits and deletes them, each for the bot whose token stands in the address. */
export function registerTemplateCalls(app: App): void {
  // Each of them asks the provider, which counts them too.
  const asks = app.sharedLimit('templates.ask', 60, 60 * 60);
  registerCall(app, CALLS.listWabaTemplates, async ({ params, query }) => {
    await requireToken(app.db, query.botId, params.token);
    return { payload: await listTemplates(app.db, query.botId) };
  });
  registerCall(app, CALLS.listTemplateSyncs, async ({ params, query }) => {
    await requireToken(app.db, query.botId, params.token);
    return listSyncs(app.db, query.botId);
  });
  registerCall(app, CALLS.syncWabaTemplates, async ({ params, query }) => {
    await requireToken(app.db, query.botId, params.token);
    await asks.take(String(query.botId));
    return syncNow(app, query.botId);
  });
  registerCall(app, CALLS.createWabaTemplate, async ({ params, query, body, session, reply }) => {
    await requireToken(app.db, query.botId, params.token);
    await asks.take(String(query.botId));
    const template = await createTemplate(app, session, body);
    reply.code(201);
    return template;
  });
  registerCall(app, CALLS.uploadHeaderFile, async ({ params, query, body, request }) => {
    await requireToken(app.db, query.botId, params.token);
    await asks.take(String(query.botId));
    return { handle: await uploadHeaderFile(app, query.botId, body.format, formFile(request)) };
  });
  registerCall(app, CALLS.editWabaTemplate, async ({ params, query, body, session }) => {
    await requireToken(app.db, query.botId, params.token);
    await asks.take(String(query.botId));
    return editTemplate(app, session, params.id, body.components);
  });
  registerCall(app, CALLS.deleteWabaTemplate, async ({ params, query, session }) => {
    await requireToken(app.db, query.botId, params.token);
    await asks.take(String(query.botId));
    await deleteTemplate(app, session, params.id);
    return { ok: true as const };
  });
  registerCall(app, CALLS.updatePayrollMessage, async ({ params, body, session }) => {
    await asks.take(String(session.link.bot_id));
    return confirmStatus(app, session, params.id, body.payroll_message.status);
  });
}
