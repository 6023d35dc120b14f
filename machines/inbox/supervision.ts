/**
 * What a supervisor watches, folded: a base plus the events after it is the present, exactly, as for the inbox itself
 * (docs/protocol.md 'Bases'). For viewers who see the whole bot; no clock: times come from the events.
 *
 *   stretch:  bot / inactive ──▶ pending ──▶ taken ──▶ first message of a person
 *             begins here ───────┘  waits ───┘             │
 *             └───────────────── first response ───────────┘
 */
import type { SupervisionBase } from '../../contract/calls/supervision.ts';
import { type Conversation, type EventConversation, isWhole } from '../../contract/entities/conversation.ts';
import type { LoggedFrame, NamedEvent } from '../../contract/realtime/events.ts';
import type { ConversationState } from '../../contract/states.ts';
import { GapError } from './changes.ts';
import { sightingsOf } from './cut.ts';
import type { OwnFacts } from './own.ts';

interface Spell {
  since: string;
  waits: boolean;
}
export interface Load {
  taken: number;
  inactive: number;
}

/** Answers whose deadline is near, or has passed. */
export interface Answers {
  near: number;
  late: number;
}

export interface SupervisionState {
  bot_id: number;
  /** The number of the last event applied. */
  seq: number;
  day: { from: string; to: string };
  queue: Map<string, Conversation>;
  /** Whether the base held everybody who waits. */
  complete: boolean;
  load: Map<number, Load>;
  /** By who has the conversation; null: nobody. */
  answers: Map<number | null, Answers>;
  /** By conversation; until its first answer. */
  spells: Map<string, Spell>;
  waits: number[];
  firstResponses: number[];
  /** The day is over, or the queue's unknown end has come near: a new base is needed. */
  worn: boolean;
}

export function startSupervision(
  botId: number,
  base: Omit<SupervisionBase, 'sight' | 'viewer'>,
  most: number,
): SupervisionState {
  return {
    bot_id: botId,
    seq: base.seq,
    day: base.day,
    queue: new Map(base.queue.map((card) => [card.id, card])),
    complete: base.queue.length < most,
    load: new Map(base.load.map(({ agent_id, taken, inactive }) => [agent_id, { taken, inactive }])),
    answers: new Map((base.answers ?? []).map(({ agent_id, ...count }) => [agent_id, count])),
    spells: new Map(base.spells.map(({ conversation_id, ...spell }) => [conversation_id, spell])),
    waits: [...base.waits],
    firstResponses: [...base.first_responses],
    worn: false,
  };
}

/**
 * Applies the next frame. @returns whether anything that is shown may have changed
 * @throws GapError when frames are missing before this one
 */
export function applySupervision(state: SupervisionState, frame: LoggedFrame): boolean {
  const end = frame.name === 'REDACTED' ? (frame.to ?? frame.seq) : frame.seq;
  if (end <= state.seq) return false;
  if (frame.seq > state.seq + 1) throw new GapError(state.seq + 1, frame.seq);
  state.seq = end;
  if (frame.name === 'REDACTED') return false;
  if (frame.at >= state.day.to) state.worn = true;
  const moved = applyEvent(state, frame);
  if (!state.complete && state.queue.size < 100) state.worn = true;
  return moved;
}

function applyEvent(state: SupervisionState, event: NamedEvent): boolean {
  if (!('conversation' in event.data)) return false;
  const { conversation } = event.data;
  enqueue(state, conversation);
  const sides = sightingsOf(event);
  if (sides && sides.before !== 'everyone' && sides.before) owe(state, sides.before, -1);
  owe(state, conversation, 1);
  switch (event.name) {
    case 'NEW_CONVERSATION':
      carry(state, conversation.agent_id, conversation.state, 1);
      return true;
    case 'NEW_MESSAGE': {
      const { message } = event.data;
      if (message?.from === 'agent' && !message.note && !message.revision)
        answered(state, conversation.id, message.created_at);
      return true;
    }
    default: {
      const { last_state, last_agent_id } = event.data;
      carry(state, last_agent_id, last_state, -1);
      carry(state, conversation.agent_id, conversation.state, 1);
      if (last_state !== conversation.state)
        moveSpell(state, conversation.id, last_state, conversation.state, event.at);
      return true;
    }
  }
}

function enqueue(state: SupervisionState, card: EventConversation): void {
  if (card.state === 'pending' && isWhole(card)) state.queue.set(card.id, card);
  else state.queue.delete(card.id);
}

function carry(state: SupervisionState, agentId: number | null, at: ConversationState, step: 1 | -1): void {
  if (agentId === null || (at !== 'taken' && at !== 'inactive')) return;
  const load = state.load.get(agentId) ?? { taken: 0, inactive: 0 };
  state.load.set(agentId, { ...load, [at]: load[at] + step });
}

function owe(
  state: SupervisionState,
  { agent_id, answer_level: level }: Pick<OwnFacts, 'agent_id' | 'answer_level'>,
  step: 1 | -1,
): void {
  if (!level) return;
  const answers = state.answers.get(agent_id) ?? { near: 0, late: 0 };
  state.answers.set(agent_id, { ...answers, [level]: answers[level] + step });
}

const withPeople = (state: ConversationState): boolean => state === 'pending' || state === 'taken';

function moveSpell(
  state: SupervisionState,
  id: string,
  from: ConversationState,
  to: ConversationState,
  at: string,
): void {
  if (!withPeople(to)) state.spells.delete(id);
  else if (!withPeople(from)) state.spells.set(id, { since: at, waits: to === 'pending' });
  else if (to === 'taken') {
    const spell = state.spells.get(id);
    if (!spell?.waits) return;
    state.waits.push(between(spell.since, at));
    state.spells.set(id, { ...spell, waits: false });
  }
}

function answered(state: SupervisionState, id: string, at: string): void {
  const spell = state.spells.get(id);
  if (!spell) return;
  state.firstResponses.push(between(spell.since, at));
  state.spells.delete(id);
}

const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

/** Who waits longest first; those of whom it is not known last. */
export function queueOf(state: SupervisionState): Conversation[] {
  return [...state.queue.values()].sort((a, b) => {
    const [since, other] = [a.waiting_since ?? '~', b.waiting_since ?? '~'];
    if (since !== other) return since < other ? -1 : 1;
    return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
  });
}

/** The middle value, the mean of the two middle ones of an even number; null of none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}
