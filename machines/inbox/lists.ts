/** Lists: which cards belong to a query, in which order, and how far down they are known. */
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { InboxState, ListQuery, ListWindow, SortKey } from './inbox-state.ts';

/** One string per query. */
export function listKey({ state, channel, agent_id, category }: ListQuery): string {
  return [state, channel ?? '*', agent_id ?? '*', category ?? '*'].join('/');
}

/** Whether a card belongs to a list. */
export function matches(query: ListQuery, card: Conversation): boolean {
  return (
    card.state === query.state &&
    (query.channel === null || card.channel === query.channel) &&
    (query.agent_id === null || card.agent_id === query.agent_id) &&
    (query.category === null || card.category === query.category)
  );
}

export function sortKey({ last_message_date, id }: SortKey): SortKey {
  return { last_message_date, id };
}

/** List order: negative when `a` stands above `b`. Instants of the server have one width, so text order is time order. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (a.last_message_date !== b.last_message_date) return a.last_message_date > b.last_message_date ? -1 : 1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

/** Whether one floor is at or below another (null, the end of the list, is below everything). */
export function reaches(floor: SortKey | null, other: SortKey | null): boolean {
  if (floor === null) return true;
  return other !== null && compareKeys(floor, other) >= 0;
}

/** Whether the window's list holds everything that the query's list could hold. */
function covers(window: ListWindow, query: ListQuery): boolean {
  const wide = window.query;
  return (
    wide.state === query.state &&
    (wide.channel === null || wide.channel === query.channel) &&
    (wide.agent_id === null || wide.agent_id === query.agent_id) &&
    (wide.category === null || wide.category === query.category)
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
    if (covers(window, query) && (floor === undefined || reaches(window.floor, floor))) floor = window.floor;
  }
  if (floor === undefined) return { cards: [], more: true, known: false };
  const cards: Conversation[] = [];
  for (const card of state.cards.values()) {
    if (matches(query, card) && (floor === null || compareKeys(card, floor) <= 0)) cards.push(card);
  }
  return { cards: cards.sort(compareKeys), more: floor !== null, known: true };
}
