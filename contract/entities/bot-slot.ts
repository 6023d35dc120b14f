/** A value that an interaction asks its customer for before it answers. */
import * as z from 'zod/mini';
import { BOT_LIMITS } from '../bot-limits.ts';

/** What a value may be; `text` takes whatever is written. */
export const SLOT_KINDS = [
  'order',
  'rut',
  'comuna',
  'date',
  'size',
  'email',
  'phone',
  'number',
  'text',
] as const;
export type SlotKind = (typeof SLOT_KINDS)[number];

/** A name that a text can call by `{{pedido}}` and a condition by `$pedido`. */
export const SLOT_NAME = /^[\p{L}_][\p{L}\p{N}_]{0,39}$/u;

export const nodeSlot = z.object({
  name: z.string().check(z.regex(SLOT_NAME)),
  kind: z.enum(SLOT_KINDS),
  /** What the bot asks where the message has no such value. */
  question: z.string().check(z.minLength(1), z.maxLength(BOT_LIMITS.botSlotQuestion)),
});
export type NodeSlot = z.infer<typeof nodeSlot>;

/**
 * What became of a value in a turn: asked for; taken from the message; known from earlier in the talk; wrong, asked for
 * again; left, because the customer has none; given up, a person is offered.
 */
export const SLOT_OUTCOMES = ['asked', 'taken', 'known', 'wrong', 'left', 'given_up'] as const;
export const slotTrace = z.object({
  name: z.string(),
  kind: z.enum(SLOT_KINDS),
  outcome: z.enum(SLOT_OUTCOMES),
  value: z.nullable(z.string()),
});
export type SlotTrace = z.infer<typeof slotTrace>;
