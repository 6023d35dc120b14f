/** Conversations that an agent begins or removes, and changes of what was written (docs/product.md §7 'Conversations service'). */
import * as z from 'zod/mini';
import { conversation } from '../entities/conversation.ts';
import { message } from '../entities/message.ts';
import { LIMITS } from '../limits.ts';
import { numericId, seq, shortText, textId } from '../primitives.ts';
import { area, channel } from '../states.ts';
import { defineCall } from './call.ts';

const id = z.object({ id: textId });
const changed = z.object({ conversation, seq });
const ofConversation = (permission: 'add' | 'delete') =>
  ({ kind: 'entity', entity: 'conversation', in: 'params', name: 'id', module: 'live', permission }) as const;
const ofMessage = (permission: 'edit' | 'delete') =>
  ({ kind: 'entity', entity: 'message', in: 'params', name: 'id', module: 'live', permission }) as const;
const ofSession = (permission: 'edit' | 'delete') =>
  ({ kind: 'entity', entity: 'session', in: 'params', name: 'id', module: 'live', permission }) as const;

export const conversationLifeCalls = {
  /**
   * An agent writes to a client: a conversation that is theirs from the start (taken). 409 with `details.conversation_id`
   * while the client has one that is not over. Without `channel`: the client's last one; without any, the web where
   * their browser is known, else WhatsApp where their phone is; 422 where neither is.
   */
  createConversation: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'live', permission: 'add' },
    body: z.object({
      bot_id: numericId,
      lead_id: textId,
      channel: z.optional(channel),
      category: z.optional(z.nullable(area)),
    }),
    answer: changed,
  }),
  /**
   * For owners and administrators (422 for others): it ends, is archived, and leaves every agent's sight. What was said
   * stays on record for them (docs/decisions/0006-inbox-calls.md).
   */
  deleteConversation: defineCall({
    service: 'conversations',
    method: 'DELETE',
    path: '/conversations/{id}',
    access: ofConversation('delete'),
    params: id,
    answer: changed,
  }),
  /**
   * Mails what was said, without notes, to the client's own address, and leaves a line that tells of it. 422 without an
   * address (`rule`), 429 beyond what a mailbox and a bot may get.
   */
  mailTranscript: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/{id}/transcript',
    access: ofConversation('add'),
    params: id,
    answer: z.object({ email: z.string() }),
  }),
  /**
   * The team's sign on a message of a channel that has such, '' takes it back; for who has the conversation, within the
   * channel's 24 h. Answers the message with it.
   */
  reactToMessage: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/session_logs/{id}/reaction',
    access: ofMessage('edit'),
    params: id,
    body: z.object({ emoji: shortText(16) }),
    answer: message,
  }),
  /** One's own notes only: what was said to a customer stays as it was said (422). */
  editNote: defineCall({
    service: 'conversations',
    method: 'PUT',
    path: '/session_logs/{id}',
    access: ofMessage('edit'),
    params: id,
    body: z.object({ text: shortText(LIMITS.messageText) }),
    answer: message,
  }),
  /** One's own notes only. What remains is an empty note, so that the order of the rest keeps its numbers. */
  deleteNote: defineCall({
    service: 'conversations',
    method: 'DELETE',
    path: '/session_logs/{id}',
    access: ofMessage('delete'),
    params: id,
    answer: message,
  }),
  /** Steps of a conversation's life are written by what happens, never by hand: refused (422). */
  createSession: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/sessions',
    access: {
      kind: 'entity',
      entity: 'conversation',
      in: 'body',
      name: 'conversation_id',
      module: 'live',
      permission: 'add',
    },
    body: z.object({ conversation_id: textId }),
    answer: z.object({ ok: z.literal(true) }),
  }),
  /** As `createSession`: what happened stays. */
  editSession: defineCall({
    service: 'conversations',
    method: 'PUT',
    path: '/sessions/{id}',
    access: ofSession('edit'),
    params: id,
    answer: z.object({ ok: z.literal(true) }),
  }),
  /** As `createSession`. */
  deleteSession: defineCall({
    service: 'conversations',
    method: 'DELETE',
    path: '/sessions/{id}',
    access: ofSession('delete'),
    params: id,
    answer: z.object({ ok: z.literal(true) }),
  }),
};
