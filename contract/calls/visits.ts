/** Where a conversation's customer is on the site. */
import * as z from 'zod/mini';
import { CHAT_LANGUAGES } from '../chat-language.ts';
import { visit } from '../entities/visit.ts';
import { defineCall } from './call.ts';
import { conversationId, toReadConversation } from './conversation-access.ts';

export const visitCalls = {
  /** Null: nothing was said of it, or the bot's owner switched it off. */
  visit: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/visits/by_conversation_id/{id}',
    access: toReadConversation,
    params: conversationId,
    answer: z.object({
      visit: z.nullable(visit),
      /** What their chat speaks; absent: Spanish, or no chat on a site. */
      language: z.optional(z.enum(CHAT_LANGUAGES)),
    }),
  }),
};
