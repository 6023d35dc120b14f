/** How a conversation gets back to where it stood: the shortest row of moves that the machine allows. */
import type { ConversationCommand, ConversationFacts } from './commands.ts';
import { decide } from './moves.ts';

/** Longer ones would be a search, not a way back: what a person does at once is undone in at most so many moves. */
const MOST_MOVES = 4;

/**
 * @param from where it stands, @param to where it stood, @param me who brings it back
 * @returns the moves in their order, none where it stands there already; null: there is no such way
 */
export function wayBack(
  from: ConversationFacts,
  to: ConversationFacts,
  me: number,
): ConversationCommand[] | null {
  const people = [...new Set([me, ...(to.agent_id === null ? [] : [to.agent_id])])];
  const commands: ConversationCommand[] = [
    ...people.flatMap((agent_id): ConversationCommand[] => [
      { type: 'derive', agent_id },
      ...(agent_id === me
        ? ([
            { type: 'take', agent_id },
            { type: 'reopen', agent_id },
          ] as const)
        : ([{ type: 'assign', agent_id }] as const)),
    ]),
    { type: 'release' },
    { type: 'handoff' },
    { type: 'return_to_bot' },
    { type: 'mark_inactive' },
  ];
  let reached: { facts: ConversationFacts; moves: ConversationCommand[] }[] = [{ facts: from, moves: [] }];
  const known = new Set([keyOf(from)]);
  for (let step = 0; step <= MOST_MOVES; step += 1) {
    const there = reached.find(({ facts }) => isThere(facts, to));
    if (there) return there.moves;
    const next: typeof reached = [];
    for (const { facts, moves } of reached) {
      for (const command of commands) {
        const decision = decide(facts, command);
        if (!decision.ok) continue;
        const { state, agent_id, was_pending } = decision;
        const key = keyOf(decision);
        if (known.has(key)) continue;
        known.add(key);
        next.push({ facts: { state, agent_id, was_pending }, moves: [...moves, command] });
      }
    }
    reached = next;
  }
  return null;
}

const keyOf = ({ state, agent_id, was_pending }: ConversationFacts) => `${state}:${agent_id}:${was_pending}`;

/** Whether it waited for a person matters only where nobody is to be seen who would: in what nobody has. */
function isThere(facts: ConversationFacts, to: ConversationFacts): boolean {
  if (facts.state !== to.state || facts.agent_id !== to.agent_id) return false;
  return facts.state !== 'inactive' || facts.agent_id !== null || facts.was_pending === to.was_pending;
}
