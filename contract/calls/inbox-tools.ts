/** What makes the inbox one's own: quick replies, saved views, the filter catalogue of a bot. */
import * as z from 'zod/mini';
import { attachment, attachmentIds } from '../entities/message.ts';
import { messageTemplate } from '../entities/message-template.ts';
import { offeredLabels, offeredLink, offeredLinks } from '../entities/offer.ts';
import { LIMITS } from '../limits.ts';
import { instant, numericId, textId } from '../primitives.ts';
import { SHORTCUT } from '../rules/quick-reply.ts';
import { channel } from '../states.ts';
import { defineCall } from './call.ts';
import { conversationFilters } from './conversations.ts';
import { idParam } from './main.ts';

const atBot = (permission: 'read' | 'add' | 'edit' | 'delete') =>
  ({ kind: 'bot', in: 'params', name: 'botId', module: 'live', permission }) as const;
const bot = z.object({ botId: idParam });
const oneOfBot = z.object({ botId: idParam, id: textId });
const done = z.object({ ok: z.literal(true) });

export const quickReply = z.object({
  id: textId,
  bot_id: numericId,
  /** What is typed after the slash. */
  shortcut: z.string(),
  /** May hold {nombre}, {cliente} and {agente}. */
  text: z.string(),
  /** What it brings into a draft beside its text, in their order. */
  attachments: z.array(attachment),
  /** Labels of the buttons under it. */
  buttons: z.array(z.string()),
  /** Buttons after them that open a page; absent: none. */
  links: z.optional(z.array(offeredLink)),
  /** Everybody at the bot has it; otherwise its author alone. */
  shared: z.boolean(),
  user_id: numericId,
  user_name: z.string(),
  updated_at: instant,
});
export type QuickReply = z.infer<typeof quickReply>;

export const quickReplyDraft = z.object({
  shortcut: z.string().check(z.regex(SHORTCUT)),
  text: z.string().check(z.minLength(1), z.maxLength(LIMITS.messageText)),
  shared: z.boolean(),
  /** All of its files: those it has and one's own uploads of the bot. Absent: they stay as they are. */
  attachments: z.optional(attachmentIds),
  /** Absent: they stay as they are. */
  buttons: z.optional(offeredLabels),
  /** Absent: they stay as they are. */
  links: z.optional(offeredLinks),
});
export type QuickReplyDraft = z.infer<typeof quickReplyDraft>;

/** A list's filters without the bot and without a place in the list. */
export const viewFilters = z.omit(conversationFilters, { bot_id: true, before: true });

export const savedView = z.object({
  id: textId,
  bot_id: numericId,
  name: z.string(),
  filters: viewFilters,
  /** Everybody at the bot has it; otherwise its author alone. */
  shared: z.boolean(),
  user_id: numericId,
  user_name: z.string(),
  created_at: instant,
});
export type SavedView = z.infer<typeof savedView>;

export const savedViewDraft = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  filters: viewFilters,
  /** Left out: one's own. */
  shared: z.optional(z.boolean()),
});
export type SavedViewDraft = z.infer<typeof savedViewDraft>;

const catalogueItem = z.object({ name: z.string(), formatted: z.string() });
/** Empty lists where a bot has none of a kind. `name` is what a filter takes, `formatted` what people read. */
export const filterCatalogue = z.object({
  marca: z.array(catalogueItem),
  modelo: z.array(z.object({ name: z.string(), formatted: z.string(), marca: z.string() })),
  ciudad: z.array(catalogueItem),
  proyecto: z.array(catalogueItem),
  solicitudes: z.array(catalogueItem),
  area: z.array(catalogueItem),
});
export type FilterCatalogue = z.infer<typeof filterCatalogue>;

export const inboxToolCalls = {
  /** One's own and the shared ones, by shortcut. */
  quickReplies: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/quick_replies/{botId}',
    access: atBot('read'),
    params: bot,
    answer: z.array(quickReply),
  }),
  /**
   * 409 when the shortcut is taken: among the shared ones, or among one's own. 422 for a file that is not one's own
   * unused upload at the bot (`details.uploads`), and for what are no buttons (`offerFault`).
   */
  createQuickReply: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/quick_replies/{botId}',
    access: atBot('add'),
    params: bot,
    body: quickReplyDraft,
    answer: quickReply,
  }),
  /** A shared one is changed by its author, or by somebody who sees the whole bot (422 for others). */
  updateQuickReply: defineCall({
    service: 'conversations',
    method: 'PUT',
    path: '/quick_replies/{botId}/{id}',
    access: atBot('edit'),
    params: oneOfBot,
    body: quickReplyDraft,
    answer: quickReply,
  }),
  deleteQuickReply: defineCall({
    service: 'conversations',
    method: 'DELETE',
    path: '/quick_replies/{botId}/{id}',
    access: atBot('delete'),
    params: oneOfBot,
    answer: done,
  }),
  /**
   * A file of a quick reply as one's own unused upload at the bot, without its bytes travelling: once per author and
   * `key`. 404 where the quick reply or the file is not there for them.
   */
  copyQuickReplyFile: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/quick_replies/{botId}/{id}/files/{file_id}/copies',
    access: atBot('add'),
    params: z.object({ botId: idParam, id: textId, file_id: textId }),
    body: z.object({ key: textId }),
    answer: attachment,
  }),
  /** One's own and the shared ones at the bot, by name. */
  savedViews: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/saved_views/{botId}',
    access: atBot('read'),
    params: bot,
    answer: z.array(savedView),
  }),
  /**
   * 409 when the name is taken: among one's own, or among the shared ones; 422 beyond 30 of one's own. Everybody who
   * reads may keep views; sharing is for those who see the whole bot (403 for others).
   */
  createSavedView: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/saved_views/{botId}',
    access: atBot('read'),
    params: bot,
    body: savedViewDraft,
    answer: savedView,
  }),
  /**
   * A shared one is changed by its author while they may share, and by those who see the whole bot (403 for others).
   */
  updateSavedView: defineCall({
    service: 'conversations',
    method: 'PUT',
    path: '/saved_views/{botId}/{id}',
    access: atBot('read'),
    params: oneOfBot,
    body: savedViewDraft,
    answer: savedView,
  }),
  deleteSavedView: defineCall({
    service: 'conversations',
    method: 'DELETE',
    path: '/saved_views/{botId}/{id}',
    access: atBot('read'),
    params: oneOfBot,
    answer: done,
  }),
  /** What its provider lists for the bot's channel, by name; only APPROVED ones can be sent. */
  messageTemplates: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/message_templates/{botId}',
    access: atBot('read'),
    params: bot,
    query: z.object({ channel: z.optional(channel) }),
    answer: z.array(messageTemplate),
  }),
  filterCatalogue: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/filter_catalogue/{botId}',
    access: atBot('read'),
    params: bot,
    answer: filterCatalogue,
  }),
};
