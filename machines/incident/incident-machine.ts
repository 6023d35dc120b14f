/**
 * An incident's life (docs/protocol.md 'Tickets, incidents, notifications'). An update names the state that holds from
 * it on; every state has an answer to every one, the refused ones written down.
 *
 *   reported ──▶ investigating ⇄ identified ⇄ monitoring ──▶ resolved
 *   each open one ──▶ resolved; resolved ──investigating──▶ investigating: it came back
 *   nothing leads to reported again
 */
import { createMachine } from 'xstate';
import type { IncidentState } from '../../contract/rules/incidents.ts';

/** `refuse`: it does not follow. `stay`: further news of the same state. */
export type IncidentEffect = 'refuse' | 'stay';

interface Cell {
  target?: IncidentState;
  actions?: IncidentEffect;
}
const to = (target: IncidentState): Cell => ({ target });
const no: Cell = { actions: 'refuse' };
const stays: Cell = { actions: 'stay' };
const on = {
  reported: no,
  investigating: to('investigating'),
  identified: to('identified'),
  monitoring: to('monitoring'),
  resolved: to('resolved'),
} as const;

const states: { readonly [S in IncidentState]: { on: { readonly [E in IncidentState]: Cell } } } = {
  reported: { on: { ...on, reported: stays } },
  investigating: { on: { ...on, investigating: stays } },
  identified: { on: { ...on, identified: stays } },
  monitoring: { on: { ...on, monitoring: stays } },
  resolved: { on: { ...on, identified: no, monitoring: no, resolved: stays } },
};

/** Asked by production, one step at a time (moves.ts). */
export const incidentMachine = createMachine({ id: 'incident', initial: 'reported', states });
