/**
 * The inbox fold: a base plus the events after it is the present, exactly (docs/protocol.md 'Bases'). One frame at a time, in
 * order, without gap; no clock, no I/O, the same frames always give the same state.
 *
 * The fold owns its state and updates it in place: maps and arrays change, but each card, message and colleague is
 * replaced as a whole and never altered, so that views can compare by identity.
 */
import { type EventConversation, isWhole } from '../../contract/entities/conversation.ts';
import type { CounterMatrix } from '../../contract/entities/counters.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import type { EventData, LoggedFrame, NamedEvent } from '../../contract/realtime/events.ts';
import { GapError, noChanges } from './changes.ts';
import { copyMatrix, moveCounters, moveOwn } from './counters.ts';
import { lastFacts, marksBefore } from './cut.ts';
import type { Changes, InboxState } from './inbox-state.ts';
import { applyStatus, insertMessage } from './messages.ts';
import { ownOf } from './own.ts';
import { sees } from './sight.ts';

/** An inbox that knows the counters of a base and nothing else yet. */
export function startInbox(base: {
  bot_id: number;
  seq: number;
  sight: string;
  viewer: Viewer;
  matrix: CounterMatrix;
  mine?: number | null | undefined;
  following?: number | null | undefined;
  mentions?: number | null | undefined;
  overdue?: number | null | undefined;
  seq_id?: string | null | undefined;
}): InboxState {
  const { bot_id, seq, sight, viewer } = base;
  return {
    bot_id,
    seq,
    sight,
    viewer,
    matrix: copyMatrix(base.matrix),
    own: ownOf(base),
    seq_id: base.seq_id ?? null,
    cards: new Map(),
    windows: new Map(),
    messages: new Map(),
    colleagues: null,
  };
}

/**
 * Applies the next frame of the bot's log.
 * @param changes where to note what changed; pass one object to several frames to merge their changes
 * @returns `changes`. A frame that was applied before is ignored
 * @throws GapError when frames are missing before this one; RangeError for another bot's frame. The state is untouched.
 */
export function applyFrame(state: InboxState, frame: LoggedFrame, changes: Changes = noChanges()): Changes {
  if (frame.bot_id !== state.bot_id) {
    throw new RangeError(`frame of bot ${frame.bot_id} for the inbox of bot ${state.bot_id}`);
  }
  const end = frame.name === 'REDACTED' ? (frame.to ?? frame.seq) : frame.seq;
  if (end <= state.seq) return changes;
  if (frame.seq > state.seq + 1) throw new GapError(state.seq + 1, frame.seq);
  state.seq = end;
  if (frame.name === 'REDACTED') {
    state.seq_id = frame.id ?? null;
    return changes;
  }
  state.seq_id = frame.id;
  applyEvent(state, frame, changes);
  return changes;
}

function applyEvent(state: InboxState, event: NamedEvent, changes: Changes): void {
  switch (event.name) {
    case 'NEW_CONVERSATION': {
      const { conversation } = event.data;
      moveCounters(state, changes, conversation.channel, null, conversation);
      applyCard(state, conversation, changes);
      return;
    }
    case 'NEW_MESSAGE':
      moveOwn(state, changes, marksBefore(event.data, event.data.conversation), event.data.conversation);
      applyCard(state, event.data.conversation, changes);
      applyMessage(state, event.data, changes);
      return;
    case 'NEW_MESSAGE_STATUS': {
      const window = state.messages.get(event.data.conversation_id);
      if (window && applyStatus(window.messages, event.data))
        changes.messages.add(event.data.conversation_id);
      return;
    }
    case 'AGENT_STATUS':
      applyAgentStatus(state, event.data, changes);
      return;
    // Follows NEW_CONVERSATION and counts nothing by itself (docs/protocol.md).
    case 'NEW_CONVERSATION_COUNTER':
    // Concerns the client panel alone, which asks again.
    case 'SEND_TEMPLATE_MUTATION':
      return;
    case 'PUSH_PENDING_CONVERSATION':
    case 'OLD_COUNTERS_WHEN_TAKEN':
    case 'DERIVE_CONVERSATION':
    case 'INACTIVE_CONVERSATION':
    case 'FROM_INACTIVE_TO_TAKEN':
    case 'TIMER_CLOSE_CONVERSATION':
    case 'DISCONNECT_CONVERSATION':
    case 'UPDATE_CONVERSATION_CARD': {
      const { conversation } = event.data;
      moveCounters(
        state,
        changes,
        conversation.channel,
        marksBefore(event.data, lastFacts(event.data)),
        conversation,
      );
      applyCard(state, conversation, changes);
      return;
    }
  }
}

/** A card that came whole and is seen is known from now on; any other takes along whatever was kept of it. */
function applyCard(state: InboxState, card: EventConversation, changes: Changes): void {
  if (isWhole(card) && sees(state.viewer, card)) {
    // Presence is not part of the log: a live status is newer than what the event's writer read.
    const isUserOnline = state.cards.get(card.id)?.isUserOnline ?? card.isUserOnline;
    state.cards.set(card.id, { ...card, isUserOnline });
    changes.cards.add(card.id);
    changes.lost.delete(card.id);
    return;
  }
  if (state.cards.delete(card.id)) changes.cards.add(card.id);
  if (state.messages.delete(card.id)) changes.messages.add(card.id);
  changes.lost.add(card.id);
}

function applyMessage(state: InboxState, data: EventData<'NEW_MESSAGE'>, changes: Changes): void {
  const window = state.messages.get(data.conversation.id);
  if (!window || !data.message) return;
  if (insertMessage(window, data.message)) changes.messages.add(data.conversation.id);
}

/**
 * Applies a status event to a known colleague. Active implies connected: the end of a lease arrives as another status.
 */
export function applyAgentStatus(
  state: Pick<InboxState, 'colleagues'>,
  { agent_id, status, since }: EventData<'AGENT_STATUS'>,
  changes: Changes,
): void {
  const colleague = state.colleagues?.get(agent_id);
  if (!colleague) return;
  state.colleagues?.set(agent_id, { ...colleague, status, since, connected: status === 'active' });
  changes.colleagues = true;
}

/** Notes a live presence (USER_ONLINE_STATUS, not part of the log) on a known card. */
export function applyOnline(
  state: InboxState,
  conversationId: string,
  isUserOnline: boolean,
  changes: Changes = noChanges(),
): Changes {
  const card = state.cards.get(conversationId);
  if (card && card.isUserOnline !== isUserOnline) {
    state.cards.set(conversationId, { ...card, isUserOnline });
    changes.cards.add(conversationId);
  }
  return changes;
}
