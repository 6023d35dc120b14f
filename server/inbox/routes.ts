/** The Conversations service: every call of contract/calls/conversations.ts. */
import { conversationCalls } from '../../contract/calls/conversations.ts';
import { SEQ_HEADER, SIGHT_HEADER } from '../../contract/services.ts';
import type { BaseHead } from '../bots/base-head.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { changeCard } from './commands/change-card.ts';
import { changeState } from './commands/change-state.ts';
import { sendMessage } from './commands/send-message.ts';
import { listMessages, listSessions, showConversation } from './queries/conversation.ts';
import { countStates } from './queries/counters.ts';
import { listConversations } from './queries/list.ts';
import { withUrls } from './sign-attachments.ts';

/** Where a bare array says at which log number it was read. */
const baseHeaders = (base: BaseHead) => ({ [SEQ_HEADER]: String(base.seq), [SIGHT_HEADER]: base.sight });

export function registerConversations(app: App): void {
  registerCall(app, conversationCalls.countStates, ({ body, session }) =>
    countStates(app.db, session.user.id, body.bot_id, body.conversation_status),
  );
  registerCall(app, conversationCalls.filter, ({ body, session }) =>
    listConversations(app.db, session.user.id, body.filters, body),
  );
  registerCall(app, conversationCalls.show, ({ params, session }) =>
    showConversation(app.db, session.user.id, session.link.bot_id, params.id),
  );
  registerCall(app, conversationCalls.change, ({ params, body, session }) =>
    'state' in body ? changeState(app, session, params.id, body) : changeCard(app, session, params.id, body),
  );
  registerCall(app, conversationCalls.markInactive, ({ params, session }) =>
    changeState(app, session, params.id, { state: 'inactive' }),
  );
  registerCall(app, conversationCalls.sendMessage, async ({ body, session }) =>
    withUrls(app, await sendMessage(app, session, body)),
  );
  registerCall(app, conversationCalls.messages, async ({ params, query, session, reply }) => {
    const { messages, base } = await listMessages(
      app.db,
      session.user.id,
      session.link.bot_id,
      params.id,
      query,
    );
    reply.headers(baseHeaders(base));
    return messages.map((message) => withUrls(app, message));
  });
  registerCall(app, conversationCalls.sessions, async ({ params, query, session, reply }) => {
    const found = await listSessions(app.db, session.user.id, session.link.bot_id, params.id, query.order);
    reply.headers(baseHeaders(found.base));
    return found.sessions;
  });
}
