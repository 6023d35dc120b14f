/** How the log stores what sight judges: `[state, category, agent_id]` before and after an event, null for 'did not exist'. */
import type { SightFacts } from '../../machines/inbox/sight.ts';
import type { PackedFacts } from '../platform/log-row.ts';

export function packFacts(facts: SightFacts | null | undefined): PackedFacts | null {
  return facts ? [facts.state, facts.category, facts.agent_id] : null;
}

export function unpackFacts(packed: PackedFacts | null): SightFacts | null {
  return packed ? { state: packed[0], category: packed[1], agent_id: packed[2] } : null;
}
