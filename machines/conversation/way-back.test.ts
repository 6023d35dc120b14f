import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CONVERSATION_STATES, type ConversationState } from '../../contract/states.ts';
import type { ConversationFacts } from './commands.ts';
import { decide } from './moves.ts';
import { wayBack } from './way-back.ts';

const ME = 1;
const OTHER = 2;
const facts = (
  state: ConversationState,
  agent_id: number | null,
  was_pending = false,
): ConversationFacts => ({
  state,
  agent_id: state === 'active' || state === 'pending' ? null : agent_id,
  was_pending,
});
const anyFacts = fc
  .record({
    state: fc.constantFrom(...CONVERSATION_STATES),
    agent: fc.constantFrom(ME, OTHER),
    was_pending: fc.boolean(),
  })
  .map(({ state, agent, was_pending }) => facts(state, agent, was_pending));

it('is the shortest row of moves', () => {
  expect(wayBack(facts('taken', ME), facts('taken', ME), ME)).toEqual([]);
  expect(wayBack(facts('closed', ME), facts('taken', ME), ME)).toEqual([{ type: 'reopen', agent_id: ME }]);
  expect(wayBack(facts('taken', OTHER), facts('taken', ME), ME)).toEqual([{ type: 'derive', agent_id: ME }]);
  expect(wayBack(facts('taken', ME), facts('pending', null), ME)).toEqual([{ type: 'release' }]);
  expect(wayBack(facts('closed', null), facts('active', null), ME)).toEqual([
    { type: 'reopen', agent_id: ME },
    { type: 'return_to_bot' },
  ]);
  expect(wayBack(facts('taken', ME), facts('inactive', null), ME)).toHaveLength(2);
  // What is archived stays what it is.
  expect(wayBack(facts('archived', ME), facts('taken', ME), ME)).toBeNull();
});

it('leads by moves that the machine allows to where it stood', () => {
  fc.assert(
    fc.property(anyFacts, anyFacts, (from, to) => {
      const moves = wayBack(from, to, ME);
      if (!moves) return;
      let now = from;
      for (const move of moves) {
        const decision = decide(now, move);
        if (!decision.ok) throw new Error(`${move.type} is refused`);
        now = decision;
      }
      expect({ state: now.state, agent_id: now.agent_id }).toEqual({
        state: to.state,
        agent_id: to.agent_id,
      });
    }),
  );
});
