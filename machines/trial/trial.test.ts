import { expect, it } from 'vitest';
import { daysText, trialView } from './trial.ts';

const plain = { grace_ends_at: null, provider: null };

it('TRIAL-1 counts the days of a trial, then says that it is over', () => {
  expect(trialView({ ...plain, status: 'trialing', test_period: true, days_left: 9 })).toEqual({
    kind: 'running',
    days: 9,
  });
  expect(trialView({ ...plain, status: 'expired', test_period: true, days_left: 0 })).toEqual({
    kind: 'expired',
    trial: true,
  });
  expect([1, 14].map(daysText)).toEqual(['Te queda 1 día de prueba', 'Te quedan 14 días de prueba']);
});
it('TRIAL-2 says nothing about a plan that runs', () => {
  expect(trialView({ ...plain, status: 'active', test_period: false, days_left: 20 })).toEqual({
    kind: 'none',
  });
  expect(trialView({ ...plain, status: 'active', test_period: false, days_left: 0 })).toEqual({
    kind: 'none',
  });
  expect(trialView({ ...plain, status: 'expired', test_period: false, days_left: 0 })).toEqual({
    kind: 'expired',
    trial: false,
  });
  expect(
    trialView({ status: 'trialing', test_period: true, days_left: 9, grace_ends_at: null, provider: 'flow' }),
  ).toEqual({ kind: 'none' });
  expect(trialView(null)).toEqual({ kind: 'none' });
});
it('TRIAL-3 lets a cancelled one run to its end', () => {
  expect(trialView({ ...plain, status: 'cancel_scheduled', test_period: true, days_left: 3 })).toEqual({
    kind: 'running',
    days: 3,
  });
  expect(trialView({ ...plain, status: 'canceled', test_period: false, days_left: 0 }).kind).toBe('expired');
});
it('TRIAL-4 says until when a bot works whose charge failed', () => {
  const until = '2026-11-28T03:00:00.000Z';
  const late = { status: 'past_due', test_period: false, grace_ends_at: until, provider: 'flow' } as const;
  expect(trialView({ ...late, days_left: 2 })).toEqual({ kind: 'late', until });
  expect(trialView({ ...late, days_left: 0 }).kind).toBe('expired');
});
