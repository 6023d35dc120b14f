/** How the log stores what sight judges: `[state, category, agent_id]` before and after an event, null for 'did not exist'. */
import type { Area, ConversationState } from '../../contract/states.ts';
import type { SightFacts } from '../../machines/inbox/sight.ts';

export type PackedFacts = [ConversationState, Area | null, number | null];

export function packFacts(facts: SightFacts | null | undefined): PackedFacts | null {
  return facts ? [facts.state, facts.category, facts.agent_id] : null;
}

export function unpackFacts(packed: PackedFacts | null): SightFacts | null {
  return packed ? { state: packed[0], category: packed[1], agent_id: packed[2] } : null;
}
