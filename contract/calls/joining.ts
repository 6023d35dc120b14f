/** Two conversations of one client become one to whoever answers (docs/decisions/0072-joined-conversations.md). */
import * as z from 'zod/mini';
import { conversationJoin } from '../entities/joining.ts';
import { message } from '../entities/message.ts';
import { JOIN_LIMITS } from '../join-limits.ts';
import { instant, temporalId, textId, wholeNumber } from '../primitives.ts';
import { defineCall } from './call.ts';
import { byConversation, conversationId, toReadConversation } from './conversation-access.ts';

export const joiningCalls = {
  /**
   * Joins `source_id` to the one of the path, once per person and `temporal_id`: the source is over and points there, what
   * was said in it is read there, its wait and what nobody had read go on there. 404 for what the caller does not see;
   * 409 already_taken where a colleague has one of the two and the caller may not take it from them, stale_view where a
   * colleague answered in either after what was seen; 422 where the clients differ, the source is over or joined
   * already, nobody has the other, something is scheduled in the source, or beyond `JOIN_LIMITS.joined`.
   */
  joinConversation: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/{id}/joins',
    access: byConversation('edit'),
    params: conversationId,
    body: z.object({
      source_id: textId,
      temporal_id: temporalId,
      /** The highest `order` of the path's conversation that was seen; 0: nothing. */
      last_seen: wholeNumber,
      /** Of the source: `last_message_date` of the card that was seen. */
      source_seen: instant,
    }),
    answer: conversationJoin,
  }),
  /**
   * Takes a join back: the source is as it was, unless its customer has begun another conversation since. The same again
   * changes nothing. 404 for another conversation's join; 409 already_taken as above; 422 where one of the two is over
   * or joined further.
   */
  separateConversation: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/{id}/joins/{join_id}/separate',
    access: byConversation('edit'),
    params: z.object({ id: textId, join_id: textId }),
    answer: conversationJoin,
  }),
  /** What was said in those that are joined to it, oldest first: the newest page, or the one before a message. */
  joinedMessages: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/conversations/{id}/joined_messages',
    access: toReadConversation,
    params: conversationId,
    query: z.object({ before: z.optional(textId) }),
    answer: z.object({ messages: z.array(message).check(z.maxLength(JOIN_LIMITS.page)), more: z.boolean() }),
  }),
};
