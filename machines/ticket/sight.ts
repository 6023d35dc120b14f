/** Which tickets of a bot a viewer sees (docs/protocol.md 'Tickets, incidents, notifications'). */
import type { Viewer } from '../../contract/entities/user.ts';
import type { Area } from '../../contract/states.ts';

/** The parts of a ticket that sight judges. */
export interface TicketSight {
  category: Area | null;
  assignee: number | null;
  /** Of the team, who made it. */
  opened_by_id: number | null;
}

/** Owner and administrador all; an agente those of their areas (no areas named: all; without area: everyone) and their own. */
export function seesTicket(viewer: Viewer, facts: TicketSight): boolean {
  if (viewer.base === 'administrador') return true;
  if (facts.assignee === viewer.user_id || facts.opened_by_id === viewer.user_id) return true;
  return viewer.areas.length === 0 || facts.category === null || viewer.areas.includes(facts.category);
}
