/** What an update makes of an incident. */
import type { IncidentState } from '../../contract/rules/incidents.ts';
import { lookUp } from '../step.ts';
import { type IncidentEffect, incidentMachine } from './incident-machine.ts';

const step = lookUp<IncidentState, IncidentState, IncidentEffect>(incidentMachine);

/** Whether an update that says `next` may follow. */
export function mayFollow(state: IncidentState, next: IncidentState): boolean {
  return !step(state, next).effects.includes('refuse');
}
