/**
 * What is asked of an entry before it leaves: is the conversation still there, open, ours, within the channel's window,
 * and did nobody answer meanwhile? Judged from the fold, which is caught up at that moment; the server judges again.
 */
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { Message } from '../../contract/entities/message.ts';
import { LIMITS } from '../../contract/limits.ts';
import { CHANNEL_LABELS, STATE_LABELS } from '../../contract/texts.ts';
import type { OutboxEntry } from './surface.ts';

export type Verdict = { go: true } | { go: false; state: 'refused' | 'asking'; reason: string };
const GO: Verdict = { go: true };

/** Messages of these channels are free for 24 hours after the customer's last one (spec §4). */
const WINDOWED = ['whatsapp', 'instagram', 'messenger'];

/** @param known what the fold holds of the conversation; null where it holds nothing, then the server decides alone */
export function checkEntry(
  entry: OutboxEntry,
  known: { card: Conversation | null; messages: readonly Message[] },
  me: number,
  now: number,
): Verdict {
  const { command } = entry;
  const { card } = known;
  if (command.kind === 'change' || !card) return GO;
  if (card.state === 'closed' || card.state === 'archived') {
    return refused(`La conversación ya está en ${STATE_LABELS[card.state]}.`);
  }
  if (command.note) return GO;
  const since = card.last_customer_message_at === null ? null : Date.parse(card.last_customer_message_at);
  if (WINDOWED.includes(card.channel) && since !== null && now - since > LIMITS.conversationLock) {
    return refused(
      `Pasaron más de 24 horas: ${CHANNEL_LABELS[card.channel]} ya no permite responder con texto libre.`,
    );
  }
  if (card.state === 'taken' && card.agent_id !== me) {
    return asking(`${card.agent_name ?? 'Otra persona'} tomó la conversación mientras estabas sin conexión`);
  }
  const { last_seen } = command;
  if (last_seen === null) return GO;
  const answer = known.messages.find(
    (message) =>
      message.order > last_seen && message.from === 'agent' && !message.note && message.agent?.id !== me,
  );
  return answer ? asking(answeredReason(answer.agent?.name ?? null)) : GO;
}

/** The composer's question after somebody else's answer (ux.md 'Stale-view guard'). */
export const answeredReason = (name: string | null): string =>
  `${name ?? 'Otra persona'} respondió mientras estabas sin conexión`;

const refused = (reason: string): Verdict => ({ go: false, state: 'refused', reason });
const asking = (reason: string): Verdict => ({ go: false, state: 'asking', reason });
