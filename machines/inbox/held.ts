/** What somebody has in hand: taken, or gone quiet and theirs still. Lists and figures of 'Mías' are made of it on both sides. */
import type { ConversationState } from '../../contract/states.ts';
import type { SightFacts } from './sight.ts';

/** In hand, as `held` of the wire's filters means it. */
export const HELD_STATES = ['taken', 'inactive'] as const satisfies readonly ConversationState[];

/** What a list or a figure is of: one state, or those of HELD_STATES together. */
export type ListState = ConversationState | 'held';

export const inState = (wanted: ListState, state: ConversationState): boolean =>
  wanted === 'held' ? HELD_STATES.some((held) => held === state) : state === wanted;

/** @param facts null: it did not exist */
export const holds = (userId: number, facts: SightFacts | null): boolean =>
  facts !== null && facts.agent_id === userId && inState('held', facts.state);
