/** How the log stores what sight judges: `[state, category, agent_id]` before and after an event, null for 'did not exist'. */
import type { SightFacts } from '../../machines/inbox/sight.ts';
import type { PackedFacts } from '../platform/log-row.ts';

/** What decides who sees a conversation, as the log keeps it. */
export function packFacts(facts: SightFacts | null | undefined): PackedFacts | null {
  return facts ? [facts.state, facts.category, facts.agent_id] : null;
}

/** The same, read from the log. */
export function unpackFacts(packed: PackedFacts | null): SightFacts | null {
  return packed ? { state: packed[0], category: packed[1], agent_id: packed[2] } : null;
}
