/** What a topic's subscribers see, made of fold, pages under way and what is true for seconds only. */
import { counters } from '../../machines/inbox/counters.ts';
import type { Changes } from '../../machines/inbox/inbox-state.ts';
import { listView } from '../../machines/inbox/lists.ts';
import type { BotRoom } from './bot-room.ts';
import type { Ephemeral } from './ephemeral.ts';
import type { PagedTopic, PageLoader } from './page-loader.ts';
import type { Topic, TopicValues } from './surface.ts';

export interface BotParts {
  room: BotRoom;
  pages: PageLoader;
  ephemeral: Ephemeral;
  /** When the counters were last compared with the server (ms since 1970). */
  verifiedAt: number | null;
}
export type BotTopic = PagedTopic | Extract<Topic, { kind: 'counters' }>;

/** @returns undefined: say nothing (not known yet, or what is shown may stay until the new base is there) */
export function viewOfBot(parts: BotParts, topic: BotTopic): unknown {
  switch (topic.kind) {
    case 'counters':
      return countersView(parts);
    case 'list':
      return listOf(parts, topic);
    case 'conversation':
      return conversationOf(parts, topic);
    case 'messages':
      return messagesOf(parts, topic);
    case 'colleagues': {
      const colleagues = parts.room.fold.state?.colleagues;
      return colleagues ? [...colleagues.values()] : undefined;
    }
  }
}

function countersView({ room, verifiedAt }: BotParts): TopicValues['counters'] | undefined {
  return room.fold.state ? { ...counters(room.fold.state), verifiedAt } : undefined;
}

function listOf(
  { room, pages }: BotParts,
  topic: Extract<BotTopic, { kind: 'list' }>,
): TopicValues['list'] | undefined {
  const { loading, error } = pages.status(topic);
  const view = room.fold.state ? listView(room.fold.state, topic.query) : null;
  if (view?.known) return { cards: view.cards, more: view.more, loading, error };
  if (room.keepShown && error === null) return undefined;
  return { cards: [], more: true, loading: error === null, error };
}

function conversationOf(
  { room, pages }: BotParts,
  topic: Extract<BotTopic, { kind: 'conversation' }>,
): TopicValues['conversation'] | undefined {
  const state = room.fold.state;
  const card = state?.cards.get(topic.conversationId);
  if (state && card) return { card, viewer: state.viewer };
  if (state && (pages.status(topic).absent || pages.status(topic).error !== null)) {
    return { card: null, viewer: state.viewer };
  }
  return room.keepShown ? undefined : null;
}

function messagesOf(
  { room, pages, ephemeral }: BotParts,
  topic: Extract<BotTopic, { kind: 'messages' }>,
): TopicValues['messages'] | undefined {
  const { conversationId } = topic;
  const { loading, error, absent } = pages.status(topic);
  const window = room.fold.state?.messages.get(conversationId);
  if (!window && room.keepShown && error === null && !absent) return undefined;
  return {
    // A copy: the fold's own array changes in place.
    messages: window ? [...window.messages] : [],
    more: window ? window.floor > 1 : !absent,
    loading: loading || (!window && error === null && !absent),
    error,
    typing: ephemeral.typing(conversationId),
    viewing: ephemeral.viewing(conversationId),
    online: room.fold.state?.cards.get(conversationId)?.isUserOnline ?? false,
  };
}

/** Which topics a bot's changes concern. */
export function touchedBy(botId: number, changes: Changes): (topic: Topic) => boolean {
  const { cards, messages } = changes;
  return (topic) => {
    if (!('botId' in topic) || topic.botId !== botId) return false;
    if (topic.kind === 'counters') return changes.counters;
    if (topic.kind === 'list') return cards.size > 0;
    if (topic.kind === 'colleagues') return changes.colleagues;
    if (topic.kind === 'conversation') return cards.has(topic.conversationId);
    // The card carries the customer's presence.
    return (
      topic.kind === 'messages' && (messages.has(topic.conversationId) || cards.has(topic.conversationId))
    );
  };
}

/** Lets go of what no tab shows, in bots whose fold has grown. */
export function trimRooms(bots: Iterable<BotParts>, shown: readonly Topic[]): void {
  const states = new Set(shown.flatMap((topic) => (topic.kind === 'list' ? [topic.query.state] : [])));
  const ids = new Set(shown.flatMap((topic) => ('conversationId' in topic ? [topic.conversationId] : [])));
  for (const { room } of bots) room.trim(states, ids);
}
