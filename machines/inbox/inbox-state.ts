/**
 * The folded inbox of one viewer at one bot: what a base and the events after it amount to.
 * Plain data (Maps included): structured clone carries it into IndexedDB as a snapshot.
 */
import type { AnswerLevel } from '../../contract/entities/answer-deadlines.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { CounterMatrix } from '../../contract/entities/counters.ts';
import type { Message } from '../../contract/entities/message.ts';
import type { Colleague, Viewer } from '../../contract/entities/user.ts';
import type { Area, Channel, ConversationPriority } from '../../contract/states.ts';
import type { ListState } from './held.ts';
import type { OwnFigures } from './own.ts';

/**
 * Latest message first; who has waited longest for a person first (nobody waiting last); or whose answer is due first
 * (those without a deadline last); then by `id`.
 */
export type ListOrder = 'recent' | 'waiting' | 'due';

/**
 * A list that a screen can show: conversations of a state, narrowed by what stands on their cards, so that the fold
 * judges it as the server does. What is left out narrows nothing.
 */
export interface ListQuery {
  state: ListState;
  channel: Channel | null;
  /** Who has it; of 'followed' and 'mentioned': who follows it, or is named in it. */
  agent_id: number | null;
  category: Area | null;
  /** Marked unread by hand, or with messages that nobody read; of 'mentioned': not looked at since. */
  unread?: true;
  /** true: only what is snoozed; false: nothing that is. */
  snoozed?: boolean;
  priority?: ConversationPriority;
  /** How far the deadline of its answer has come. */
  answer?: AnswerLevel;
  /** At least one of these; never empty. */
  tags?: readonly string[];
  /** Of `last_message_date`, both inclusive; as `toISOString` writes them. */
  from?: string;
  to?: string;
  /** Left out: `last_message_date`. */
  order?: ListOrder;
}

/** The place of a card in a list of any order. */
export interface SortKey {
  last_message_date: string;
  waiting_since: string | null;
  /** Left out: no deadline. */
  answer_due_at?: string | undefined;
  id: string;
}

/**
 * The part of a list that is known: every matching conversation from the top down to `floor` (inclusive).
 * `floor` null: the whole list is known.
 */
export interface ListWindow {
  query: ListQuery;
  floor: SortKey | null;
}

/** The known messages of a conversation: all with `order` ≥ `floor` (1: everything from the beginning). */
export interface MessageWindow {
  floor: number;
  /** By `order`, ascending. */
  messages: Message[];
}

export interface InboxState {
  bot_id: number;
  /** The number of the last event applied. */
  seq: number;
  /** Its id, for AUTO_RECONNECT's `after_id`; null where it is not known. */
  seq_id: string | null;
  sight: string;
  viewer: Viewer;
  /** True values, below zero if a fault made them so; the floor at zero is applied where a figure is shown. */
  matrix: CounterMatrix;
  /** The viewer's own figures, moved as the matrix is. */
  own: OwnFigures;
  cards: Map<string, Conversation>;
  /** By `listKey(query)`. */
  windows: Map<string, ListWindow>;
  messages: Map<string, MessageWindow>;
  /** Colleagues with status; null until their base was loaded. */
  colleagues: Map<number, Colleague> | null;
}

/** What an event changed, so that only those who show it hear of it. */
export interface Changes {
  counters: boolean;
  /** Ids of cards added, changed or removed. */
  cards: Set<string>;
  /** Ids of conversations whose messages changed. */
  messages: Set<string>;
  colleagues: boolean;
  /** Conversations the viewer lost sight of: whatever is kept of them must go. */
  lost: Set<string>;
  /** A figure fell below zero: a fault that starts a re-base. */
  fault: string | null;
}
