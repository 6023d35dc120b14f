/** Searches what the browser knows: for lists and searches without the server. */
import type { FoundIn } from '../../../contract/calls/conversation-lists.ts';
import type { ConversationFilters } from '../../../contract/calls/conversations.ts';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { excerpt, findText } from '../../../contract/rules/search-text.ts';
import { CONVERSATION_STATES } from '../../../contract/states.ts';
import { HELD_STATES } from '../../../machines/inbox/held.ts';
import type { InboxState, ListQuery } from '../../../machines/inbox/inbox-state.ts';
import { compareKeys, knownCards, orderOf } from '../../../machines/inbox/lists.ts';
import type { KnownFinds } from '../surface/api.ts';

/** More than these nobody looks through. */
const MOST = 200;

/**
 * Cards that the filters find, in list order, and where the text was found. Tags that a client has are not on cards:
 * of a filter catalogue only what the conversations themselves carry is found.
 */
export function findKnown(state: InboxState, filters: ConversationFilters): KnownFinds {
  const search = filters.search?.trim() ?? '';
  const found: FoundIn[] = [];
  const conversations: Conversation[] = [];
  const cards = statesOf(filters)
    .flatMap((one) => knownCards(state, queryOf(filters, one)))
    .sort((a, b) => compareKeys(a, b, orderOf(filters)));
  for (const card of cards) {
    if (conversations.length >= MOST) break;
    if (!inCatalogue(filters, card)) continue;
    const places = search === '' ? [] : placesIn(state, card, search);
    if (search !== '' && places.length === 0) continue;
    conversations.push(card);
    found.push(...places);
  }
  return { conversations, found };
}

function statesOf({ state, held, followed, mentioned, overdue, archived }: ConversationFilters) {
  if (state) return [state];
  if (followed) return ['followed' as const];
  if (mentioned) return ['mentioned' as const];
  if (overdue) return ['overdue' as const];
  if (held) return [...HELD_STATES];
  return CONVERSATION_STATES.filter((one) => archived === undefined || (one === 'archived') === archived);
}

function queryOf(filters: ConversationFilters, state: ListQuery['state']): ListQuery {
  const { channel, agent_id, category, unread_only, snoozed, priority, answer_level, tags, from, to } =
    filters;
  return {
    state,
    channel: channel ?? null,
    agent_id: agent_id ?? null,
    category: category ?? null,
    ...(unread_only ? { unread: true as const } : {}),
    ...(snoozed !== undefined ? { snoozed } : {}),
    ...(priority !== undefined ? { priority } : {}),
    ...(answer_level !== undefined ? { answer: answer_level } : {}),
    ...(tags?.length ? { tags } : {}),
    ...(from !== undefined ? { from } : {}),
    ...(to !== undefined ? { to } : {}),
  };
}

function inCatalogue({ catalogue }: ConversationFilters, card: Conversation): boolean {
  const { area, ...named } = catalogue ?? {};
  if (area && card.category !== area) return false;
  return Object.values(named).every((name) => name === undefined || card.tags.includes(name));
}

function placesIn(state: InboxState, card: Conversation, search: string): FoundIn[] {
  const places: FoundIn[] = [];
  const name = [card.custom.name, card.lead_name].find((one) => one && findText(one, search));
  if (name) places.push({ conversation_id: card.id, in: 'name', text: name, message_id: null });
  const messages = state.messages.get(card.id)?.messages ?? [];
  const message = messages.findLast(({ from, text }) => from !== 'system' && findText(text, search));
  const said = message?.text ?? (findText(card.last_message, search) ? card.last_message : null);
  if (said !== null) {
    const text = excerpt(said, search);
    places.push({ conversation_id: card.id, in: 'message', text, message_id: message?._id ?? null });
  }
  return places;
}
