/** What a topic's subscribers see, made of fold, pages under way and what is true for seconds only. */
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { Message } from '../../../contract/entities/message.ts';
import { counters } from '../../../machines/inbox/counters.ts';
import type { Changes } from '../../../machines/inbox/inbox-state.ts';
import { knownCards, listView } from '../../../machines/inbox/lists.ts';
import { ownUnread } from '../../../machines/inbox/unread.ts';
import type { PagedTopic } from '../pages/page-loader.ts';
import type { Inspection } from '../surface/inspection.ts';
import { type Topic, type TopicValues, topicKey } from '../surface/topics.ts';
import type { BotParts } from './bot-parts.ts';

export type BotTopic = PagedTopic | Extract<Topic, { kind: 'counters' | 'supervision' | 'presence' }>;

/** @returns undefined: say nothing (not known yet, or what is shown may stay until the new base is there) */
export function viewOfBot(parts: BotParts, topic: BotTopic): unknown {
  switch (topic.kind) {
    case 'counters':
      return countersView(parts);
    case 'supervision':
      return parts.supervision.view();
    case 'presence':
      return parts.ephemeral.everywhere();
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
  const last = room.differences.at(-1);
  const differed = last ? { at: last.at, healedAt: last.healedAt } : null;
  const { state } = room.fold;
  return state ? { ...counters(state), unread: ownUnread(state), verifiedAt, differed } : undefined;
}

function listOf(
  { room, pages }: BotParts,
  topic: Extract<BotTopic, { kind: 'list' }>,
): TopicValues['list'] | undefined {
  const { loading, error } = pages.status(topic);
  const view = room.fold.state ? listView(room.fold.state, topic.query) : null;
  if (view?.known) return { cards: view.cards, more: view.more, loading, error, partial: false };
  if (room.keepShown && error === null) return undefined;
  if (room.fold.state && room.state === 'offline' && !pages.follows(topic)) {
    const cards = knownCards(room.fold.state, topic.query);
    return { cards, more: false, loading: false, error, partial: true };
  }
  return { cards: [], more: true, loading: error === null, error, partial: false };
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
  const told = window ? pages.opened.of(topicKey(topic), window.messages) : null;
  const partial = !window && room.state === 'offline' && !pages.follows(topic);
  return {
    messages: told?.messages ?? [],
    more: told && window ? told.more || window.floor > 1 : !absent && !partial,
    loading: loading || (!window && error === null && !absent && !partial),
    error,
    partial,
    typing: ephemeral.typing(conversationId),
    viewing: ephemeral.viewing(conversationId),
    moves: ephemeral.moves(conversationId),
    online: room.fold.state?.cards.get(conversationId)?.isUserOnline ?? false,
  };
}

/** Which topics a bot's changes concern. */
export function touchedBy(botId: number, changes: Changes): (topic: Topic) => boolean {
  const { cards, messages } = changes;
  return (topic) => {
    if (!('botId' in topic) || topic.botId !== botId) return false;
    // A card read or written to changes what is unread.
    if (topic.kind === 'counters') return changes.counters || cards.size > 0;
    // It says by itself when it changed.
    if (topic.kind === 'supervision') return false;
    if (topic.kind === 'list') return cards.size > 0;
    if (topic.kind === 'colleagues') return changes.colleagues;
    if (topic.kind === 'conversation') return cards.has(topic.conversationId);
    // The card carries the customer's presence.
    return (
      topic.kind === 'messages' && (messages.has(topic.conversationId) || cards.has(topic.conversationId))
    );
  };
}

/** What the fold holds of a conversation. */
export function knownOf(
  parts: BotParts | undefined,
  conversationId: string,
): { card: Conversation | null; messages: readonly Message[] } {
  const state = parts?.room.fold.state;
  return {
    card: state?.cards.get(conversationId) ?? null,
    messages: state?.messages.get(conversationId)?.messages ?? [],
  };
}

/** What the diagnostics say of a bot. */
export function inspectionOf(botId: number, { room, verifiedAt }: BotParts): Inspection['bots'][number] {
  return {
    botId,
    state: room.state,
    seq: room.fold.state?.seq ?? null,
    sight: room.fold.state?.sight ?? null,
    matrix: room.fold.state?.matrix ?? null,
    cards: room.fold.state?.cards.size ?? 0,
    messages: room.fold.state?.messages.size ?? 0,
    windows: [...(room.fold.state?.windows.keys() ?? [])],
    log: room.logSize,
    verifiedAt,
    differences: [...room.differences],
  };
}
