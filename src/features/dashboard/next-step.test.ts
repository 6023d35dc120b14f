import { expect, it } from 'vitest';
import { FIRST_STEPS } from '../../../contract/calls/dashboard.ts';
import { grantsOf } from '../../../contract/permission-matrix.ts';
import { allows } from '../../../contract/permissions.ts';
import { nextStep } from './next-step.ts';

const may =
  (role: Parameters<typeof grantsOf>[0]) =>
  (module: Parameters<typeof allows>[1], permission: Parameters<typeof allows>[2]) =>
    allows(grantsOf(role), module, permission);
const steps = (...done: readonly string[]) =>
  FIRST_STEPS.map((step) => ({ step, done: done.includes(step) }));

it('is the first that is left', () => {
  expect(nextStep(steps(), may('propietario'), true)).toBe('confirm');
  expect(nextStep(steps('confirm', 'web'), may('propietario'), true)).toBe('look');
  expect(nextStep(steps(...FIRST_STEPS), may('propietario'), true)).toBeNull();
});
it('is one that the person can do', () => {
  expect(nextStep(steps(), may('administrador'), false)).toBe('look');
  const team = FIRST_STEPS.filter((step) => step !== 'team' && step !== 'confirm');
  expect(nextStep(steps(...team), may('administrador'), false)).toBeNull();
  expect(nextStep(steps(), may('agente'), false)).toBeNull();
});
