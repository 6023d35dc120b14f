/** What the topics of a bot hold. */
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { ChannelCounters, CounterMatrix, StateCounters } from '../../../contract/entities/counters.ts';
import type { Message } from '../../../contract/entities/message.ts';
import type { OwnFigures } from '../../../machines/inbox/own.ts';

export interface CountersView {
  /** Floors applied: never below zero. Null until the base is there. */
  byState: StateCounters;
  byChannel: CounterMatrix;
  /** Channel totals over all states but archived: what the list without a state holds. */
  unarchived: ChannelCounters;
  /** What is the viewer's own: what they have in hand, follow, are named in unseen; null: not known. */
  own: OwnFigures;
  /** The viewer's own conversations with something unread. Counted here: hidden tabs hear of no cards. */
  unread: number;
  /** When these figures were last compared with the server (ms since 1970). */
  verifiedAt: number | null;
  /** The last time that they differed; null: never, as far as is remembered here. */
  differed: { at: number; healedAt: number | null } | null;
}
export interface SupervisionView {
  /** Who waits longest first. */
  queue: Conversation[];
  load: { agent_id: number; taken: number; inactive: number }[];
  /** Answers whose deadline is near or has passed, by who has the conversation; null: nobody. */
  answers: { agent_id: number | null; near: number; late: number }[];
  /** Medians of today in ms, null of none, and of how many. */
  waits: { median: number | null; count: number };
  firstResponses: { median: number | null; count: number };
  loading: boolean;
  /** Spanish sentence; the figures keep what they had. */
  error: string | null;
  /** The first answer has come. */
  known: boolean;
}
export interface ListView {
  cards: Conversation[];
  /** More below the known window. */
  more: boolean;
  loading: boolean;
  /** Spanish sentence; the list keeps what it had. */
  error: string | null;
  /** Without the server: what this browser happens to know of the list, with gaps. */
  partial: boolean;
}
/** Who types and looks (not oneself), by conversation; only where there is somebody. */
export type PresenceView = Record<string, Pick<MessagesView, 'typing' | 'viewing'>>;
export interface MessagesView {
  messages: Message[];
  more: boolean;
  loading: boolean;
  error: string | null;
  /** Without the server: what it has is not known. */
  partial: boolean;
  /** Names of those who type now: the customer and colleagues. */
  typing: { who: 'visitor' | 'agent'; name: string | null }[];
  /** `supervisor`: only watches. */
  viewing: { id: number; name: string; supervisor?: boolean | undefined }[];
  /** Another number: the customer is on another page. */
  moves: number;
  online: boolean;
}
