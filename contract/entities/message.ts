/** Messages, called session logs by the spec (docs/product.md §3 Message; docs/protocol.md session_logs). */

import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { OFFER_LIMITS } from '../offer-limits.ts';
import { instant, numericId, textId } from '../primitives.ts';
import { messageStatus } from '../states.ts';
import { productCard } from './product-card.ts';

export const MESSAGE_FROM = ['Cliente', 'agent', 'bot', 'system'] as const;
export const messageFrom = z.enum(MESSAGE_FROM);
export type MessageFrom = z.infer<typeof messageFrom>;

export const button = z.object({
  id: z.string().check(z.maxLength(120)),
  label: z.string().check(z.maxLength(200)),
  /** It opens this page (https) and answers nothing; absent: it answers. */
  url: z.optional(z.string().check(z.maxLength(OFFER_LIMITS.address))),
});
export type Button = z.infer<typeof button>;

export const attachment = z.object({
  id: textId,
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.int().check(z.nonnegative()),
  /** Absent: it is here. What a channel announced is fetched, and shown once it is there (docs/protocol.md 'Messages that change'). */
  state: z.optional(z.enum(['downloading', 'ready', 'failed'])),
  /** Why it could not be fetched, in Spanish. */
  reason: z.optional(z.nullable(z.string())),
  /** A signed address, present only in answers to somebody who may see it, valid for ten minutes. */
  url: z.optional(z.string()),
});
export type Attachment = z.infer<typeof attachment>;
/** Files that words carry: uploaded before by their author, each used once. */
export const attachmentIds = z.array(textId).check(z.maxLength(LIMITS.attachmentsPerMessage));

export const mention = z.object({ id: numericId, name: z.string() });
export type Mention = z.infer<typeof mention>;

/** What a channel tells besides text; each part is there only where the message has it. */
export const messageExtra = z.object({
  /** How the channel calls its kind: 'text', 'image', 'location', 'order' … */
  kind: z.optional(z.string()),
  /** The message that it answers. */
  reply_to: z.optional(z.object({ mid: z.string(), text: z.nullable(z.string()) })),
  /** The latest of each side. */
  reactions: z.optional(
    z.array(z.object({ from: z.enum(['Cliente', 'agent']), emoji: z.string(), at: instant })),
  ),
  location: z.optional(z.object({ latitude: z.number(), longitude: z.number() })),
  /** Written in the provider's own app, not here. */
  from_app: z.optional(z.boolean()),
  /** Taken back by who wrote it. */
  deleted: z.optional(z.boolean()),
  /** Its words were changed by who wrote it, at this time of the provider. */
  changed_at: z.optional(instant),
  /** The ad that led to it. */
  referral: z.optional(
    z.object({
      headline: z.nullable(z.string()),
      body: z.nullable(z.string()),
      source_url: z.nullable(z.string()),
    }),
  ),
});
export type MessageExtra = z.infer<typeof messageExtra>;

export const message = z.object({
  _id: textId,
  conversation_id: textId,
  /** The channel's own id for it; on the web the same as `_id`. */
  mid: z.string(),
  /** The author's key for exactly-once sends; null for the bot's and the system's. */
  temporal_id: z.nullable(z.string()),
  message_status: messageStatus,
  /** Why it failed, in Spanish. */
  reason: z.nullable(z.string()),
  from: messageFrom,
  text: z.string(),
  agent: z.nullable(z.object({ id: numericId, name: z.string(), image: z.nullable(z.string()) })),
  /** An internal note: never reaches the customer. */
  note: z.boolean(),
  /** The bot's: what it offered. The customer's: the one they pressed, when they did not type. */
  buttons: z.array(button),
  attachments: z.array(attachment),
  /**
   * Products that it shows, under its text; absent: none. A channel without cards says them in words
   * (contract/entities/card-text.ts).
   */
  cards: z.optional(z.array(productCard)),
  /** Notes: the colleagues who are named in it; absent where nobody is. */
  mentions: z.optional(z.array(mention)),
  /** The approved template that the text was made of. */
  template: z.optional(z.object({ name: z.string(), language: z.string() })),
  created_at: instant,
  /** When its author gave a note another wording, or took it back. */
  edited_at: z.optional(z.nullable(instant)),
  /**
   * 1, 2 … when it changed after it was first sent: a NEW_MESSAGE with a known `_id` and a higher one replaces it,
   * moves no counter and rings nobody. Absent: as it was first sent.
   */
  revision: z.optional(z.int().check(z.nonnegative())),
  extra: z.optional(messageExtra),
  /** Increases within the conversation; the server's order. */
  order: z.int().check(z.positive()),
});
export type Message = z.infer<typeof message>;
