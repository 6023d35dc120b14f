/**
 * Pages meet the log. A page answered at number P is merged when the fold stands at S ≥ P, together with every frame
 * from P+1 to S (`since`), so that nothing in it is older than the fold and nothing is counted twice:
 *
 *   server's log   … P ─────────────── S …
 *   page                 read here     merged here
 *   since              [ P+1 … S ]
 *
 * Known cards and messages already stand at S and win; what a `since` frame touched is taken from that frame; the rest
 * has not changed since P and is taken from the page.
 */
import { type Conversation, type EventConversation, isWhole } from '../../contract/entities/conversation.ts';
import type { Message } from '../../contract/entities/message.ts';
import type { Colleague } from '../../contract/entities/user.ts';
import type { LoggedFrame, NamedEvent } from '../../contract/realtime/events.ts';
import { GapError, noChanges } from './changes.ts';
import { applyAgentStatus } from './fold.ts';
import type { Changes, InboxState, ListQuery, SortKey } from './inbox-state.ts';
import { listKey, reaches, sortKey } from './lists.ts';
import { applyStatus, insertMessage } from './messages.ts';
import { sees } from './sight.ts';

/** When and beside what a page was read. */
export interface Reading {
  /** Every frame with a number above the page's, up to the fold's. More than those does no harm when `seq` is given. */
  since: readonly LoggedFrame[];
  /** The number at which the page was read. Given, the frames are checked to reach from it to the fold. */
  seq?: number;
  /** Live presences heard since the page was asked for: they are newer than its `isUserOnline`. */
  online?: ReadonlyMap<string, boolean>;
}
/** `merged` false: the page doesn't join what is known, or was overtaken; ask again from the top. */
export type Merged = Changes & { merged: boolean };

/**
 * Merges a page of a list.
 * @param page cards in list order as read, and how many were asked for
 * @param reading `after`: the page continues below this key (the window's floor when it was asked for)
 * @throws GapError when `reading.seq` is given and `since` does not reach from it to the fold
 */
export function mergeListPage(
  state: InboxState,
  query: ListQuery,
  page: { conversations: readonly Conversation[]; items: number },
  reading: Reading & { after?: SortKey },
): Merged {
  const changes = { ...noChanges(), merged: true };
  insertCards(state, page.conversations, reading, changes);
  const last = page.conversations.at(-1);
  const floor = last && page.conversations.length >= page.items ? sortKey(last) : null;
  const known = state.windows.get(listKey(query));
  if (reading.after && !(known && reaches(known.floor, reading.after, query.order))) {
    // Between what is known and this page something would be missing.
    changes.merged = false;
  } else if (!known || reaches(floor, known.floor, query.order)) {
    state.windows.set(listKey(query), { query, floor });
  }
  return changes;
}

/** Merges one conversation that was read alone (`GET conversations/{id}`, or the answer of a change). */
export function mergeConversation(state: InboxState, card: Conversation, reading: Reading): Merged {
  const changes = { ...noChanges(), merged: true };
  insertCards(state, [card], reading, changes);
  return changes;
}

/**
 * Merges a page of messages.
 * @param messages oldest first, as read; `items` how many were asked for
 * @param reading `before`: the page ends before the message with this `_id`
 * @throws GapError as mergeListPage
 */
export function mergeMessagePage(
  state: InboxState,
  conversationId: string,
  messages: readonly Message[],
  reading: Reading & { items: number; before?: string },
): Merged {
  const changes = { ...noChanges(), merged: false };
  const since = framesSince(state, reading);
  const about = since.filter((event) => conversationOf(event) === conversationId);
  // Lost from sight in between: what was said meanwhile was not sent here, the page has a hole.
  if (about.some((event) => 'conversation' in event.data && !isSeen(state, event.data.conversation)))
    return changes;
  const known = state.messages.get(conversationId);
  const { before } = reading;
  if (before !== undefined && !known?.messages.some(({ _id }) => _id === before)) return changes;

  const first = messages[0];
  const floor = first && messages.length >= reading.items ? first.order : 1;
  const window = { floor, messages: [...messages] };
  for (const event of about) {
    if (event.name === 'NEW_MESSAGE' && event.data.message) {
      // Below a message nothing is added; a note there may have been edited.
      const { _id } = event.data.message;
      if (before === undefined || window.messages.some((message) => message._id === _id))
        insertMessage(window, event.data.message);
    }
    if (event.name === 'NEW_MESSAGE_STATUS') applyStatus(window.messages, event.data);
  }
  const places = new Map(window.messages.map(({ _id }, at) => [_id, at]));
  for (const message of known?.messages ?? []) {
    const at = places.get(message._id);
    const fresh = at === undefined ? undefined : window.messages[at];
    // Signed addresses live ten minutes, so the page's are the better ones; all else is as the fold has it.
    if (at !== undefined && fresh) window.messages[at] = { ...message, attachments: fresh.attachments };
    else window.messages.push(message);
  }
  window.messages.sort((a, b) => a.order - b.order);
  window.floor = Math.min(floor, known?.floor ?? floor);
  state.messages.set(conversationId, window);
  changes.messages.add(conversationId);
  changes.merged = true;
  return changes;
}

/** Merges the list of colleagues: it replaces the known one, statuses from `since` applied. */
export function mergeColleagues(
  state: InboxState,
  colleagues: readonly Colleague[],
  reading: Reading,
): Merged {
  const changes = { ...noChanges(), merged: true, colleagues: true };
  const events = framesSince(state, reading);
  state.colleagues = new Map(colleagues.map((colleague) => [colleague.id, colleague]));
  for (const event of events) if (event.name === 'AGENT_STATUS') applyAgentStatus(state, event.data, changes);
  return changes;
}

function insertCards(
  state: InboxState,
  page: readonly Conversation[],
  reading: Reading,
  changes: Changes,
): void {
  const { online } = reading;
  const touched = new Map<string, EventConversation>();
  for (const event of framesSince(state, reading)) {
    if ('conversation' in event.data) touched.set(event.data.conversation.id, event.data.conversation);
  }
  const put = (card: Conversation) => {
    state.cards.set(card.id, { ...card, isUserOnline: online?.get(card.id) ?? card.isUserOnline });
    changes.cards.add(card.id);
  };
  for (const card of page) {
    const known = state.cards.get(card.id);
    if (known) {
      const isUserOnline = online?.get(card.id) ?? card.isUserOnline;
      if (known.isUserOnline !== isUserOnline) put({ ...known, isUserOnline });
    } else if (!touched.has(card.id) && sees(state.viewer, card)) put(card);
  }
  // Touched and not known: gone, or forgotten here while the page was on its way.
  for (const card of touched.values()) if (!state.cards.has(card.id) && isSeen(state, card)) put(card);
}

function isSeen(state: InboxState, card: EventConversation): card is Conversation {
  return isWhole(card) && sees(state.viewer, card);
}

function conversationOf({ data }: NamedEvent): string | null {
  if ('conversation' in data) return data.conversation.id;
  return 'conversation_id' in data ? data.conversation_id : null;
}

/** The events above the page's number and up to the fold's, once each and in order. */
function framesSince(state: InboxState, { since, seq }: Reading): NamedEvent[] {
  let at = seq ?? Number.NEGATIVE_INFINITY;
  const events: NamedEvent[] = [];
  for (const frame of since) {
    const end = frame.name === 'REDACTED' ? (frame.to ?? frame.seq) : frame.seq;
    if (end <= at || frame.seq > state.seq) continue;
    if (seq !== undefined && frame.seq > at + 1) throw new GapError(at + 1, frame.seq);
    at = end;
    if (frame.name !== 'REDACTED') events.push(frame);
  }
  if (seq !== undefined && at < state.seq) throw new GapError(at + 1, state.seq);
  if (seq !== undefined && seq > state.seq) throw new GapError(state.seq + 1, seq);
  return events;
}
