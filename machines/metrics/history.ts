/** What is known of one conversation, as the fold of its figures reads it. Instants are milliseconds since 1970. */
import type { AnswerKind } from '../../contract/entities/answer-deadlines.ts';
import type { ConversationState } from '../../contract/states.ts';

/** A transition; `id` orders those of one millisecond. */
export interface Move {
  id: string;
  at: number;
  event: string;
  /** Null: it began so. */
  from_state: ConversationState | null;
  to_state: ConversationState;
  /** Who had it after. */
  to_agent: number | null;
  from_agent: number | null;
}

/** A message that a customer could read: no note, no line of the system. */
export interface Said {
  id: string;
  at: number;
  by: 'Cliente' | 'agent' | 'bot';
  agent_id: number | null;
  /** By what the bot answered, and of which subject; null: it is none of its answers, or older than that is noted. */
  node: string | null;
  subject: string | null;
}

/** A deadline of an answer that was kept, or passed (server/inbox/answer-outcomes.ts). */
export interface Promised {
  /** When it was answered, or was marked late. */
  at: number;
  kind: AnswerKind;
  kept: boolean;
  agent_id: number | null;
}

export interface History {
  created_at: number;
  state: ConversationState;
  agent_id: number | null;
  /** Its client had a conversation before it: one that was written to them and lay closed is none. */
  returning: boolean;
  rating: { stars: number; at: number } | null;
  moves: readonly Move[];
  said: readonly Said[];
  /** When the bot had no answer. */
  missed: readonly number[];
  promised: readonly Promised[];
  /** Since when a wait lasts whose deadline has not passed; null: there is none. */
  owed_since: number | null;
}
