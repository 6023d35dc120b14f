/** A talk with the draft: what was said, what it answered and why. Nothing of it is kept anywhere. */

import type { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import { LLM_LIMITS } from '../../../contract/entities/llm.ts';
import type { Channel } from '../../../contract/states.ts';
import type { CallAnswer } from '../../api/call.ts';

export type Answer = CallAnswer<(typeof botDraftCalls)['previewTurn']>;

/** What the 'customer' did; null: nothing yet, the greeting. */
export type Said = { text: string } | { button: string; text: string } | null;

export interface Turn {
  id: number;
  said: Said;
  /** When, for who reads it in the chat. */
  at: string;
  /** As the chat's frame named it; null: the greeting. */
  temporal_id: string | null;
  /** Null: under way, or failed (`error`). */
  answer: Answer | null;
  error: string | null;
}

/** As whom, and with which bot, the talk goes on. */
export interface Setting {
  of: 'draft' | 'published';
  channel: Channel;
  /** `clock`: by the bot's hours. */
  hours: 'clock' | 'open' | 'closed';
}

export interface TalkState {
  turns: readonly Turn[];
  setting: Setting;
  /** The turn that the trace is about; null: the last one. */
  chosen: number | null;
}

export type TalkEvent =
  | { type: 'said'; id: number; said: Said; at: string; temporal_id: string | null }
  | { type: 'answered'; id: number; answer: Answer }
  | { type: 'failed'; id: number; error: string }
  | { type: 'again'; id: number }
  | { type: 'chosen'; id: number }
  | { type: 'set'; setting: Partial<Setting> }
  | { type: 'restarted' };

export const emptyTalk: TalkState = {
  turns: [],
  setting: { of: 'draft', channel: 'web', hours: 'clock' },
  chosen: null,
};

/** The next state of a conversation with the draft: a reducer without effects. */
export function talk(state: TalkState, event: TalkEvent): TalkState {
  const change = (id: number, part: Partial<Turn>): TalkState => ({
    ...state,
    turns: state.turns.map((turn) => (turn.id === id ? { ...turn, ...part } : turn)),
  });
  switch (event.type) {
    case 'said': {
      const { id, said, at, temporal_id } = event;
      const turn: Turn = { id, said, at, temporal_id, answer: null, error: null };
      return { ...state, turns: [...state.turns, turn], chosen: null };
    }
    // The answer to a turn of a talk that was begun again finds no turn.
    case 'answered':
      return change(event.id, { answer: event.answer, error: null });
    case 'failed':
      return change(event.id, { error: event.error });
    case 'again':
      return change(event.id, { error: null });
    case 'chosen':
      return { ...state, chosen: event.id };
    case 'set':
      return { ...state, setting: { ...state.setting, ...event.setting } };
    case 'restarted':
      return { ...state, turns: [], chosen: null };
  }
}

/** What the bot remembers before a turn: the last answer's context. */
export function contextBefore({ turns }: TalkState, id: number): Answer['context'] {
  return turns.findLast((turn) => turn.id < id && turn.answer)?.answer?.context ?? null;
}

/** What was said before a turn, the oldest first, as the call takes it. */
export function saidBefore({ turns }: TalkState, id: number): { from: 'customer' | 'bot'; text: string }[] {
  return turns
    .filter((turn) => turn.id < id && turn.answer)
    .flatMap(({ said, answer }) => [
      ...(said ? [{ from: 'customer' as const, text: said.text }] : []),
      ...(answer?.messages ?? []).map(({ text }) => ({ from: 'bot' as const, text })),
    ])
    .slice(-LLM_LIMITS.earlier);
}

/** The turn that the trace is about. */
export const tracedTurn = ({ turns, chosen }: TalkState): Turn | undefined =>
  turns.find(({ id }) => id === chosen) ?? turns.findLast(({ answer }) => answer !== null);

/** Whether an answer of the turn is awaited. */
export const isWaiting = ({ turns }: TalkState): boolean =>
  turns.some(({ answer, error }) => answer === null && error === null);
