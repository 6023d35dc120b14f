/** machines/subscription/SPEC.md, rule by rule. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, addMonths, dayIn, startOfDay, TIME_ZONE } from '../../contract/days.ts';
import { GRACE_DAYS, SUBSCRIPTION_STATUSES } from '../../contract/rules/subscription.ts';
import { subscriptionAfter } from './moves.ts';
import type { SubscriptionEvent } from './subscription-machine.ts';
import {
  afterFact,
  afterPayment,
  dayStartFrom,
  graceEnd,
  isOpen,
  isTrial,
  periodEnd,
  type SubscriptionFact,
  type Terms,
  termsAt,
} from './terms.ts';

const EVENTS: SubscriptionEvent[] = [
  'trial_over',
  'period_over',
  'lapsed',
  'grace_over',
  'checkout_opened',
  'checkout_closed',
  'subscribed',
  'paid',
  'failed',
  'cancel_at_end',
  'reactivated',
  'trial_reactivated',
  'ended',
  'granted',
];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Paid then, a month's grace runs over the night in which Santiago's clock is set forward, in September 2029. */
const CLOCK_FORWARD_IN_THE_GRACE = Date.parse('2029-07-30T04:00:00.001Z');
/** Years with both changes of Santiago's clock each. */
const instant = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2031-01-01') });
const terms: fc.Arbitrary<Terms> = fc.record({
  status: fc.constantFrom(...SUBSCRIPTION_STATUSES),
  endsAt: fc.option(instant),
  graceEndsAt: fc.option(instant),
  trialEndsAt: fc.option(instant),
  collected: fc.boolean(),
  prepaid: fc.boolean(),
});
const fact: fc.Arbitrary<SubscriptionFact> = fc.record({
  status: fc.constantFrom('trialing', 'active', 'past_due', 'canceled'),
  endsAt: instant,
  cancelAtEnd: fc.boolean(),
});

it('SUB-1 answers every event in every state; the same again changes nothing', () => {
  for (const status of SUBSCRIPTION_STATUSES) {
    for (const event of EVENTS) {
      const after = subscriptionAfter(status, event);
      if (after === null || event === 'checkout_closed') continue;
      expect([after, status]).toContain(subscriptionAfter(after, event) ?? after);
    }
  }
  expect(subscriptionAfter('trialing', 'trial_over')).toBe('expired');
  expect(subscriptionAfter('expired', 'checkout_opened')).toBe('pending');
  expect(subscriptionAfter('pending', 'checkout_closed')).toBe('expired');
  expect(subscriptionAfter('cancel_scheduled', 'reactivated')).toBe('active');
  expect(subscriptionAfter('expired', 'cancel_at_end')).toBeNull();
  expect(subscriptionAfter('active', 'trial_over')).toBeNull();
});

it('SUB-2, BI-1 reaches what the latest fact says from whatever was before', () => {
  fc.assert(
    fc.property(terms, terms, fact, instant, (one, other, said, now) => {
      const first = afterFact(one, said, now, TIME_ZONE);
      const second = afterFact(other, said, now, TIME_ZONE);
      const bare = ({ trialEndsAt: _, ...rest }: Terms) => rest;
      expect(bare(first)).toEqual(bare(second));
      expect(afterFact(first, said, now, TIME_ZONE)).toEqual(first);
    }),
  );
});

it('SUB-3, BI-5 never blocks who paid, never leaves open who did not beyond the grace', () => {
  fc.assert(
    fc.property(
      instant,
      fc.integer({ min: -40, max: 40 }),
      fc.integer({ min: 0, max: DAY }),
      (paidUntil, days, rest) => {
        const now = paidUntil + days * DAY + rest;
        const said: SubscriptionFact = { status: 'active', endsAt: paidUntil, cancelAtEnd: false };
        const blank: Terms = {
          status: 'expired',
          endsAt: null,
          graceEndsAt: null,
          trialEndsAt: null,
          collected: false,
          prepaid: false,
        };
        const row = afterFact(blank, said, Math.min(paidUntil, now), TIME_ZONE);
        const open = isOpen(row, now, TIME_ZONE);
        if (now < paidUntil) expect(open).toBe(true);
        // A day to the next start of a day, one more hour where the clock is set back.
        if (now >= paidUntil + (GRACE_DAYS + 1) * DAY + HOUR) expect(open).toBe(false);
        const ending = afterFact(blank, { ...said, cancelAtEnd: true }, Math.min(paidUntil, now), TIME_ZONE);
        if (now >= paidUntil + DAY + HOUR) expect(isOpen(ending, now, TIME_ZONE)).toBe(false);
        if (now < paidUntil) expect(isOpen(ending, now, TIME_ZONE)).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

it('SUB-3 does not depend on whether the passing of time was written down', () => {
  fc.assert(
    fc.property(terms, instant, instant, (row, a, b) => {
      const [early, late] = a < b ? [a, b] : [b, a];
      expect(termsAt(termsAt(row, early, TIME_ZONE), late, TIME_ZONE)).toEqual(termsAt(row, late, TIME_ZONE));
    }),
  );
});

it('SUB-4 ends where a day begins in Santiago, also on the days of 23 and 25 hours', () => {
  fc.assert(
    fc.property(instant, (at) => {
      const end = dayStartFrom(at, TIME_ZONE);
      expect(end).toBeGreaterThanOrEqual(at);
      expect(end - at).toBeLessThan(DAY + HOUR + 1);
      expect(end).toBe(startOfDay(dayIn(end, TIME_ZONE), TIME_ZONE));
      expect(dayIn(graceEnd(at, TIME_ZONE), TIME_ZONE)).toBe(addDays(dayIn(end, TIME_ZONE), GRACE_DAYS));
    }),
  );
  // 2026: set back on 5 April, forward on 6 September, both at midnight.
  for (const day of ['2026-04-04', '2026-04-05', '2026-09-05', '2026-09-06']) {
    const end = dayStartFrom(startOfDay(day, TIME_ZONE) + 1, TIME_ZONE);
    expect(dayIn(end, TIME_ZONE)).toBe(addDays(day, 1));
  }
});

it('SUB-6, BI-5 one payment opens a whole period, from what was had before; its grace blocks nobody who pays', () => {
  const period = fc.constantFrom('monthly' as const, 'yearly' as const);
  fc.assert(
    fc.property(
      instant,
      period,
      fc.integer({ min: -20, max: 3 }),
      fc.integer({ min: 0, max: 40 }),
      (paidAt, first, gap, late) => {
        const blank: Terms = {
          status: 'expired',
          endsAt: null,
          graceEndsAt: null,
          trialEndsAt: null,
          collected: false,
          prepaid: false,
        };
        const one = afterPayment(blank, { paidAt, period: first }, paidAt, TIME_ZONE);
        const end = one.endsAt ?? 0;
        expect(end).toBe(periodEnd(paidAt, first, TIME_ZONE));
        expect(end - paidAt).toBeGreaterThanOrEqual((first === 'yearly' ? 365 : 28) * DAY - HOUR);
        expect(isOpen(one, end - 1, TIME_ZONE)).toBe(true);
        expect(isOpen(one, graceEnd(end, TIME_ZONE) - 1, TIME_ZONE)).toBe(true);
        expect(isOpen(one, graceEnd(end, TIME_ZONE), TIME_ZONE)).toBe(false);
        // Paid on, before the end or in the grace, and heard of so many days later: the same row. The grace is of days in
        // the account's zone: where the clock is set forward it has an hour less.
        const again = Math.min(end + gap * DAY, graceEnd(end, TIME_ZONE)) - 1;
        const heard = again + late * DAY;
        const two = afterPayment(one, { paidAt: again, period: 'monthly' }, again, TIME_ZONE);
        expect(two.endsAt).toBe(periodEnd(end, 'monthly', TIME_ZONE));
        const written = termsAt(one, heard, TIME_ZONE);
        const known = afterPayment(written, { paidAt: again, period: 'monthly' }, heard, TIME_ZONE);
        expect(known).toEqual(termsAt(two, heard, TIME_ZONE));
      },
    ),
    { numRuns: 500, examples: [[CLOCK_FORWARD_IN_THE_GRACE, 'monthly', 3, 0]] },
  );
});

it('SUB-6 a month without the day ends with the first day after it, never earlier', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-03-01');
  expect(addMonths('2026-11-30', 1)).toBe('2026-12-30');
  expect(addMonths('2024-02-29', 12)).toBe('2025-03-01');
});

it('SUB-5 leaves what has no end open, and knows a cancelled trial', () => {
  const sales: Terms = {
    status: 'active',
    endsAt: null,
    graceEndsAt: null,
    trialEndsAt: null,
    collected: false,
    prepaid: false,
  };
  expect(isOpen(sales, Date.parse('2099-01-01'), TIME_ZONE)).toBe(true);
  const end = Date.parse('2026-05-01');
  const cancelled: Terms = { ...sales, status: 'cancel_scheduled', endsAt: end, trialEndsAt: end };
  expect(isTrial(cancelled)).toBe(true);
  expect(isOpen(cancelled, end - 1, TIME_ZONE)).toBe(true);
  expect(isOpen(cancelled, end, TIME_ZONE)).toBe(false);
});
