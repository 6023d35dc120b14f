/**
 * Help of the language model for who answers in the inbox (docs/decisions/0065-help-from-the-model.md). Each answers words
 * to be judged by who asked; none changes or sends anything. Where the bot's owner did not switch it on, or the
 * installation has no model: 422. 429 beyond `HELP_LIMITS.aMinute`. What the model can't do (its budget is spent, it
 * fails, what it writes is of no use) is a `reason`.
 */
import * as z from 'zod/mini';
import { helpedDraft, helpedTags, helpedText, keptSummary, wordsToRewrite } from '../entities/inbox-help.ts';
import { textId } from '../primitives.ts';
import { defineCall } from './call.ts';
import { byConversation, conversationId } from './conversation-access.ts';

export const inboxHelpCalls = {
  /** An answer to the customer, from what the caller may read: the bot's documents, its products, the client's orders. */
  draftAnswer: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/{id}/help/draft',
    access: byConversation('add'),
    params: conversationId,
    answer: helpedDraft,
  }),
  /** The caller's own words, shorter, friendlier, or in the customer's language. */
  rewriteAnswer: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/{id}/help/rewrite',
    access: byConversation('add'),
    params: conversationId,
    body: wordsToRewrite,
    answer: helpedText,
  }),
  /** What happened so far, for who takes it or gets it. */
  summarizeConversation: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/{id}/help/summary',
    access: byConversation('read'),
    params: conversationId,
    answer: helpedText,
  }),
  /**
   * The kept one. Asked for by itself it is made once, for who got a conversation with enough history and has not answered
   * since (`model_summary` of the bot); for others there is neither text nor reason. `again`: somebody wants it, and it is
   * made anew where there is none or more was said.
   */
  keptSummary: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/{id}/help/kept_summary',
    access: byConversation('read'),
    params: conversationId,
    body: z.object({ again: z.optional(z.boolean()) }),
    answer: keptSummary,
  }),
  /** Tags that fit, among those that the bot's conversations have already. */
  proposeTags: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/{id}/help/tags',
    access: byConversation('edit'),
    params: conversationId,
    answer: helpedTags,
  }),
  /** A customer's message in Spanish. 422 for any other message. */
  translateMessage: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/messages/{id}/help/translation',
    access: {
      kind: 'entity',
      entity: 'message',
      in: 'params',
      name: 'id',
      module: 'live',
      permission: 'read',
    },
    params: z.object({ id: textId }),
    answer: helpedText,
  }),
};
