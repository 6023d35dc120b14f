/** Following a conversation, and looking at what is new in it (docs/decisions/0064-following.md). */
import * as z from 'zod/mini';
import { conversation } from '../entities/conversation.ts';
import { seq } from '../primitives.ts';
import { defineCall } from './call.ts';
import { byConversation, conversationId } from './conversation-access.ts';

const changed = z.object({ conversation, seq });

export const followingCalls = {
  /**
   * For whoever sees it. Following twice is following once. 422 (`rule`) beyond `LIMITS.followers` of one conversation
   * and `LIMITS.followed` of one person.
   */
  follow: defineCall({
    service: 'conversations',
    method: 'PUT',
    path: '/conversations/{id}/follow',
    access: byConversation('read'),
    params: conversationId,
    body: z.object({ follow: z.boolean() }),
    answer: changed,
  }),
  /** The caller looked at it: their mentions in it are seen, its notices read, and the next news are told again. */
  look: defineCall({
    service: 'conversations',
    method: 'PUT',
    path: '/conversations/{id}/look',
    access: byConversation('read'),
    params: conversationId,
    answer: changed,
  }),
};
