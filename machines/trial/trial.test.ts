import { expect, it } from 'vitest';
import { daysText, trialView } from './trial.ts';

it('TRIAL-1 counts the days of a trial, then says that it is over', () => {
  expect(trialView({ status: 'trial', test_period: true, days_left: 9 })).toEqual({
    kind: 'running',
    days: 9,
  });
  expect(trialView({ status: 'trial', test_period: true, days_left: 0 })).toEqual({
    kind: 'expired',
    trial: true,
  });
  expect([1, 14].map(daysText)).toEqual(['Te queda 1 día de prueba', 'Te quedan 14 días de prueba']);
});
it('TRIAL-2 says nothing about a plan that runs', () => {
  expect(trialView({ status: 'active', test_period: false, days_left: 20 })).toEqual({ kind: 'none' });
  expect(trialView({ status: 'active', test_period: false, days_left: 0 })).toEqual({ kind: 'none' });
  expect(trialView({ status: 'expired', test_period: false, days_left: 0 })).toEqual({
    kind: 'expired',
    trial: false,
  });
  expect(trialView(null)).toEqual({ kind: 'none' });
});
it('TRIAL-3 lets a cancelled one run to its end', () => {
  expect(trialView({ status: 'cancelled', test_period: true, days_left: 3 })).toEqual({
    kind: 'running',
    days: 3,
  });
  expect(trialView({ status: 'cancelled', test_period: false, days_left: 0 }).kind).toBe('expired');
});
