/** Lists and counts of the Conversations service beside the inbox's own (docs/product.md §7 'Conversations service'). */
import * as z from 'zod/mini';
import { stateCounters } from '../entities/counters.ts';
import { message, messageFrom } from '../entities/message.ts';
import { viewer } from '../entities/user.ts';
import { LIMITS } from '../limits.ts';
import { numericId, seq, shortText, sightStamp, textId } from '../primitives.ts';
import { area, channel, conversationState } from '../states.ts';
import { defineCall } from './call.ts';
import { conversationFilters, conversationPage, sessionRecord } from './conversations.ts';
import { idParam } from './main.ts';

/** What every base carries, read in one snapshot with the rest (docs/protocol.md 'Bases'). */
const base = { seq, sight: sightStamp, viewer };
const paging = {
  page: z.int(),
  pages: z.int(),
  total: z.int(),
  /** There are more than `total` says: nobody counted further than `LIMITS.listCounted`. */
  total_at_least: z.optional(z.boolean()),
};
const itemsParam = z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(LIMITS.pageItems)));
const pageParam = z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(1_000_000)));
const inQuery = { kind: 'bot', in: 'query', name: 'bot_id', module: 'live', permission: 'read' } as const;

export const countsByUser = z.object({
  base_counters: stateCounters,
  /** How many carry each tag, most first, then by name; a conversation counts once for each of its tags. */
  tags: z.array(z.object({ tag: z.string(), count: z.int() })),
  /** How many belong to each area; null: to none. */
  categories: z.array(z.object({ category: z.nullable(area), count: z.int() })),
  ...base,
});
export type CountsByUser = z.infer<typeof countsByUser>;

export const sessionLogPage = z.object({ session_logs: z.array(message), ...paging, ...base });
export type SessionLogPage = z.infer<typeof sessionLogPage>;

export const sessionPage = z.object({ sessions: z.array(sessionRecord), ...paging, ...base });
export type SessionPage = z.infer<typeof sessionPage>;

/** Why a conversation was found: what of the client matched, or the latest message that did. */
export const foundIn = z.object({
  conversation_id: textId,
  in: z.enum(['name', 'email', 'phone', 'rut', 'message']),
  /** The value, or one line of the message around the place. */
  text: z.string(),
  message_id: z.nullable(textId),
});
export type FoundIn = z.infer<typeof foundIn>;

export const foundPage = z.extend(conversationPage, {
  /** At most one of the client and one message for each conversation; none for a blank text. */
  found: z.array(foundIn),
});
export type FoundPage = z.infer<typeof foundPage>;

export const conversationListCalls = {
  /**
   * Found by the client's name, e-mail, phone or RUT, or by what was said; last message first. `archived` true: only
   * archived ones; otherwise all others. A blank text finds all. `filters` narrow further, and continue below a card.
   */
  conversationsByLeadData: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/by_lead_data',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'live', permission: 'read' },
    body: z.object({
      bot_id: numericId,
      search_text: shortText(LIMITS.searchText),
      items: z.optional(z.int().check(z.positive(), z.lte(LIMITS.pageItems))),
      page: z.optional(z.int().check(z.positive(), z.lte(1_000_000))),
      archived: z.optional(z.boolean()),
      filters: z.optional(z.omit(conversationFilters, { bot_id: true, search: true, archived: true })),
    }),
    answer: foundPage,
  }),
  /**
   * Counts by state, tag and area of what the caller sees. Their own id: all of that. A colleague's, for those who see
   * the whole bot: what that person has; for anybody else 404. `tags_lead` keeps conversations with one of these tags
   * on their card or client; `is_admin` is accepted and ignored.
   */
  countStatesByUser: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/count_states/{botId}/{userId}',
    access: {
      kind: 'bot',
      in: 'params',
      name: 'botId',
      module: 'live',
      orModule: 'historial_conversaciones',
      permission: 'read',
    },
    params: z.object({ botId: idParam, userId: idParam }),
    body: z.object({
      tags_lead: z.optional(z.nullable(z.array(shortText(LIMITS.tagText)).check(z.maxLength(LIMITS.tags)))),
      category: z.optional(z.nullable(area)),
      is_admin: z.optional(z.boolean()),
    }),
    answer: countsByUser,
  }),
  /** Last message first. */
  listConversations: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/conversations',
    access: inQuery,
    query: z.object({
      bot_id: idParam,
      state: z.optional(conversationState),
      channel: z.optional(channel),
      lead_id: z.optional(textId),
      items: itemsParam,
      page: pageParam,
    }),
    answer: conversationPage,
  }),
  /** Messages of what the caller sees, newest first. */
  listSessionLogs: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/session_logs',
    access: inQuery,
    query: z.object({
      bot_id: idParam,
      conversation_id: z.optional(textId),
      from: z.optional(messageFrom),
      items: itemsParam,
      page: pageParam,
    }),
    answer: sessionLogPage,
  }),
  /** Steps in the lives of what the caller sees, newest first unless `order=ASC`. */
  listSessions: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/sessions',
    access: inQuery,
    query: z.object({
      bot_id: idParam,
      conversation_id: z.optional(textId),
      order: z.optional(z.enum(['ASC', 'DESC'])),
      items: itemsParam,
      page: pageParam,
    }),
    answer: sessionPage,
  }),
};
