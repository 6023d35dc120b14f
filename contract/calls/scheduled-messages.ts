/** Messages that are sent later (docs/decisions/0059-send-later.md). */
import * as z from 'zod/mini';
import { attachmentIds, message } from '../entities/message.ts';
import { offeredLabels, offeredLinks } from '../entities/offer.ts';
import { scheduledMessage } from '../entities/scheduled-message.ts';
import { LIMITS } from '../limits.ts';
import { instant, shortText, temporalId, textId, wholeNumber } from '../primitives.ts';
import { defineCall } from './call.ts';
import { byConversation, conversationId, toReadConversation } from './conversation-access.ts';

const id = z.object({ id: textId });
const ofScheduled = {
  kind: 'entity',
  entity: 'scheduled_message',
  in: 'params',
  name: 'id',
  module: 'live',
  permission: 'add',
} as const;

/** The highest `order` that who decides had seen: what somebody wrote after it holds the message back. */
const last_seen = z.optional(wholeNumber);
const plan = {
  text: shortText(LIMITS.messageText),
  /** All of its files: one's own unused uploads of the bot, and those it has. Absent: they stay as they are. */
  attachments: z.optional(attachmentIds),
  /** All of its options, as a message's. Absent: they stay as they are. */
  buttons: z.optional(offeredLabels),
  /** All of its links. Absent: they stay as they are. */
  links: z.optional(offeredLinks),
  /** From now on, at most `LIMITS.scheduledAhead`. */
  send_at: instant,
  last_seen,
};

export const scheduledMessageCalls = {
  /** Those that wait or could not be sent, by their moment. */
  scheduledMessages: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/conversations/{id}/scheduled_messages',
    access: toReadConversation,
    params: conversationId,
    answer: z.object({
      scheduled_messages: z.array(scheduledMessage).check(z.maxLength(LIMITS.scheduledMessages)),
    }),
  }),
  /**
   * For who has the conversation, once per author and `temporal_id`. 409 as a message (illegal_move, already_taken,
   * stale_view); 422 for nothing in it, files and options
   * that a message would not take, a moment that is past, too far or beyond the channel's 24 h, a client who is
   * blocked or opted out, and beyond `LIMITS.scheduledMessages`.
   */
  scheduleMessage: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/{id}/scheduled_messages',
    access: byConversation('add'),
    params: conversationId,
    body: z.object({ ...plan, temporal_id: temporalId }),
    answer: scheduledMessage,
  }),
  /** Other words, files, options, another moment; it is planned anew, under the name of who changes it. As `scheduleMessage`. */
  changeScheduledMessage: defineCall({
    service: 'conversations',
    method: 'PUT',
    path: '/scheduled_messages/{id}',
    access: ofScheduled,
    params: id,
    body: z.object(plan),
    answer: scheduledMessage,
  }),
  /** Now, as a message of who asks, by a message's rules; the same again answers the same message. */
  sendScheduledMessage: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/scheduled_messages/{id}/send',
    access: ofScheduled,
    params: id,
    body: z.object({ last_seen }),
    answer: message,
  }),
  /** For its author, who has the conversation, owners and administrators (403 for others). The same again changes nothing. */
  cancelScheduledMessage: defineCall({
    service: 'conversations',
    method: 'DELETE',
    path: '/scheduled_messages/{id}',
    access: ofScheduled,
    params: id,
    answer: scheduledMessage,
  }),
};
