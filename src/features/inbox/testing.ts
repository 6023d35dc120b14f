/** Wire entities for the tests of the inbox's view logic. */
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { Message } from '../../../contract/entities/message.ts';

export const message = (order: number, change: Partial<Message> = {}): Message => ({
  _id: `m${order}`,
  conversation_id: 'c1',
  mid: `m${order}`,
  temporal_id: null,
  message_status: 'sent',
  reason: null,
  from: 'Cliente',
  text: `texto ${order}`,
  agent: null,
  note: false,
  buttons: [],
  attachments: [],
  created_at: new Date(2026, 10, 21, 10, order).toISOString(),
  order,
  ...change,
});

export const card = (id: string, change: Partial<Conversation> = {}): Conversation => ({
  id,
  bot_id: 64,
  state: 'pending',
  channel: 'web',
  category: null,
  agent_id: null,
  lead_id: `l-${id}`,
  lead_name: 'Cliente',
  custom: { name: null },
  agent_name: null,
  last_message: 'hola',
  last_message_from: 'Cliente',
  last_message_date: '2026-11-21T10:00:00.000Z',
  pending_messages_count: 0,
  isUserOnline: false,
  tags: [],
  unread: false,
  snoozed_until: null,
  notes_count: 0,
  created_at: '2026-11-21T09:00:00.000Z',
  waiting_since: null,
  last_customer_message_at: null,
  rating: null,
  possible_duplicate: false,
  ...change,
});
