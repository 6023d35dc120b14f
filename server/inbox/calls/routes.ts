/** The Conversations service: every call of contract/calls/conversations.ts. */
import { conversationLifeCalls } from '../../../contract/calls/conversation-life.ts';
import { conversationListCalls } from '../../../contract/calls/conversation-lists.ts';
import { conversationCalls } from '../../../contract/calls/conversations.ts';
import { followingCalls } from '../../../contract/calls/following.ts';
import { inboxBulkCalls } from '../../../contract/calls/inbox-bulk.ts';
import { joiningCalls } from '../../../contract/calls/joining.ts';
import { macroCalls } from '../../../contract/calls/macros.ts';
import { noticeCalls } from '../../../contract/calls/notices.ts';
import { presenceCalls } from '../../../contract/calls/presence.ts';
import { scheduledMessageCalls } from '../../../contract/calls/scheduled-messages.ts';
import { supervisionCalls } from '../../../contract/calls/supervision.ts';
import { visitCalls } from '../../../contract/calls/visits.ts';
import { SEQ_HEADER, SIGHT_HEADER } from '../../../contract/services.ts';
import type { BaseHead } from '../../access/base-head.ts';
import { presentId } from '../../crm/present-id.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import { reading } from '../../platform/http/judged-again.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerCall } from '../../platform/http/route.ts';
import { changeCard } from '../commands/change-card.ts';
import { changeMany } from '../commands/change-many.ts';
import { changeState } from '../commands/change-state.ts';
import { deleteConversation } from '../commands/delete-conversation.ts';
import { editNote } from '../commands/edit-note.ts';
import { follow, look } from '../commands/follow.ts';
import { giveToTeam } from '../commands/give-to-team.ts';
import { joinConversation } from '../commands/join-conversation.ts';
import { createTranscriptMails } from '../commands/mail-transcript.ts';
import { react } from '../commands/react.ts';
import { runMacro } from '../commands/run-macro.ts';
import {
  cancelScheduled,
  changeScheduled,
  scheduleMessage,
  sendScheduledNow,
} from '../commands/schedule-message.ts';
import { type CardsOf, sendMessage } from '../commands/send-message.ts';
import { separateConversation } from '../commands/separate-conversation.ts';
import { startConversation } from '../commands/start-conversation.ts';
import { undoMacro } from '../commands/undo-macro.ts';
import { pageFarewell } from '../live/page-farewell.ts';
import {
  findMessages,
  listJoinedMessages,
  listMessages,
  listSessions,
  showConversation,
} from '../queries/conversation.ts';
import { listCounterMoves } from '../queries/counter-moves.ts';
import { countStates } from '../queries/counters.ts';
import { countStatesByUser } from '../queries/counts-by-user.ts';
import { countMatching, listConversations, matchingIds, searchConversations } from '../queries/list.ts';
import { ownConversations } from '../queries/own-conversations.ts';
import { listAllSessions, listSessionLogs } from '../queries/records.ts';
import { listScheduled } from '../queries/scheduled-messages.ts';
import { readSupervision } from '../queries/supervision.ts';
import { withUrls } from '../sign-attachments.ts';
import { readVisitOf } from '../visitor/visits.ts';

/** Where a bare array says at which log number it was read. */
const baseHeaders = (base: BaseHead) => ({ [SEQ_HEADER]: String(base.seq), [SIGHT_HEADER]: base.sight });

/** Mounts the calls of the inbox. */
export function registerConversations(app: App, cardsOf: CardsOf): void {
  registerLists(app);
  registerLife(app);
  registerScheduled(app);
  registerMacroRuns(app);
  registerJoins(app);
  registerFollowing(app);
  registerSupervision(app);
  registerCall(app, presenceCalls.farewell, async ({ body, session }) => {
    const { user, client } = session;
    await pageFarewell(app, { userId: user.id, client, botId: body.bot_id, socket: body.socket });
    return { ok: true } as const;
  });
  registerCall(
    app,
    conversationCalls.countStates,
    reading(({ body, session }) =>
      countStates(app.db, session.user.id, body.bot_id, body.conversation_status),
    ),
  );
  registerCall(
    app,
    conversationCalls.filter,
    reading(({ body, session }) => listConversations(app.db, session.user.id, body.filters, body)),
  );
  registerCall(app, conversationCalls.show, ({ params, session }) =>
    showConversation(app.db, session.user.id, session.link.bot_id, params.id),
  );
  registerCall(app, conversationCalls.change, ({ params, body, session }) => {
    if ('team' in body) return giveToTeam(app, session, params.id, body);
    return 'state' in body
      ? changeState(app, session, params.id, body)
      : changeCard(app, session, params.id, body);
  });
  registerCall(app, conversationCalls.markInactive, ({ params, session }) =>
    changeState(app, session, params.id, { state: 'inactive' }),
  );
  registerCall(app, conversationCalls.sendMessage, async ({ body, session }) =>
    withUrls(app, await sendMessage(app, session, body, cardsOf)),
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
  registerCall(app, conversationCalls.findMessages, ({ params, query, session }) =>
    findMessages(app.db, session.user.id, session.link.bot_id, params.id, query.text),
  );
  registerCall(app, visitCalls.visit, ({ params, session }) =>
    readVisitOf(app.db, session.user.id, session.link.bot_id, params.id),
  );
  registerCall(app, conversationCalls.sessions, async ({ params, query, session, reply }) => {
    const found = await listSessions(app.db, session.user.id, session.link.bot_id, params.id, query.order);
    reply.headers(baseHeaders(found.base));
    return found.sessions;
  });
}

function registerFollowing(app: App): void {
  registerCall(app, followingCalls.follow, ({ params, body, session }) =>
    follow(app, session, params.id, body.follow),
  );
  registerCall(app, followingCalls.look, ({ params, session }) => look(app, session, params.id));
}

/** Lists and counts beside the inbox's own. */
function registerLists(app: App): void {
  registerCall(
    app,
    conversationListCalls.conversationsByLeadData,
    reading(({ body, session }) => {
      const { bot_id, search_text, items, page, archived = false, filters } = body;
      const wanted = { ...filters, bot_id, search: search_text, archived };
      return searchConversations(app.db, session.user.id, wanted, { items, page });
    }),
  );
  registerCall(
    app,
    conversationListCalls.countStatesByUser,
    reading(({ params, body, session }) =>
      countStatesByUser(app.db, session.user.id, { ...body, botId: params.botId, ofUser: params.userId }),
    ),
  );
  registerCall(
    app,
    conversationListCalls.listConversations,
    reading(async ({ query, session }) => {
      const { items, page, lead_id, ...filters } = query;
      // The id of somebody who was merged leads to the survivor.
      const lead = lead_id === undefined ? null : await presentId(app.db, lead_id);
      const only = lead === null ? [] : [sql`c.lead_id = ${lead}`];
      return listConversations(app.db, session.user.id, filters, { items, page, only });
    }),
  );
  registerCall(
    app,
    inboxBulkCalls.countMatching,
    reading(({ body, session }) => countMatching(app.db, session.user.id, body.bot_id, body.filters)),
  );
  registerCall(
    app,
    inboxBulkCalls.matchingIds,
    reading(({ body, session }) => matchingIds(app.db, session.user.id, body.filters)),
  );
  registerCall(app, inboxBulkCalls.changeMany, async ({ body, session }) => ({
    results: await changeMany(app, session, body.ids, body.change),
  }));
  registerCall(
    app,
    conversationListCalls.listSessionLogs,
    reading(async ({ query, session }) => {
      const found = await listSessionLogs(app.db, session.user.id, query);
      return { ...found, session_logs: found.session_logs.map((message) => withUrls(app, message)) };
    }),
  );
  registerCall(
    app,
    conversationListCalls.listSessions,
    reading(({ query, session }) => listAllSessions(app.db, session.user.id, query)),
  );
  registerCall(app, noticeCalls.chatRoomsByUser, ({ session, params }) => {
    const owns = session.link.role.base === 'propietario';
    if (owns !== (params.view === 'my_bots')) throw new Refused('not_found');
    return ownConversations(app.db, session.user.id, params.botId);
  });
}

/** What supervisors watch, and why counters show what they show. */
function registerSupervision(app: App): void {
  registerCall(
    app,
    supervisionCalls.supervision,
    reading(({ body, session }) => readSupervision(app.db, session.user.id, body.bot_id, app.clock.now())),
  );
  registerCall(
    app,
    supervisionCalls.counterMoves,
    reading(({ query, session }) =>
      listCounterMoves(app.db, session.user.id, { ...query, channel: query.channel ?? null }),
    ),
  );
}

/** What is sent later. */
function registerScheduled(app: App): void {
  registerCall(app, scheduledMessageCalls.scheduledMessages, async ({ params, session }) => ({
    scheduled_messages: (await listScheduled(app.db, session.user.id, session.link.bot_id, params.id)).map(
      (one) => withUrls(app, one),
    ),
  }));
  registerCall(app, scheduledMessageCalls.scheduleMessage, async ({ params, body, session }) =>
    withUrls(app, await scheduleMessage(app, session, params.id, body)),
  );
  registerCall(app, scheduledMessageCalls.changeScheduledMessage, async ({ params, body, session }) =>
    withUrls(app, await changeScheduled(app, session, params.id, body)),
  );
  registerCall(app, scheduledMessageCalls.sendScheduledMessage, async ({ params, body, session }) =>
    withUrls(app, await sendScheduledNow(app, session, params.id, body.last_seen)),
  );
  registerCall(app, scheduledMessageCalls.cancelScheduledMessage, ({ params, session }) =>
    cancelScheduled(app, session, params.id),
  );
}

/** Several acts in one. */
function registerMacroRuns(app: App): void {
  registerCall(app, macroCalls.runMacro, ({ params, body, session }) =>
    runMacro(app, session, params.id, body),
  );
  registerCall(app, macroCalls.undoMacro, ({ params, session }) =>
    undoMacro(app, session, params.id, params.run_id),
  );
}

/** Conversations of one client that are answered as one. */
function registerJoins(app: App): void {
  registerCall(app, joiningCalls.joinConversation, ({ params, body, session }) =>
    joinConversation(app, session, params.id, body),
  );
  registerCall(app, joiningCalls.separateConversation, ({ params, session }) =>
    separateConversation(app, session, params.id, params.join_id),
  );
  registerCall(app, joiningCalls.joinedMessages, async ({ params, query, session }) => {
    const { bot_id } = session.link;
    const found = await listJoinedMessages(app.db, session.user.id, bot_id, params.id, query.before);
    return { ...found, messages: found.messages.map((message) => withUrls(app, message)) };
  });
}

/** What begins, ends or corrects. */
function registerLife(app: App): void {
  registerCall(app, conversationLifeCalls.createConversation, ({ body, session }) =>
    startConversation(app, session, body),
  );
  registerCall(app, conversationLifeCalls.deleteConversation, ({ params, session }) =>
    deleteConversation(app, session, params.id),
  );
  const mailTranscript = createTranscriptMails(app);
  registerCall(app, conversationLifeCalls.mailTranscript, ({ params, session }) =>
    mailTranscript(session, params.id),
  );
  registerCall(app, conversationLifeCalls.reactToMessage, async ({ params, body, session }) =>
    withUrls(app, await react(app, session, params.id, body.emoji)),
  );
  registerCall(app, conversationLifeCalls.editNote, async ({ params, body, session }) =>
    withUrls(app, await editNote(app, session, params.id, body.text)),
  );
  registerCall(app, conversationLifeCalls.deleteNote, async ({ params, session }) =>
    withUrls(app, await editNote(app, session, params.id, null)),
  );
  const keepHistory = async (): Promise<never> => {
    throw new Refused('rule', { message: 'El historial de una conversación no se puede modificar.' });
  };
  registerCall(app, conversationLifeCalls.createSession, keepHistory);
  registerCall(app, conversationLifeCalls.editSession, keepHistory);
  registerCall(app, conversationLifeCalls.deleteSession, keepHistory);
}
