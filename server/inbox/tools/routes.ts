/** Quick replies, macros, saved views and the filter catalogue over HTTP. */
import { inboxToolCalls } from '../../../contract/calls/inbox-tools.ts';
import { macroCalls } from '../../../contract/calls/macros.ts';
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import { readCatalogue } from '../../crm/filter-catalogue.ts';
import type { App } from '../../platform/app.ts';
import { registerCall } from '../../platform/http/route.ts';
import { createMacro, deleteMacro, listMacros, orderMacros, updateMacro } from './macros.ts';
import { listMessageTemplates } from './message-templates.ts';
import {
  copyQuickReplyFile,
  createQuickReply,
  deleteQuickReply,
  listQuickReplies,
  updateQuickReply,
} from './quick-replies.ts';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views.ts';

/** Mounts the calls. */
export function registerInboxTools(app: App): void {
  const calls = inboxToolCalls;
  const copied = app.sharedLimit('quickReplies.copied', SERVER_LIMITS.quickReplyFilesCopied, 60);
  registerCall(app, calls.quickReplies, ({ session }) => listQuickReplies(app, session));
  registerCall(app, calls.createQuickReply, ({ session, body }) => createQuickReply(app, session, body));
  registerCall(app, calls.updateQuickReply, ({ session, params, body }) =>
    updateQuickReply(app, session, params.id, body),
  );
  registerCall(app, calls.deleteQuickReply, async ({ session, params }) => {
    await deleteQuickReply(app, session, params.id);
    return { ok: true as const };
  });
  registerCall(app, calls.copyQuickReplyFile, async ({ session, params, body }) => {
    await copied.take(String(session.user.id));
    return copyQuickReplyFile(app, session, { id: params.id, fileId: params.file_id, key: body.key });
  });
  registerCall(app, calls.savedViews, ({ session }) => listSavedViews(app.db, session));
  registerCall(app, calls.createSavedView, ({ session, body }) => createSavedView(app, session, body));
  registerCall(app, calls.updateSavedView, ({ session, params, body }) =>
    updateSavedView(app, session, params.id, body),
  );
  registerCall(app, calls.deleteSavedView, async ({ session, params }) => {
    await deleteSavedView(app, session, params.id);
    return { ok: true as const };
  });
  registerCall(app, calls.messageTemplates, ({ params, query }) =>
    listMessageTemplates(app.db, params.botId, query.channel),
  );
  registerCall(app, calls.filterCatalogue, ({ params }) => readCatalogue(app.db, params.botId));
  registerMacros(app);
}

function registerMacros(app: App): void {
  registerCall(app, macroCalls.macros, ({ session }) => listMacros(app.db, session));
  registerCall(app, macroCalls.createMacro, ({ session, body }) => createMacro(app, session, body));
  registerCall(app, macroCalls.orderMacros, ({ session, body }) =>
    orderMacros(app, session, body.shared, body.ids),
  );
  registerCall(app, macroCalls.updateMacro, ({ session, params, body }) =>
    updateMacro(app, session, params.id, body),
  );
  registerCall(app, macroCalls.deleteMacro, async ({ session, params }) => {
    await deleteMacro(app, session, params.id);
    return { ok: true as const };
  });
}
