/** What a viewer may see (docs/protocol.md 'Sight'). The one judge on both sides: the server cuts by it, the fold counts by it. */
import type { Viewer } from '../../contract/entities/user.ts';
import type { Area, ConversationState } from '../../contract/states.ts';

/** The parts of a conversation that sight judges. */
export interface SightFacts {
  state: ConversationState;
  category: Area | null;
  agent_id: number | null;
}

/**
 * Whether the viewer sees a conversation in this condition: owner and administrador all; an agente the active and
 * pending ones of their areas (no areas named: all; a conversation without area: everyone), of the others only their own.
 * @param facts null stands for 'did not exist': nobody sees it
 */
export function sees(viewer: Viewer, facts: SightFacts | null): boolean {
  if (!facts) return false;
  if (viewer.base === 'administrador') return true;
  if (facts.state !== 'active' && facts.state !== 'pending') return facts.agent_id === viewer.user_id;
  return viewer.areas.length === 0 || facts.category === null || viewer.areas.includes(facts.category);
}
