/** What somebody has in hand: taken, or gone quiet and theirs still. Lists and figures of 'Mías' are made of it on both sides. */
import type { ConversationState } from '../../contract/states.ts';
import type { SightFacts } from './sight.ts';

/** In hand, as `held` of the wire's filters means it. */
export const HELD_STATES = ['taken', 'inactive'] as const satisfies readonly ConversationState[];

/** What is marked, whatever its state: what somebody follows, where a note names them, and where an answer is late. */
export const MARKED_LISTS = ['followed', 'mentioned', 'overdue'] as const;
export type MarkedList = (typeof MARKED_LISTS)[number];

/** What a list or a figure is of: one state, those of HELD_STATES together, or what is marked. */
export type ListState = ConversationState | 'held' | MarkedList;

export const isMarkedList = (state: ListState): state is MarkedList =>
  MARKED_LISTS.some((marked) => marked === state);

/** What is marked may be in any state. */
export const inState = (wanted: ListState, state: ConversationState): boolean =>
  isMarkedList(wanted) || (wanted === 'held' ? HELD_STATES.some((held) => held === state) : state === wanted);

/** @param facts null: it did not exist */
export const holds = (userId: number, facts: SightFacts | null): boolean =>
  facts !== null && facts.agent_id === userId && inState('held', facts.state);
