/** The Conversations service (docs/product.md §7; docs/protocol.md 'Conversations'). */
import * as z from 'zod/mini';
import { answerLevel } from '../entities/answer-deadlines.ts';
import { conversation } from '../entities/conversation.ts';
import { channelCounters, counterMatrix, stateCounters } from '../entities/counters.ts';
import { attachmentIds, message } from '../entities/message.ts';
import { offeredLabels, offeredLinks } from '../entities/offer.ts';
import { routingReason } from '../entities/routing.ts';
import { viewer } from '../entities/user.ts';
import { LIMITS } from '../limits.ts';
import {
  instant,
  numericId,
  seq,
  shortText,
  sightStamp,
  temporalId,
  textId,
  wholeNumber,
} from '../primitives.ts';
import { TEMPLATE_VALUE_MAX } from '../rules/message-template.ts';
import { SLOT_PARTS } from '../rules/template-slots.ts';
import { area, channel, conversationPriority, conversationState } from '../states.ts';
import { defineCall } from './call.ts';
import { byConversation, conversationId, toReadConversation } from './conversation-access.ts';

/** What every base carries, read in one snapshot with the rest (docs/protocol.md 'Bases'). `viewer` lets the client judge sight. */
const base = { seq, sight: sightStamp, viewer };

export const conversationFilters = z.object({
  bot_id: numericId,
  state: z.optional(conversationState),
  channel: z.optional(z.nullable(channel)),
  agent_id: z.optional(z.nullable(numericId)),
  category: z.optional(z.nullable(area)),
  tags: z.optional(z.array(shortText(LIMITS.tagText)).check(z.maxLength(LIMITS.tags))),
  priority: z.optional(conversationPriority),
  search: z.optional(shortText(LIMITS.searchText)),
  from: z.optional(instant),
  to: z.optional(instant),
  /** Marked unread by hand, or with messages that nobody read; with `mentioned`: not looked at since. */
  unread_only: z.optional(z.boolean()),
  /** Names of items of the bot's filter catalogue (`filterCatalogue`); all that are given must hold. */
  catalogue: z.optional(
    z.object({
      marca: z.optional(shortText(80)),
      modelo: z.optional(shortText(80)),
      ciudad: z.optional(shortText(80)),
      proyecto: z.optional(shortText(80)),
      solicitudes: z.optional(shortText(80)),
      area: z.optional(area),
    }),
  ),
  /** Latest first (the default), the longest wait first, or whose answer is due first. The last two are older names. */
  order: z.optional(z.enum(['recent', 'waiting', 'due', 'last_message_date', 'waiting_since'])),
  /** true: only what is snoozed; false: nothing that is. */
  snoozed: z.optional(z.boolean()),
  /** true: only what somebody has in hand, taken or inactive. For lists that name no state. */
  held: z.optional(z.boolean()),
  /** true: only what `agent_id` follows, or anybody; then it narrows to nobody's own. For lists that name no state. */
  followed: z.optional(z.boolean()),
  /** true: only where a note names `agent_id`, or anybody; then it narrows to nobody's own. For lists that name no state. */
  mentioned: z.optional(z.boolean()),
  /** true: only where the deadline of an answer has passed. For lists that name no state. */
  overdue: z.optional(z.boolean()),
  /** Only where the deadline of an answer is near, or has passed. */
  answer_level: z.optional(answerLevel),
  /** true: only archived ones; false: all others. For lists that name no state. */
  archived: z.optional(z.boolean()),
  /**
   * Continue a list below this card (its sort key), instead of by page number: exact while the list moves.
   * `waiting_since` places it in a list ordered by wait, `answer_due_at` in one ordered by what is due.
   */
  before: z.optional(
    z.object({
      last_message_date: instant,
      waiting_since: z.optional(z.nullable(instant)),
      answer_due_at: z.optional(instant),
      id: textId,
    }),
  ),
});
export type ConversationFilters = z.infer<typeof conversationFilters>;

export const conversationPage = z.object({
  conversations: z.array(conversation),
  pages: z.int(),
  page: z.int(),
  total: z.int(),
  /** There are more than `total`: `LIMITS.listCounted` were counted, or a search needed to look no further. */
  total_at_least: z.optional(z.boolean()),
  ...base,
});
export type ConversationPage = z.infer<typeof conversationPage>;

export const counterBase = z.object({
  base_counters: stateCounters,
  base_channel_counters: channelCounters,
  /** How many the viewer has in hand, taken or inactive; servers of before leave it out. */
  mine: z.optional(wholeNumber),
  /** How many the viewer follows and sees; servers of before leave it out. */
  following: z.optional(wholeNumber),
  /** In how many that they see a note names them, and they have not looked since; servers of before leave it out. */
  mentions: z.optional(wholeNumber),
  /** How many that they see have let a deadline of an answer pass; servers of before leave it out. */
  overdue: z.optional(wholeNumber),
  /** All states × channels, so that a change of the viewed state needs no question. */
  matrix: counterMatrix,
  /** The event's at `seq`, for AUTO_RECONNECT's `after_id`; null where the log does not keep it any more. */
  seq_id: z.optional(z.nullable(textId)),
  ...base,
});
export type CounterBase = z.infer<typeof counterBase>;

/** Exactly one kind of change per call (docs/protocol.md `PUT conversations/{id}`). */
export const conversationChange = z.union([
  /** Take (agent_id: me) or derive / assign (another: needs shunt-agent). */
  z.strictObject({
    state: z.literal('taken'),
    agent_id: numericId,
    reason: z.optional(z.nullable(shortText(LIMITS.deriveReason))),
    /**
     * Takes it over from this person, who has it now (owners and administrators; needs shunt-agent): 409 when
     * somebody else has it meanwhile. Without it a taken conversation is never taken a second time.
     */
    from_agent_id: z.optional(numericId),
    category: z.optional(z.nullable(area)),
    /** true: only takes up again what is closed; false: only takes what is open; left out: whichever it is. */
    reopen: z.optional(z.boolean()),
  }),
  z.strictObject({ state: z.enum(['active', 'pending', 'inactive', 'closed', 'archived']) }),
  z.strictObject({ tags: z.array(shortText(LIMITS.tagText)).check(z.maxLength(LIMITS.tags)) }),
  z.strictObject({ category: z.nullable(area) }),
  /** Null takes it away. */
  z.strictObject({ priority: z.nullable(conversationPriority) }),
  /** true marks unread by hand; false says that the one who has it has read it (resets pending_messages_count). */
  z.strictObject({ unread: z.boolean() }),
  z.strictObject({ snoozed_until: z.nullable(instant) }),
  /**
   * To somebody of the area's team who has room, else it waits for the team (needs shunt-agent). 409 where it is no
   * longer as it was `seen`: the same again would go on to the next one.
   */
  z.strictObject({
    team: area,
    seen: z.object({ state: conversationState, agent_id: z.nullable(numericId) }),
    reason: z.optional(z.nullable(shortText(LIMITS.deriveReason))),
  }),
]);
export type ConversationChange = z.infer<typeof conversationChange>;

/** A template by its name, with every slot: header, body and buttons. */
export const wantedTemplate = z.object({
  name: shortText(512),
  language: shortText(20),
  /** As its sender read it: 422 with `details.category` when the provider made it another one meanwhile. */
  category: z.optional(shortText(40)),
  slots: z
    .array(
      z.object({
        part: z.enum(SLOT_PARTS),
        index: z.int().check(z.nonnegative(), z.lte(20)),
        key: shortText(60),
        value: shortText(TEMPLATE_VALUE_MAX),
      }),
    )
    .check(z.maxLength(40)),
});
export type WantedTemplate = z.infer<typeof wantedTemplate>;

export const newSessionLog = z.object({
  conversation_id: textId,
  text: shortText(LIMITS.messageText),
  temporal_id: temporalId,
  /** The highest `order` that the sender had seen: a later answer of somebody else makes it 409 stale_view. */
  last_seen: z.optional(wholeNumber),
  note: z.optional(z.boolean()),
  /** 'Tomar y enviar': takes what nobody has for its author, in the same transaction; what they have already is as it is. */
  take: z.optional(z.boolean()),
  /** Colleagues named in a note: those who see the conversation get a notice (user_tagged). 422 outside a note. */
  mentions: z.optional(z.array(numericId).check(z.maxLength(20))),
  attachments: z.optional(attachmentIds),
  /** Products that it shows as cards, as they are now (needs crm's read); those that are gone are refused. 422 in a note. */
  products: z.optional(z.array(textId).check(z.maxLength(LIMITS.cardsPerMessage))),
  /**
   * Options under it, by their labels (`offerFault`): buttons, or a numbered list in its words where `offerForm` says so.
   * 422 in a note, with a template and without words.
   */
  buttons: z.optional(offeredLabels),
  /** Buttons after them that open a page, by the same rules; 422 where the channel has no way for all of them together (`mixtureFault`). */
  links: z.optional(offeredLinks),
  /** The `_id` of the message of this conversation that it answers; channels that quote show it so. */
  reply_to: z.optional(textId),
  /** An approved template of the conversation's channel; the server makes the text, `text` is ignored (needs send-wsp). */
  template: z.optional(
    z.union([
      z.object({
        id: textId,
        values: z.array(shortText(TEMPLATE_VALUE_MAX)).check(z.maxLength(20)),
      }),
      wantedTemplate,
    ]),
  ),
  /** Both must name the session's own user; a mismatch is 422. */
  from: z.optional(shortText(200)),
  sender: z.optional(shortText(200)),
});
export type NewSessionLog = z.infer<typeof newSessionLog>;

/** One step in a conversation's life, kept for good ('¿Por qué llegó aquí?'; docs/product.md §3 Session records). */
export const sessionRecord = z.object({
  _id: textId,
  conversation_id: textId,
  event: z.string(),
  from_state: z.nullable(conversationState),
  to_state: conversationState,
  from_agent: z.nullable(z.object({ id: numericId, name: z.string() })),
  to_agent: z.nullable(z.object({ id: numericId, name: z.string() })),
  actor: z.object({ kind: z.string(), name: z.nullable(z.string()) }),
  reason: z.nullable(z.string()),
  /** Why it got its agent by this step, or waits; absent where a person decided it, and in steps of before. */
  why: z.optional(routingReason),
  at: instant,
});
export type SessionRecord = z.infer<typeof sessionRecord>;

export const conversationCalls = {
  countStates: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/count_states_{product}_live',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'live', permission: 'read' },
    /** `is_admin` and `agent_id` are accepted and ignored: what may be counted comes from the session. */
    body: z.object({
      bot_id: numericId,
      conversation_status: z.optional(conversationState),
      is_admin: z.optional(z.boolean()),
      agent_id: z.optional(z.nullable(numericId)),
    }),
    answer: counterBase,
  }),
  filter: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/filter_conversation',
    access: {
      kind: 'bot',
      in: 'body',
      name: 'filters.bot_id',
      module: 'live',
      orModule: 'historial_conversaciones',
      permission: 'read',
    },
    body: z.object({
      filters: conversationFilters,
      items: z.optional(z.int().check(z.positive(), z.lte(LIMITS.pageItems))),
      page: z.optional(z.int().check(z.positive(), z.lte(1_000_000))),
    }),
    answer: conversationPage,
  }),
  show: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/conversations/{id}',
    access: toReadConversation,
    params: conversationId,
    answer: z.object({ conversation, ...base }),
  }),
  change: defineCall({
    service: 'conversations',
    method: 'PUT',
    path: '/conversations/{id}',
    access: byConversation('edit'),
    params: conversationId,
    body: conversationChange,
    answer: z.object({ conversation, seq }),
  }),
  markInactive: defineCall({
    service: 'conversations',
    method: 'PUT',
    path: '/conversations/mark_inactive/{id}',
    access: byConversation('edit'),
    params: conversationId,
    answer: z.object({ conversation, seq }),
  }),
  sendMessage: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/session_logs',
    access: {
      kind: 'entity',
      entity: 'conversation',
      in: 'body',
      name: 'conversation_id',
      module: 'live',
      permission: 'add',
    },
    body: newSessionLog,
    answer: message,
  }),
  /**
   * Oldest first, without a hole; at most one of the four places. `before` and `after` are an `_id`, which is not in the
   * answer; `around` an `_id` that stands in its middle; `at` an instant: around the first message from then on, or the
   * last of all. Without a place: the newest. Bare array: the log number is in the x-seq header.
   */
  messages: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/session_logs/by_conversation_id/{id}',
    access: toReadConversation,
    params: conversationId,
    query: z.object({
      items: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(LIMITS.pageItems))),
      before: z.optional(textId),
      after: z.optional(textId),
      around: z.optional(textId),
      at: z.optional(instant),
    }),
    answer: z.array(message),
  }),
  /**
   * Where a text stands in what was said in it, newest first; letter case and accents don't matter. At most
   * `LIMITS.foundMessages`; `more` when there would be others.
   */
  findMessages: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/session_logs/by_conversation_id/{id}/found',
    access: toReadConversation,
    params: conversationId,
    query: z.object({ text: shortText(LIMITS.searchText) }),
    answer: z.object({ found: z.array(z.object({ _id: textId, order: wholeNumber })), more: z.boolean() }),
  }),
  sessions: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/sessions/by_conversation_id/{id}',
    access: toReadConversation,
    params: conversationId,
    query: z.object({ order: z.optional(z.enum(['ASC', 'DESC'])) }),
    answer: z.array(sessionRecord),
  }),
};
