/** Lists: which cards belong to a query, in which order, and how far down they are known. */
import type { ConversationFilters } from '../../contract/calls/conversations.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import { HELD_STATES, isMarkedList } from './held.ts';
import type { InboxState, ListOrder, ListQuery, ListWindow, SortKey } from './inbox-state.ts';
import { isOf, isUnseen } from './own.ts';
import { isUnread } from './unread.ts';

/** One string per query. */
export function listKey(query: ListQuery): string {
  const { state, channel, agent_id, category, unread, snoozed, priority, answer, tags, from, to, order } =
    query;
  const plain = [state, channel ?? '*', agent_id ?? '*', category ?? '*'].join('/');
  const narrowed = [
    unread ?? 0,
    snoozed ?? 0,
    tags ?? 0,
    from ?? 0,
    to ?? 0,
    order === undefined || order === 'recent' ? 0 : order,
    priority ?? 0,
    answer ?? 0,
  ];
  return narrowed.some((part) => part !== 0) ? `${plain}/${JSON.stringify(narrowed)}` : plain;
}

/** Whether a card belongs to a list. The server's `conditions` say the same in SQL; a test holds the two together. */
export function matches(query: ListQuery, card: Conversation): boolean {
  const { tags, from, to } = query;
  return (
    isOf(query, card) &&
    (query.channel === null || card.channel === query.channel) &&
    (query.category === null || card.category === query.category) &&
    (query.unread === undefined ||
      (query.state === 'mentioned' ? isUnseen(query.agent_id, card) : isUnread(card))) &&
    (query.snoozed === undefined || (card.snoozed_until !== null) === query.snoozed) &&
    (query.priority === undefined || card.priority === query.priority) &&
    (query.answer === undefined || card.answer_level === query.answer) &&
    (tags === undefined || tags.some((tag) => card.tags.includes(tag))) &&
    (from === undefined || card.last_message_date >= from) &&
    (to === undefined || card.last_message_date <= to)
  );
}

/**
 * The filters by which the server answers the same list.
 * @param before continue below this place
 */
export function filtersOf(botId: number, query: ListQuery, before?: SortKey): ConversationFilters {
  const { state, channel, agent_id, category, unread, snoozed, priority, answer, tags, from, to, order } =
    query;
  return {
    bot_id: botId,
    ...(state === 'held' || isMarkedList(state) ? { [state]: true } : { state }),
    ...(channel !== null ? { channel } : {}),
    ...(agent_id !== null ? { agent_id } : {}),
    ...(category !== null ? { category } : {}),
    ...(unread ? { unread_only: true } : {}),
    ...(snoozed !== undefined ? { snoozed } : {}),
    ...(priority !== undefined ? { priority } : {}),
    ...(answer !== undefined ? { answer_level: answer } : {}),
    ...(tags !== undefined ? { tags: [...tags] } : {}),
    ...(from !== undefined ? { from } : {}),
    ...(to !== undefined ? { to } : {}),
    ...(order !== undefined ? { order } : {}),
    ...(before ? { before } : {}),
  };
}

export function sortKey({ last_message_date, waiting_since, answer_due_at, id }: SortKey): SortKey {
  return { last_message_date, waiting_since, ...(answer_due_at ? { answer_due_at } : {}), id };
}

/** The order that filters ask for, by either of its names; undefined: they name none. */
export function orderOf({ order }: Pick<ConversationFilters, 'order'>): ListOrder | undefined {
  if (order === undefined) return undefined;
  if (order === 'due') return 'due';
  return order === 'waiting' || order === 'waiting_since' ? 'waiting' : 'recent';
}

const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** List order: negative when `a` stands above `b`. Instants of the server have one width, so text order is time order. */
export function compareKeys(a: SortKey, b: SortKey, order: ListOrder = 'recent'): number {
  if (order === 'recent') {
    return byText(b.last_message_date, a.last_message_date) || byText(a.id, b.id);
  }
  const [one, other] =
    order === 'due' ? [a.answer_due_at ?? null, b.answer_due_at ?? null] : [a.waiting_since, b.waiting_since];
  if (one === null || other === null) {
    if (one === other) return byText(a.id, b.id);
    return one === null ? 1 : -1;
  }
  return byText(one, other) || byText(a.id, b.id);
}

/** Whether one floor is at or below another (null, the end of the list, is below everything). */
export function reaches(floor: SortKey | null, other: SortKey | null, order?: ListOrder): boolean {
  if (floor === null) return true;
  return other !== null && compareKeys(floor, other, order) >= 0;
}

/** Whether a card stands at or above a window's floor. */
export function within({ query, floor }: ListWindow, card: Conversation): boolean {
  return floor === null || compareKeys(card, floor, query.order) <= 0;
}

/** Whether the window's list holds everything that the query's list could hold. */
function covers(window: ListWindow, query: ListQuery): boolean {
  const wide = window.query;
  const { tags, from, to } = query;
  return (
    (wide.state === query.state ||
      HELD_STATES.some((held) => wide.state === 'held' && held === query.state)) &&
    (wide.channel === null || wide.channel === query.channel) &&
    (wide.agent_id === null || wide.agent_id === query.agent_id) &&
    (wide.category === null || wide.category === query.category) &&
    (wide.unread === undefined || query.unread === true) &&
    (wide.snoozed === undefined || wide.snoozed === query.snoozed) &&
    (wide.priority === undefined || wide.priority === query.priority) &&
    (wide.answer === undefined || wide.answer === query.answer) &&
    (wide.tags === undefined || (tags?.every((tag) => wide.tags?.includes(tag)) ?? false)) &&
    (wide.from === undefined || (from !== undefined && from >= wide.from)) &&
    (wide.to === undefined || (to !== undefined && to <= wide.to)) &&
    // A part of a list that is ordered otherwise says nothing about the top of this one; a whole list does.
    (window.floor === null || (wide.order ?? 'recent') === (query.order ?? 'recent'))
  );
}

/**
 * What is known of a list, top first: all matching cards down to the deepest floor of a window that covers the query
 * (a loaded state answers for its channels at once).
 * @returns `known` false when no window covers the query: load a page; `more`: the list may go on below
 */
export function listView(
  state: InboxState,
  query: ListQuery,
): { cards: Conversation[]; more: boolean; known: boolean } {
  let floor: SortKey | null | undefined;
  for (const window of state.windows.values()) {
    if (covers(window, query) && (floor === undefined || reaches(window.floor, floor, query.order)))
      floor = window.floor;
  }
  if (floor === undefined) return { cards: [], more: true, known: false };
  const shown = { query, floor };
  return { cards: cardsOf(state, query, (card) => within(shown, card)), more: floor !== null, known: true };
}

/** Every known card of a list, whether or not others are missing between them: all that there is without a server. */
export function knownCards(state: InboxState, query: ListQuery): Conversation[] {
  return cardsOf(state, query, () => true);
}

function cardsOf(
  state: InboxState,
  query: ListQuery,
  shown: (card: Conversation) => boolean,
): Conversation[] {
  const cards: Conversation[] = [];
  for (const card of state.cards.values()) if (matches(query, card) && shown(card)) cards.push(card);
  return cards.sort((a, b) => compareKeys(a, b, query.order));
}
