/**
 * The four sounds (docs/product.md §3 'User sound settings'): unlogged, after commit, to those who see the
 * conversation.
 */
import type { EventName } from '../../contract/realtime/events.ts';
import type { SightFacts } from '../../machines/inbox/sight.ts';
import type { App } from '../platform/app.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Flushed } from './conversation-work.ts';

/** What rings for which event; a customer's message rings only where a person is talking with them. */
const SOUNDS = {
  NEW_CONVERSATION: 'SOUND_NEW_CONVERSATION',
  PUSH_PENDING_CONVERSATION: 'SOUND_PENDING_CONVERSATION',
} as const satisfies Partial<Record<EventName, string>>;

export interface Occasion {
  /** The customer wrote in this transaction. */
  wrote?: boolean;
  /** …and nobody knew them before. */
  newLead?: boolean;
}

/**
 * Rings at those whom what was written concerns, once it is committed. @param wrote a customer wrote, @param
 * newLead it is their first word
 */
export function ringAfterCommit(
  tx: Transaction,
  app: Pick<App, 'realtime'>,
  flushed: Flushed,
  { wrote = false, newLead = false }: Occasion = {},
): void {
  const { conversation, events } = flushed;
  const facts: SightFacts = {
    state: conversation.state,
    category: conversation.category,
    agent_id: conversation.agent_id,
  };
  const ring = (
    name: 'SOUND_LIVE_CHAT_MESSAGE' | 'SOUND_NEW_LEAD' | (typeof SOUNDS)[keyof typeof SOUNDS],
    event_id: string,
  ) =>
    tx.afterCommit(() =>
      app.realtime.toViewersOf(conversation.bot_id, facts, name, {
        bot_id: conversation.bot_id,
        event_id,
        conversation_id: conversation.id,
      }),
    );
  for (const event of events) {
    if (event.name in SOUNDS) ring(SOUNDS[event.name as keyof typeof SOUNDS], event.id);
  }
  const first = events[0];
  if (newLead && first) ring('SOUND_NEW_LEAD', first.id);
  const message = events.find((event) => event.name === 'NEW_MESSAGE');
  if (wrote && message && conversation.state === 'taken') ring('SOUND_LIVE_CHAT_MESSAGE', message.id);
}
