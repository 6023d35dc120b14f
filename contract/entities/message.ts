/** Messages, called session logs by the spec (docs/product.md §3 Message; docs/protocol.md session_logs). */
import * as z from 'zod/mini';
import { instant, numericId, textId } from '../primitives.ts';
import { messageStatus } from '../states.ts';

export const MESSAGE_FROM = ['Cliente', 'agent', 'bot', 'system'] as const;
export const messageFrom = z.enum(MESSAGE_FROM);
export type MessageFrom = z.infer<typeof messageFrom>;

export const button = z.object({
  id: z.string().check(z.maxLength(120)),
  label: z.string().check(z.maxLength(200)),
});
export type Button = z.infer<typeof button>;

export const attachment = z.object({
  id: textId,
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.int().check(z.nonnegative()),
  /** A signed address, present only in answers to somebody who may see it, valid for ten minutes. */
  url: z.optional(z.string()),
});
export type Attachment = z.infer<typeof attachment>;

export const mention = z.object({ id: numericId, name: z.string() });
export type Mention = z.infer<typeof mention>;

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
  /** Notes: the colleagues who are named in it; absent where nobody is. */
  mentions: z.optional(z.array(mention)),
  /** The approved template that the text was made of. */
  template: z.optional(z.object({ name: z.string(), language: z.string() })),
  created_at: instant,
  /** When its author gave a note another wording, or took it back. */
  edited_at: z.optional(z.nullable(instant)),
  /** Increases within the conversation; the server's order. */
  order: z.int().check(z.positive()),
});
export type Message = z.infer<typeof message>;
