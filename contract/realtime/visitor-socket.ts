/** Namespace `/visitor`: the customer's side of the chat (docs/protocol.md 'The visitor'). */
import * as z from 'zod/mini';
import { CHAT_LANGUAGES } from '../chat-language.ts';
import { botLook } from '../entities/bot.ts';
import { attachment, button } from '../entities/message.ts';
import { productCard } from '../entities/product-card.ts';
import { LIMITS } from '../limits.ts';
import { instant, numericId, shortText, temporalId, textId } from '../primitives.ts';
import { conversationState, messageStatus } from '../states.ts';
import { WIDGET_LIMITS } from '../widget-limits.ts';

const PRINTED = /^\P{Cc}*$/u;

/** Who the site says sits there, with its signature (docs/widget.md). No control characters: they part what is signed. */
export const signedIdentity = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(WIDGET_LIMITS.externalId), z.regex(PRINTED)),
  /** Seconds since 1970; absent: the signature does not end. */
  expires: z.optional(z.nullable(z.int().check(z.nonnegative(), z.lte(100_000_000_000)))),
  /** Verified by the site: the signature covers it. */
  email: z.optional(z.nullable(z.string().check(z.maxLength(WIDGET_LIMITS.email), z.regex(PRINTED)))),
  hash: z.string().check(z.maxLength(WIDGET_LIMITS.signature)),
});
export type SignedIdentity = z.infer<typeof signedIdentity>;

export const visitorAuth = z.object({
  botId: numericId,
  botToken: z.string().check(z.maxLength(200)),
  roomToken: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  /**
   * The page says DELIVERED when it has shown itself a message. For pages that don't promise it, a message counts as
   * delivered when it was written to their socket.
   */
  confirms: z.optional(z.boolean()),
  identity: z.optional(z.nullable(signedIdentity)),
  /** The chat's: what the server says to this visitor comes in it. Absent: Spanish. */
  language: z.optional(z.enum(CHAT_LANGUAGES)),
});
export type VisitorAuth = z.infer<typeof visitorAuth>;

/** An agent as a customer may know them: name and photo only. */
export const publicAgent = z.object({ name: z.string(), image: z.nullable(z.string()) });
export const visitorMessage = z.object({
  conversation_id: textId,
  mid: z.string(),
  temporal_id: z.nullable(z.string()),
  message_status: messageStatus,
  from: z.enum(['Cliente', 'agent', 'bot', 'system']),
  text: z.string(),
  agent: z.nullable(publicAgent),
  buttons: z.array(button),
  attachments: z.array(z.omit(attachment, { state: true, reason: true })),
  cards: z.optional(z.array(productCard)),
  created_at: instant,
  order: z.int(),
});
export type VisitorMessage = z.infer<typeof visitorMessage>;

export const visitorConnected = z.object({
  roomToken: z.string(),
  /** A user of the site, for whom it has signed: what the browser keeps of them goes with them. */
  signed: z.optional(z.boolean()),
  conversation_id: z.nullable(textId),
  state: z.nullable(conversationState),
  agent: z.nullable(publicAgent),
  messages: z.array(visitorMessage),
  bot: botLook,
  /** The latest conversation is closed and was not rated yet. */
  may_rate: z.boolean(),
  /** It waits and nobody is connected: when somebody will answer, in words. */
  waiting: z.optional(z.nullable(z.string())),
  /** The business is closed: who waits may leave a word by the form. */
  form: z.optional(z.boolean()),
  /** There are documents that customers may read in the chat. */
  articles: z.optional(z.boolean()),
  /** The page may say PAGE: the bot's owner has not switched it off. */
  visits: z.boolean(),
});
export type VisitorConnected = z.infer<typeof visitorConnected>;

export const sendVisitorMessage = z.object({
  text: z.optional(shortText(LIMITS.messageText)),
  button: z.optional(shortText(120)),
  attachments: z.optional(z.array(textId).check(z.maxLength(LIMITS.attachmentsPerMessage))),
  temporal_id: temporalId,
  /** The rule whose message they answer: the bot's words come first. One that is not the bot's is as if it was not said. */
  proactive: z.optional(textId),
});
export type SendVisitorMessage = z.infer<typeof sendVisitorMessage>;
export const visitorMessageAck = z.union([
  z.object({ mid: z.string(), temporal_id: z.string(), conversation_id: textId }),
  z.object({ error: z.string(), message: z.string() }),
]);
export type VisitorMessageAck = z.infer<typeof visitorMessageAck>;

export const visitorReconnect = z.object({ roomToken: z.string().check(z.maxLength(200)) });
/** The page has everything up to this message. */
export const visitorDelivered = z.object({ mid: z.string().check(z.maxLength(64)) });
export const visitorRead = z.object({ mid: z.string().check(z.maxLength(64)) });
const said = z.catch(z.optional(z.string().check(z.maxLength(20_000))), undefined);
/** Where the page is. Whatever is no such thing is taken as not said. */
export const visitorPage = z.object({
  page: said,
  referrer: said,
  zone: said,
});
export type VisitorPage = z.infer<typeof visitorPage>;
export const visitorRate = z.object({
  stars: z.int().check(z.gte(1), z.lte(5)),
  comment: z.optional(z.nullable(shortText(1000))),
});
export const visitorIdentify = z.object({
  name: z.optional(shortText(120)),
  email: z.optional(shortText(200)),
  phone: z.optional(shortText(40)),
});

/** The form out of hours; acknowledged with the code of its ticket, once for each key. */
export const leaveWord = z.object({
  temporal_id: temporalId,
  name: shortText(120),
  email: z.optional(shortText(200)),
  phone: z.optional(shortText(40)),
  message: shortText(WIDGET_LIMITS.word),
});
export type LeaveWord = z.infer<typeof leaveWord>;

/** What the server sends to a visitor besides CONNECTED. */
export const visitorEvents = {
  CONNECTED: visitorConnected,
  NEW_MESSAGE: z.object({ message: visitorMessage }),
  NEW_MESSAGE_STATUS: z.object({ mid: z.string(), message_status: messageStatus }),
  TYPING: z.object({
    who: z.enum(['agent', 'bot']),
    name: z.nullable(z.string()),
    /** The whole of what is being written so far, where that can be seen; the message that ends it comes by itself. */
    text: z.optional(z.string()),
  }),
  CONVERSATION_STATE: z.object({
    conversation_id: textId,
    state: conversationState,
    agent: z.optional(z.nullable(publicAgent)),
    may_rate: z.boolean(),
    waiting: z.optional(z.nullable(z.string())),
    form: z.optional(z.boolean()),
  }),
} as const;
/** By event: what comes with it. */
export type VisitorEvents = { [Event in keyof typeof visitorEvents]: z.infer<(typeof visitorEvents)[Event]> };
