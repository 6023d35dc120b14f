/** Cards, messages and frames for tests, with what a test cares about named by the test. */
import type { Conversation, EventConversation } from '../../../contract/entities/conversation.ts';
import { type CounterMatrix, emptyMatrix } from '../../../contract/entities/counters.ts';
import type { Message } from '../../../contract/entities/message.ts';
import type { Viewer } from '../../../contract/entities/user.ts';
import type { CardEventName, EventData, EventName, NamedEvent } from '../../../contract/realtime/events.ts';
import { startInbox } from '../fold.ts';
import type { InboxState, ListQuery } from '../inbox-state.ts';
import type { SightFacts } from '../sight.ts';

export const ADMIN: Viewer = { user_id: 1, base: 'administrador', areas: [] };
export const ANA: Viewer = { user_id: 11, base: 'agente', areas: ['ventas'] };
export const BRUNO = 12;
export const ACTIVE: ListQuery = { state: 'active', channel: null, agent_id: null, category: null };

/** The n-th minute of the day. */
export const minute = (n: number) => new Date(Date.UTC(2026, 10, 21, 0, n)).toISOString();

export function card(id: string, facts: Partial<Conversation> = {}): Conversation {
  return {
    id,
    bot_id: 64,
    state: 'active',
    channel: 'web',
    category: null,
    agent_id: null,
    lead_id: `lead-${id}`,
    lead_name: 'Rosa',
    custom: { name: null },
    agent_name: null,
    last_message: 'Hola',
    last_message_from: 'Cliente',
    last_message_date: minute(0),
    pending_messages_count: 1,
    isUserOnline: false,
    tags: [],
    unread: false,
    snoozed_until: null,
    notes_count: 0,
    created_at: minute(0),
    waiting_since: null,
    last_customer_message_at: null,
    rating: null,
    possible_duplicate: false,
    ...facts,
  };
}

export function message(order: number, facts: Partial<Message> = {}): Message {
  return {
    _id: `m${order}`,
    conversation_id: 'a',
    mid: `m${order}`,
    temporal_id: `temporal-${order}`,
    message_status: 'queued',
    reason: null,
    from: 'Cliente',
    text: `Texto ${order}`,
    agent: null,
    note: false,
    buttons: [],
    attachments: [],
    created_at: minute(order),
    order,
    ...facts,
  };
}

export function event<N extends EventName>(seq: number, name: N, data: EventData<N>): NamedEvent {
  const head = {
    id: `e${seq}`,
    seq,
    bot_id: 64,
    at: minute(seq),
    actor: { kind: 'visitor', id: 'lead', name: 'Rosa' },
  };
  return { name, ...head, data } as NamedEvent;
}
export function moved(
  seq: number,
  conversation: EventConversation,
  last: SightFacts,
  name: Exclude<
    CardEventName,
    'PUSH_PENDING_CONVERSATION' | 'DERIVE_CONVERSATION'
  > = 'UPDATE_CONVERSATION_CARD',
): NamedEvent {
  return event(seq, name, {
    conversation,
    last_state: last.state,
    last_agent_id: last.agent_id,
    last_category: last.category,
  });
}

export function inbox(viewer: Viewer = ADMIN, counted: Partial<CounterMatrix['active']> = {}): InboxState {
  const matrix = emptyMatrix();
  matrix.active = { ...matrix.active, ...counted };
  return startInbox({ bot_id: 64, seq: 0, sight: 's', viewer, matrix });
}
