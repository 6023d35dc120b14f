/** The conversation card and its cut form (docs/product.md §3 Conversation; docs/protocol.md 'Sight'). */
import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { instant, numericId, textId, wholeNumber } from '../primitives.ts';
import { area, channel, conversationPriority, conversationState } from '../states.ts';
import { answerKind, answerLevel, answerSource } from './answer-deadlines.ts';
import { joinedParts } from './joining.ts';

const seen = {
  id: textId,
  bot_id: numericId,
  state: conversationState,
  channel,
  /** The area, null where none was chosen: everybody sees those. */
  category: z.nullable(area),
  /** Null while nobody has it; kept after inactive, closed and archived. */
  agent_id: z.nullable(numericId),
};

const people = z.array(numericId).check(z.maxLength(LIMITS.followers));

/** What figures beside the states count it by. Left out: nobody, and no deadline that is near or has passed. */
const marks = {
  /** Who follows it, whether or not they see it now. */
  followers: z.optional(people),
  /** Who is named in one of its notes and has not looked at it since. */
  mention_unseen: z.optional(people),
  /** How far the deadline of its answer has come, told at its moment; left out: not near, or none. */
  answer_level: z.optional(answerLevel),
};

/** Enough to take a conversation off list and counter, and no more. */
export const cutConversation = z.object({ ...seen, ...marks });
export type CutConversation = z.infer<typeof cutConversation>;

export const rating = z.object({ stars: z.int().check(z.gte(1), z.lte(5)), comment: z.nullable(z.string()) });

/** The whole card, as lists show it and events carry it. */
export const conversation = z.object({
  ...seen,
  ...marks,
  /** Who is named in one of its notes. */
  mentioned: z.optional(people),
  /** Followers who were told of news in it and have not looked since. */
  follow_news: z.optional(people),
  lead_id: textId,
  lead_name: z.string(),
  custom: z.object({ name: z.nullable(z.string()) }),
  agent_name: z.nullable(z.string()),
  /** A preview of the last message, at most 160 characters, never a note's text. */
  last_message: z.string(),
  /** Who wrote it; null while there is none. */
  last_message_from: z.nullable(z.enum(['Cliente', 'agent', 'bot', 'system'])),
  last_message_date: instant,
  /** A preview of the customer's last words (a pressed button is none), at most 160 characters; null: they said none. */
  last_question: z.optional(z.nullable(z.string())),
  /** The customer's messages that nobody at the bot has read. */
  pending_messages_count: z.int().check(z.nonnegative()),
  /** Presence of the visitor when the card was read; live changes come by USER_ONLINE_STATUS, so equality ignores it. */
  isUserOnline: z.boolean(),
  tags: z.array(z.string()),
  /** Null: none. Left out by servers and in events of before there were any. */
  priority: z.optional(z.nullable(conversationPriority)),
  /** Marked unread by hand. */
  unread: z.boolean(),
  snoozed_until: z.nullable(instant),
  notes_count: z.int().check(z.nonnegative()),
  /** Messages that are kept to be sent later, those that could not be among them; absent from an older server. */
  scheduled_count: z.optional(wholeNumber),
  created_at: instant,
  /** Since when the customer waits for a person; null while nobody waits. */
  waiting_since: z.nullable(instant),
  /** Which answer is due, when its warning is, and until when; left out: none has a deadline. */
  answer_kind: z.optional(answerKind),
  answer_warn_at: z.optional(instant),
  answer_due_at: z.optional(instant),
  /** Whose minutes it has; left out: those of all. */
  answer_by: z.optional(answerSource),
  /** The 24 h window counts from here (docs/product.md §4 'conversation lock'). */
  last_customer_message_at: z.nullable(instant),
  /** Until when a free text is taken; null: the channel has no end, or nobody wrote yet. */
  window_expires_at: z.optional(z.nullable(instant)),
  rating: z.nullable(rating),
  /** The connection by which replies leave; null: the web, or one that is gone. */
  connection_id: z.optional(z.nullable(textId)),
  /** Those that are read with it; left out: none. */
  joined: z.optional(joinedParts),
  /** The one that it was joined to, where it is read and answered; left out: it stands by itself. */
  joined_into: z.optional(textId),
  /** Another lead has the phone or e-mail that this one named (IDENTIFY never merges). */
  possible_duplicate: z.boolean(),
});
export type Conversation = z.infer<typeof conversation>;

/** A card in an event: whole, or cut when the viewer no longer sees it. */
export const eventConversation = z.union([conversation, cutConversation]);
export type EventConversation = z.infer<typeof eventConversation>;

/** Whether an event's card came whole. */
export function isWhole(card: EventConversation): card is Conversation {
  return 'lead_id' in card;
}
