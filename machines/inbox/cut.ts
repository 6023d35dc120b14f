/**
 * Cuts an event to what a viewer may know of it: the table under 'Sight' in docs/protocol.md, used by the server for live
 * sockets and replay, and by the hub to clean its local log of what was taken away.
 */

import type { AnswerLevel } from '../../contract/entities/answer-deadlines.ts';
import type {
  Conversation,
  CutConversation,
  EventConversation,
} from '../../contract/entities/conversation.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import type { Actor, NamedEvent } from '../../contract/realtime/events.ts';
import type { OwnFacts } from './own.ts';
import { type SightFacts, sees } from './sight.ts';

/** What sight judges at one side of a change; null: it did not exist. 'everyone': not about a conversation. */
export type Sighting = OwnFacts | null | 'everyone';

/** The facts that list and counter need. Whose figures counted it is no client's fact: who lost sight saw it a moment ago. */
export function cutCard(card: EventConversation | Conversation): CutConversation {
  const { id, bot_id, state, channel, category, agent_id, followers, mention_unseen, answer_level } = card;
  return {
    id,
    bot_id,
    state,
    channel,
    category,
    agent_id,
    ...(followers ? { followers } : {}),
    ...(mention_unseen ? { mention_unseen } : {}),
    ...(answer_level ? { answer_level } : {}),
  };
}

/**
 * The event without reason, text or client. Events that carry no card have nothing that list or counter needs:
 * they are redacted as a whole.
 */
export function cutEvent(event: NamedEvent): NamedEvent | 'redacted' {
  const actor = cutActor(event.actor);
  switch (event.name) {
    case 'NEW_CONVERSATION':
      return { ...event, actor, data: { conversation: cutCard(event.data.conversation) } };
    case 'NEW_MESSAGE': {
      const { message: _, ...data } = event.data;
      return { ...event, actor, data: { ...data, conversation: cutCard(data.conversation) } };
    }
    case 'NEW_CONVERSATION_COUNTER':
      return { ...event, actor };
    case 'PUSH_PENDING_CONVERSATION':
      return { ...event, actor, data: { ...event.data, conversation: cutCard(event.data.conversation) } };
    case 'DERIVE_CONVERSATION': {
      const { reason: _, ...data } = event.data;
      return { ...event, actor, data: { ...data, conversation: cutCard(data.conversation) } };
    }
    case 'OLD_COUNTERS_WHEN_TAKEN':
    case 'INACTIVE_CONVERSATION':
    case 'FROM_INACTIVE_TO_TAKEN':
    case 'TIMER_CLOSE_CONVERSATION':
    case 'DISCONNECT_CONVERSATION':
    case 'UPDATE_CONVERSATION_CARD':
      return { ...event, actor, data: { ...event.data, conversation: cutCard(event.data.conversation) } };
    case 'NEW_MESSAGE_STATUS':
    case 'SEND_TEMPLATE_MUTATION':
      return 'redacted';
    case 'AGENT_STATUS':
      return event;
  }
}

/** Names who did it, except the customer. */
function cutActor(actor: Actor): Actor {
  return actor.kind === 'visitor' ? { kind: 'visitor' } : actor;
}

/** How much of an event somebody receives: all of it, what `cutEvent` leaves, or only its number. */
export type Cut = 'whole' | 'cut' | 'redacted';

/**
 * How much this viewer receives of an event.
 * @param before the conversation's facts before the event: `last_*` of card events, null for NEW_CONVERSATION,
 *   the same as `after` for events that don't change them
 * @param after its facts after the event
 * @param seenNow replay only: whether the viewer sees the conversation as it is today; false leaves no text of what was seen then
 */
export function cutOf(viewer: Viewer, before: Sighting, after: Sighting, seenNow = true): Cut {
  if (before === 'everyone' || after === 'everyone') return 'whole';
  if (sees(viewer, after)) return seenNow ? 'whole' : 'cut';
  return sees(viewer, before) ? 'cut' : 'redacted';
}

/** The event whole or cut, or 'redacted': only its number. */
export function asCut(event: NamedEvent, cut: Cut): NamedEvent | 'redacted' {
  if (cut === 'whole') return event;
  return cut === 'cut' ? cutEvent(event) : 'redacted';
}

/** The facts on both sides of an event, from the event itself, where it holds them; null for events that name only an id. */
export function sightingsOf(event: NamedEvent): { before: Sighting; after: Sighting } | null {
  switch (event.name) {
    case 'AGENT_STATUS':
      return { before: 'everyone', after: 'everyone' };
    case 'NEW_MESSAGE_STATUS':
    case 'SEND_TEMPLATE_MUTATION':
    case 'NEW_CONVERSATION_COUNTER':
      return null;
    case 'NEW_CONVERSATION':
      return { before: null, after: event.data.conversation };
    case 'NEW_MESSAGE': {
      const { conversation } = event.data;
      return { before: marksBefore(event.data, conversation), after: conversation };
    }
    default:
      return { before: marksBefore(event.data, lastFacts(event.data)), after: event.data.conversation };
  }
}

/** The condition that the logged event before this one left. */
export function lastFacts(data: {
  last_state: SightFacts['state'];
  last_category: SightFacts['category'];
  last_agent_id: number | null;
}): SightFacts {
  return { state: data.last_state, category: data.last_category, agent_id: data.last_agent_id };
}

/** The facts before an event with what figures counted it by: the event says so where it changed that. */
export function marksBefore(
  data: {
    last_followers?: OwnFacts['followers'];
    last_mention_unseen?: OwnFacts['mention_unseen'];
    last_answer_level?: AnswerLevel | null;
    conversation: OwnFacts;
  },
  { state, category, agent_id }: SightFacts,
): OwnFacts {
  const { last_followers, last_mention_unseen, last_answer_level: level, conversation } = data;
  return {
    state,
    category,
    agent_id,
    followers: last_followers ?? conversation.followers,
    mention_unseen: last_mention_unseen ?? conversation.mention_unseen,
    answer_level: level === undefined ? conversation.answer_level : (level ?? undefined),
  };
}
