/** What may become of a case: the machine, asked one step at a time. */
import type { CaseState } from '../../contract/rules/automations.ts';
import { lookUp } from '../step.ts';
import { automationMachine, type CaseEffect, type CaseEvent } from './automation-machine.ts';

const step = lookUp<CaseState, CaseEvent, CaseEffect>(automationMachine);

/** The state after an event; null: it may not happen there. The same state: there is nothing to do. */
export function caseAfter(state: CaseState, event: CaseEvent): CaseState | null {
  const answer = step(state, event);
  return answer.effects.includes('refuse') ? null : answer.state;
}

/** Whether nothing more becomes of it. */
export const isOver = (state: CaseState): boolean =>
  state === 'recovered' || state === 'replied' || state === 'expired' || state === 'suppressed';
