/** Conversations of one client that are read and answered as one (docs/decisions/0072-joined-conversations.md). */
import * as z from 'zod/mini';
import { JOIN_LIMITS } from '../join-limits.ts';
import { instant, textId } from '../primitives.ts';
import { channel } from '../states.ts';

/** One that another shows with its own. */
export const joinedPart = z.object({
  /** Of the conversation. */
  id: textId,
  channel,
  /** By which it is separated. */
  join_id: textId,
  at: instant,
  /** It had been joined to that one before, and came along; left out: it was joined by itself. */
  through: z.optional(textId),
});
export type JoinedPart = z.infer<typeof joinedPart>;
export const joinedParts = z.array(joinedPart).check(z.maxLength(JOIN_LIMITS.joined));

/** A join, as its answers tell it. */
export const conversationJoin = z.object({
  id: textId,
  source_id: textId,
  target_id: textId,
  separated: z.boolean(),
  /** Of what was separated: it is as it was before; false: its customer has begun another since, and it stays over. */
  restored: z.boolean(),
});
export type ConversationJoin = z.infer<typeof conversationJoin>;
