/** A ticket's words as the inbox's log and composer take them: one look, one way of writing for both. */
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { Message } from '../../../contract/entities/message.ts';
import type { TicketDetail, TicketMessage } from '../../../contract/entities/ticket.ts';
import { ticketThread } from '../../../contract/rules/tickets.ts';

/** A card under the name by which drafts and outbox know the ticket; no conversation has it. */
export function threadCard(ticket: TicketDetail): Conversation {
  return {
    id: ticketThread(ticket.id),
    bot_id: ticket.bot_id ?? 0,
    state: 'taken',
    channel: 'web',
    category: ticket.category,
    agent_id: ticket.assignee,
    lead_id: ticket.lead_id ?? ticket.id,
    lead_name: ticket.lead_name ?? 'Cliente',
    custom: { name: null },
    agent_name: ticket.assignee_name,
    last_message: ticket.last_message,
    last_message_from: ticket.last_message_from,
    last_message_date: ticket.last_message_at ?? ticket.created_at,
    pending_messages_count: 0,
    isUserOnline: false,
    tags: ticket.tags,
    unread: false,
    snoozed_until: null,
    notes_count: 0,
    created_at: ticket.created_at,
    waiting_since: null,
    last_customer_message_at: null,
    last_question: null,
    rating: null,
    possible_duplicate: false,
  };
}

/** Words and steps in the order in which they happened; a step reads as the inbox's own lines do. */
export function threadMessages(ticket: TicketDetail, messages: readonly TicketMessage[]): Message[] {
  const conversation_id = ticketThread(ticket.id);
  const base: Omit<Message, 'order' | '_id' | 'mid' | 'from' | 'text' | 'created_at'> = {
    conversation_id,
    message_status: 'sent',
    reason: null,
    buttons: [],
    attachments: [],
    agent: null,
    note: false,
    temporal_id: null,
  };
  const said = messages.map(
    (one): Omit<Message, 'order'> => ({
      ...base,
      _id: one.id,
      mid: one.id,
      temporal_id: one.temporal_id,
      message_status: one.message_status,
      reason: one.reason,
      from: one.from,
      text: one.text,
      agent: one.agent,
      note: one.note,
      attachments: one.attachments,
      ...(one.mentions.length > 0 ? { mentions: one.mentions } : {}),
      created_at: one.created_at,
    }),
  );
  // Above the oldest words that are shown, steps would stand without what they are about.
  const from = messages.length >= 100 ? (messages[0]?.created_at ?? '') : '';
  const steps = ticket.history
    .filter(({ at }) => at >= from)
    .map(
      (step): Omit<Message, 'order'> => ({
        ...base,
        _id: step.id,
        mid: step.id,
        from: 'system',
        text: `${step.by}: ${step.text}`,
        created_at: step.at,
      }),
    );
  return [...said, ...steps]
    .sort((a, b) => a.created_at.localeCompare(b.created_at) || a._id.localeCompare(b._id))
    .map((message, place) => ({ ...message, order: place + 1 }));
}
