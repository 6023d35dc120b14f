/**
 * What the conversation shows, as a flat list for the virtualiser: day separators, the 'Nuevos' line, grouped messages,
 * what is still on its way out of this browser, and the customer's rating at the end. A message that stays as it was
 * keeps its item, so that only changed rows are drawn again.
 */
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { Message } from '../../../../contract/entities/message.ts';
import type { OutboxEntry } from '../../../../workers/hub/surface/outbox-entry.ts';
import { againKey } from '../../../../workers/shared/again-key.ts';
import { dayKey, dayText } from '../../../ui/dates.ts';

export interface MessageItem {
  kind: 'message';
  key: string;
  message: Message;
  /** Of its group: name above, time below. */
  first: boolean;
  last: boolean;
  /** Id of the offered button that the customer pressed. */
  chosen: string | null;
  /** It failed, and has been sent once more. */
  resent: boolean;
}
export type LogItem =
  | { kind: 'day'; key: string; text: string }
  | { kind: 'new'; key: string }
  /** From here on of another conversation: one that was joined, or this one again. */
  | { kind: 'from'; key: string; conversationId: string }
  | MessageItem
  | { kind: 'outgoing'; key: string; entry: OutboxMessage }
  | { kind: 'rating'; key: string; rating: NonNullable<Conversation['rating']> };
export type OutboxMessage = OutboxEntry & { command: Extract<OutboxEntry['command'], { kind: 'message' }> };

/** Messages of one author closer than this belong together (ms). */
const GROUP = 5 * 60_000;

/** Reading a date costs more than all the rest, and a message never changes in place. */
interface Moment {
  day: string;
  at: number;
}
const moments = new WeakMap<Message, Moment>();
function momentOf(message: Message): Moment {
  const known = moments.get(message);
  if (known) return known;
  const moment = { day: dayKey(message.created_at), at: Date.parse(message.created_at) };
  moments.set(message, moment);
  return moment;
}

/** Stable through the change from the sender's copy to the server's. A text of anybody's: no other key begins so. */
const ownKey = (temporalId: string): string => `own-${temporalId}`;

/** A `temporal_id` is unique per author alone: only agents' are keys, and of two agents' equal ones only the first. */
function keyOf({ _id, from, temporal_id }: Message, taken: Set<string>): string {
  const own = from === 'agent' && temporal_id !== null ? ownKey(temporal_id) : _id;
  const key = taken.has(own) ? _id : own;
  taken.add(key);
  return key;
}

const items = new WeakMap<Message, MessageItem>();
function itemOf(
  message: Message,
  key: string,
  looks: Pick<MessageItem, 'first' | 'last' | 'chosen' | 'resent'>,
): MessageItem {
  const known = items.get(message);
  if (
    known?.key === key &&
    known.first === looks.first &&
    known.last === looks.last &&
    known.chosen === looks.chosen &&
    known.resent === looks.resent
  )
    return known;
  const item: MessageItem = { kind: 'message', key, message, ...looks };
  items.set(message, item);
  return item;
}

/** Consecutive messages of one author, of one kind, of one day. */
export function sameGroup(before: Message | undefined, after: Message | undefined): boolean {
  if (!before || !after) return false;
  if (before.from === 'system' || after.from === 'system') return false;
  const [earlier, later] = [momentOf(before), momentOf(after)];
  return (
    before.from === after.from &&
    before.conversation_id === after.conversation_id &&
    before.note === after.note &&
    before.agent?.id === after.agent?.id &&
    earlier.day === later.day &&
    later.at - earlier.at < GROUP
  );
}

/** Messages waiting in this browser for the conversation, without those that the server already has. */
export function outgoing(
  outbox: readonly OutboxEntry[],
  conversationId: string,
  messages: readonly Message[],
): OutboxMessage[] {
  const mine = outbox.filter(
    (entry): entry is OutboxMessage =>
      entry.conversationId === conversationId && entry.command.kind === 'message',
  );
  if (mine.length === 0) return mine;
  const known = new Set(messages.map(({ from, temporal_id }) => (from === 'agent' ? temporal_id : null)));
  return mine.filter((entry) => !known.has(entry.command.temporal_id));
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

/** Whether these messages reach back to the first unread one. */
export function reachesUnread(messages: readonly Message[], pending: number): boolean {
  let left = pending;
  for (let at = messages.length - 1; at >= 0 && left > 0; at -= 1)
    if (messages[at]?.from === 'Cliente') left -= 1;
  return left <= 0;
}

/** For each message that offered buttons, the one that the customer pressed before anything else was offered. */
function pressedButtons(messages: readonly Message[]): Map<Message, string> {
  const pressed = new Map<Message, string>();
  let offer: Message | null = null;
  for (const message of messages) {
    if (message.buttons.length === 0) continue;
    if (message.from !== 'Cliente') offer = message;
    else if (offer) {
      const id = message.buttons[0]?.id;
      if (id !== undefined && offer.buttons.some((button) => button.id === id)) pressed.set(offer, id);
    }
  }
  return pressed;
}

/** The keys of what was and is sent, where something failed that may be among it again. */
function secondTries(messages: readonly Message[], waiting: readonly OutboxMessage[]): ReadonlySet<string> {
  const keys = new Set<string>();
  if (!messages.some(({ message_status }) => message_status === 'failed')) return keys;
  for (const { temporal_id } of messages) if (temporal_id !== null) keys.add(temporal_id);
  for (const { command } of waiting) keys.add(command.temporal_id);
  return keys;
}

export interface LogContents {
  /** The one that is open: others are joined to it. */
  conversationId: string;
  messages: readonly Message[];
  waiting: readonly OutboxMessage[];
  /** Where the 'Nuevos' line goes; null for none. */
  unreadId: string | null;
  now: number;
  rating: Conversation['rating'];
}

/**
 * The lines of a conversation in order: days, where the unread begin, messages, what waits to leave, the rating.
 */
export function logItems({
  conversationId,
  messages,
  waiting,
  unreadId,
  now,
  rating,
}: LogContents): LogItem[] {
  const list: LogItem[] = [];
  const pressed = pressedButtons(messages);
  const again = secondTries(messages, waiting);
  const keys = new Set<string>();
  messages.forEach((message, index) => {
    const before = messages[index - 1];
    const { day } = momentOf(message);
    const newHere = message._id === unreadId;
    if (!before || momentOf(before).day !== day) {
      list.push({ kind: 'day', key: `day-${day}`, text: dayText(message.created_at, now) });
    }
    if (newHere) list.push({ kind: 'new', key: 'new' });
    const { conversation_id: of } = message;
    if (of !== (before?.conversation_id ?? conversationId))
      list.push({ kind: 'from', key: `from-${message._id}`, conversationId: of });
    const after = messages[index + 1];
    const first = newHere || !sameGroup(before, message);
    const last = after?._id === unreadId || !sameGroup(message, after);
    const resent = message.message_status === 'failed' && again.has(againKey(message._id));
    list.push(
      itemOf(message, keyOf(message, keys), { first, last, chosen: pressed.get(message) ?? null, resent }),
    );
  });
  for (const entry of waiting) list.push({ kind: 'outgoing', key: ownKey(entry.command.temporal_id), entry });
  // A conversation is rated when it is over: nothing comes after it.
  if (rating) list.push({ kind: 'rating', key: 'rating', rating });
  return list;
}

/** Where the reader starts: at the found message, else at the 'Nuevos' line, otherwise at the end. */
export function startIndex(
  list: readonly LogItem[],
  wish: { foundId?: string | null; fromEnd?: boolean } = {},
): { index: number; align: 'start' | 'center' | 'end' } {
  const found = wish.foundId ? indexOfMessage(list, wish.foundId) : -1;
  if (found >= 0) return { index: found, align: 'center' };
  const fresh = wish.fromEnd ? -1 : list.findIndex((item) => item.kind === 'new');
  return fresh >= 0 ? { index: fresh, align: 'start' } : { index: list.length - 1, align: 'end' };
}

export const indexOfMessage = (list: readonly LogItem[], id: string): number =>
  list.findIndex((item) => item.kind === 'message' && item.message._id === id);
