/**
 * What is asked of an entry before it leaves: is the conversation still there, open, ours, within the channel's window,
 * and did nobody answer meanwhile? Judged from the fold, which is caught up at that moment; the server judges again.
 */
import type { ConversationChange } from '../../../contract/calls/conversations.ts';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { Message } from '../../../contract/entities/message.ts';
import { filesFault } from '../../../contract/rules/channel-files.ts';
import { isLocked, lockText } from '../../../contract/rules/lock.ts';
import { STATE_LABELS } from '../../../contract/texts.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';

type Checked =
  | { go: true }
  | { go: false; state: 'refused' | 'asking'; reason: string }
  /** There is nothing left to do: it is as was wanted. */
  | { go: false; state: 'done' };
type Change = Extract<OutboxEntry['command'], { kind: 'change' }>;

const GO: Checked = { go: true };

/** @param known what the fold holds of the conversation; null where it holds nothing, then the server decides alone */
export function checkEntry(
  entry: OutboxEntry,
  known: { card: Conversation | null; messages: readonly Message[] },
  me: number,
  now: number,
): Checked {
  const { command } = entry;
  const { card } = known;
  if (!card) return GO;
  if (command.kind === 'change') return checkChange(command, card);
  if (card.state === 'closed' || card.state === 'archived') {
    return refused(`La conversación ya está en ${STATE_LABELS[card.state]}.`);
  }
  if (command.note) return GO;
  if (!command.template && isLocked(card.channel, card.last_customer_message_at, new Date(now), 'person')) {
    return refused(lockText(card.channel, 'person'));
  }
  const fault = filesFault(card.channel, command.files ?? []);
  if (fault !== null) return refused(fault);
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

/** A change waits for its undo time or for a connection: what it was meant for must still be so. */
function checkChange({ change, seen }: Change, card: Conversation): Checked {
  if (isSo(card, change)) return { go: false, state: 'done' };
  if (!('state' in change || 'team' in change) || !seen) return GO;
  if (card.state === seen.state && card.agent_id === seen.agent_id) return GO;
  const who = card.agent_name ? `La tiene ${card.agent_name}.` : 'Revísala y repite la acción si hace falta.';
  return refused(`La conversación cambió antes de que se completara tu acción. ${who}`);
}

/** The composer's question after somebody else's answer (docs/product.md §10). */
export const answeredReason = (name: string | null): string =>
  `${name ?? 'Otra persona'} respondió mientras estabas sin conexión`;

/** Whether the conversation already is as the change wants it. */
export function isSo(card: Conversation | null, change: ConversationChange): boolean {
  if ('team' in change) return card === null || gotThere(card, change);
  if (!('state' in change)) return false;
  if (!card) return true;
  return card.state === change.state && (!('agent_id' in change) || card.agent_id === change.agent_id);
}

/** It is the team's, and no longer as it was when somebody gave it: to one of them, or waiting. */
const gotThere = (
  card: Conversation,
  { team, seen }: Extract<ConversationChange, { team: unknown }>,
): boolean => card.category === team && (card.state !== seen.state || card.agent_id !== seen.agent_id);

const refused = (reason: string): Checked => ({ go: false, state: 'refused', reason });
const asking = (reason: string): Checked => ({ go: false, state: 'asking', reason });
