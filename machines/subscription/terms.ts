/**
 * Which state a subscription is in at a moment, whether its bot may work then, and what a provider's word makes of it. Pure:
 * row and clock say all of it (BI-5), so that a job which is late changes nothing.
 */
import { addDays, addMonths, dayIn, startOfDay } from '../../contract/days.ts';
import type { PlanPeriod } from '../../contract/entities/subscription.ts';
import { GRACE_DAYS, type SubscriptionStatus } from '../../contract/rules/subscription.ts';
import { subscriptionAfter } from './moves.ts';
import type { SubscriptionEvent } from './subscription-machine.ts';

/** What of a row decides. Instants are milliseconds since 1970. */
export interface Terms {
  status: SubscriptionStatus;
  /** The end of the trial or of the paid period; null: none, as agreed with sales. */
  endsAt: number | null;
  graceEndsAt: number | null;
  /** The bot's own: it outlives any change of plan. Null: it never had one. */
  trialEndsAt: number | null;
  /** A provider collects for it. */
  collected: boolean;
  /** Paid one period at a time, by who is told before it ends: nobody collects, and there is a grace all the same. */
  prepaid: boolean;
}

/** What was read from a provider of a subscription, in nobody's words. */
export interface SubscriptionFact {
  status: 'pending' | 'trialing' | 'active' | 'past_due' | 'canceled';
  /** The end of the trial or of the last period that was paid; of what is canceled, when that was. */
  endsAt: number | null;
  cancelAtEnd: boolean;
}

/** The first start of a day in a zone that is not before an instant. */
export function dayStartFrom(at: number, zone: string): number {
  const begin = startOfDay(dayIn(at, zone), zone);
  return begin >= at ? begin : startOfDay(addDays(dayIn(at, zone), 1), zone);
}

/** Where the grace ends of a period that ended at an instant: whole days in the account's zone. */
export const graceEnd = (endsAt: number, zone: string): number =>
  startOfDay(addDays(dayIn(dayStartFrom(endsAt, zone), zone), GRACE_DAYS), zone);

/** What the clock does to a row next, and when; null: nothing. */
export function nextTurn(terms: Terms): { at: number; event: SubscriptionEvent } | null {
  const { status, endsAt, graceEndsAt, collected, prepaid } = terms;
  if (status === 'past_due') return graceEndsAt === null ? null : { at: graceEndsAt, event: 'grace_over' };
  if (endsAt === null) return null;
  if (status === 'trialing') return { at: endsAt, event: collected ? 'period_over' : 'trial_over' };
  if (status === 'active') return { at: endsAt, event: collected || prepaid ? 'period_over' : 'lapsed' };
  if (status === 'cancel_scheduled') return { at: endsAt, event: 'period_over' };
  return null;
}

/** The row at a moment: every turn of the clock until then applied. */
export function termsAt(terms: Terms, now: number, zone: string): Terms {
  let current = terms;
  for (;;) {
    const turn = nextTurn(current);
    if (!turn || turn.at > now) return current;
    const status = subscriptionAfter(current.status, turn.event);
    if (status === null) return current;
    current = {
      ...current,
      status,
      graceEndsAt: status === 'past_due' ? graceEnd(current.endsAt ?? turn.at, zone) : null,
    };
  }
}

const OPEN: readonly SubscriptionStatus[] = ['trialing', 'active', 'past_due', 'cancel_scheduled'];

/** Whether the bot of this row may work at a moment. */
export const isOpen = (terms: Terms, now: number, zone: string): boolean =>
  OPEN.includes(termsAt(terms, now, zone).status);

/** Still the free trial, or what is left of it when that was cancelled or ran out. */
export const isTrial = ({ status, endsAt, trialEndsAt }: Terms): boolean =>
  status === 'trialing' || (trialEndsAt !== null && endsAt === trialEndsAt && status !== 'active');

const EVENTS: Record<SubscriptionFact['status'], SubscriptionEvent | null> = {
  pending: null,
  trialing: 'subscribed',
  active: 'paid',
  past_due: 'failed',
  canceled: 'ended',
};

/**
 * What a fact makes of a row. The latest fact alone decides: the row's state before does not.
 * @returns the row at `now`
 */
export function afterFact(terms: Terms, fact: SubscriptionFact, now: number, zone: string): Terms {
  const event = EVENTS[fact.status];
  if (event === null) return termsAt(terms, now, zone);
  let status = subscriptionAfter(terms.status, event) ?? terms.status;
  // What ended did so at its moment; what was paid for lasts until its day is over.
  const endsAt =
    fact.endsAt === null || status === 'canceled' ? fact.endsAt : dayStartFrom(fact.endsAt, zone);
  if (fact.cancelAtEnd) status = subscriptionAfter(status, 'cancel_at_end') ?? status;
  return termsAt(
    {
      status,
      endsAt,
      graceEndsAt: status === 'past_due' ? graceEnd(endsAt ?? now, zone) : null,
      trialEndsAt: fact.status === 'trialing' ? endsAt : terms.trialEndsAt,
      collected: status !== 'canceled',
      prepaid: false,
    },
    now,
    zone,
  );
}

/** Where a period ends that begins at an instant: with the same day of the next month or year, never before. */
export const periodEnd = (from: number, period: PlanPeriod, zone: string): number =>
  startOfDay(addMonths(dayIn(dayStartFrom(from, zone), zone), period === 'yearly' ? 12 : 1), zone);

/** Until when a bot stood open at a moment, by what was paid or given before, or by its trial; null: it did not. */
function coveredUntil({ status, endsAt, prepaid }: Terms, at: number, zone: string): number | null {
  if (endsAt === null) return null;
  // Days of grace are days of the period that is paid in them.
  const last = prepaid && status !== 'canceled' ? graceEnd(endsAt, zone) : endsAt;
  return at < last ? endsAt : null;
}

/**
 * What one payment for one period makes of a row: the period begins where what was had before ends, so that paying early
 * takes nothing away. It does not matter when the payment is heard of, nor what the clock did meanwhile.
 */
export function afterPayment(
  terms: Terms,
  { paidAt, period }: { paidAt: number; period: PlanPeriod },
  now: number,
  zone: string,
): Terms {
  const from = coveredUntil(terms, paidAt, zone) ?? paidAt;
  return termsAt(
    {
      status: subscriptionAfter(terms.status, 'paid') ?? terms.status,
      endsAt: periodEnd(from, period, zone),
      graceEndsAt: null,
      trialEndsAt: terms.trialEndsAt,
      collected: false,
      prepaid: true,
    },
    now,
    zone,
  );
}
