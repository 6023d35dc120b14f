/** machines/incident/SPEC.md, rule by rule. */
import { expect, it } from 'vitest';
import { INCIDENT_STATES, type IncidentState } from '../../contract/rules/incidents.ts';
import { mayFollow } from './moves.ts';

const after = (state: IncidentState) => INCIDENT_STATES.filter((next) => mayFollow(state, next));
const OPEN = ['investigating', 'identified', 'monitoring'] as const;

it('INC-1, INC-2: open states follow each other in any order, none leads back to reported', () => {
  for (const state of OPEN) expect(after(state)).toEqual([...OPEN, 'resolved']);
  expect(after('reported')).toEqual([...INCIDENT_STATES]);
});

it('INC-3: what is resolved begins again by being investigated alone', () => {
  expect(after('resolved')).toEqual(['investigating', 'resolved']);
});

it('INC-4: the same state again is no fault', () => {
  for (const state of INCIDENT_STATES) expect(mayFollow(state, state)).toBe(true);
});
