/**
 * What the conversation shows, as a flat list for the virtualiser: day separators, the 'Nuevos' line, grouped messages,
 * and what is still on its way out of this browser.
 */
import type { Message } from '../../../contract/entities/message.ts';
import type { OutboxEntry } from '../../../workers/hub/surface.ts';
import { dayKey, dayText } from '../../ui/dates.ts';

export type LogItem =
  | { kind: 'day'; key: string; text: string }
  | { kind: 'new'; key: string }
  /** `first`/`last` of its group: name above, time below. */
  | { kind: 'message'; key: string; message: Message; first: boolean; last: boolean }
  | { kind: 'outgoing'; key: string; entry: OutboxMessage };
export type OutboxMessage = OutboxEntry & { command: Extract<OutboxEntry['command'], { kind: 'message' }> };

/** Messages of one author closer than this belong together (ms). */
const GROUP = 5 * 60_000;

/** Consecutive messages of one author, of one kind, of one day. */
export function sameGroup(before: Message | undefined, after: Message | undefined): boolean {
  if (!before || !after) return false;
  if (before.from === 'system' || after.from === 'system') return false;
  return (
    before.from === after.from &&
    before.note === after.note &&
    before.agent?.id === after.agent?.id &&
    dayKey(before.created_at) === dayKey(after.created_at) &&
    Date.parse(after.created_at) - Date.parse(before.created_at) < GROUP
  );
}

/** Messages waiting in this browser for the conversation, without those that the server already has. */
export function outgoing(
  outbox: readonly OutboxEntry[],
  conversationId: string,
  messages: readonly Message[],
): OutboxMessage[] {
  const known = new Set(messages.map((message) => message.temporal_id));
  return outbox.filter(
    (entry): entry is OutboxMessage =>
      entry.conversationId === conversationId &&
      entry.command.kind === 'message' &&
      !known.has(entry.command.temporal_id),
  );
}

/**
 * The first message that nobody had read when the conversation was opened.
 * @param pending `pending_messages_count` of the card: the customer's unread messages
 * @returns its `_id`, or null when all was read
 */
export function firstUnread(messages: readonly Message[], pending: number): string | null {
  if (pending <= 0) return null;
  const fromCustomer = messages.filter((message) => message.from === 'Cliente');
  return fromCustomer.at(-Math.min(pending, fromCustomer.length))?._id ?? null;
}

/** @param unreadId where the 'Nuevos' line goes; null for none */
export function logItems(
  messages: readonly Message[],
  waiting: readonly OutboxMessage[],
  unreadId: string | null,
  now: number,
): LogItem[] {
  const items: LogItem[] = [];
  messages.forEach((message, index) => {
    const before = messages[index - 1];
    const newDay = !before || dayKey(before.created_at) !== dayKey(message.created_at);
    const newHere = message._id === unreadId;
    if (newDay) {
      items.push({
        kind: 'day',
        key: `day-${dayKey(message.created_at)}`,
        text: dayText(message.created_at, now),
      });
    }
    if (newHere) items.push({ kind: 'new', key: 'new' });
    const after = messages[index + 1];
    items.push({
      kind: 'message',
      // Stable through the change from the sender's copy to the server's.
      key: message.temporal_id ?? message._id,
      message,
      first: newHere || !sameGroup(before, message),
      last: after?._id === unreadId || !sameGroup(message, after),
    });
  });
  for (const entry of waiting) items.push({ kind: 'outgoing', key: entry.command.temporal_id, entry });
  return items;
}

/** Where the reader starts: at the 'Nuevos' line, otherwise at the end. */
export function startIndex(items: readonly LogItem[]): { index: number; align: 'start' | 'end' } {
  const fresh = items.findIndex((item) => item.kind === 'new');
  return fresh >= 0 ? { index: fresh, align: 'start' } : { index: items.length - 1, align: 'end' };
}
