/**
 * One payment for one period: what it makes of a bot's subscription. A payment is a fact that never changes, so each is
 * written once; when it is heard of, and how often, makes no difference (BI-1).
 */

import { priceOf } from '../../contract/rules/plan-change.ts';
import { subscriptionAfter } from '../../machines/subscription/moves.ts';
import { afterPayment, dayStartFrom, graceEnd } from '../../machines/subscription/terms.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { keepCharges } from './charges.ts';
import { type CheckoutRow, isAgreed, isAsked, isCollected, isPaidTwice, readCheckout } from './checkouts.ts';
import { NO_NEXT } from './next-plan.ts';
import { planTerms } from './plans.ts';
import type { CheckoutFact } from './providers/provider.ts';
import { scheduleEnd } from './refunds.ts';
import { GONE, giveBack, review, settled } from './review.ts';
import { type SubscriptionRow, termsOf } from './row.ts';
import { writeSubscription } from './write-subscription.ts';

/** Opens the bot for the period that was paid, or gives the money back. The row is locked. */
export async function applyPayment(
  tx: Transaction,
  app: App,
  row: SubscriptionRow,
  checkout: CheckoutRow,
  fact: CheckoutFact,
): Promise<void> {
  const { payment } = fact;
  if (!payment || checkout.state === 'paid' || checkout.state === 'review') return;
  const paid = { subscription: null, payments: [payment] };
  if (!isAsked(checkout, fact)) {
    await review(tx, app, checkout, paid, 'Se pagó algo distinto de lo que se pidió');
    return;
  }
  if (checkout.bot_gone) {
    await giveBack(tx, app, checkout, paid, GONE);
    return;
  }
  const paidAt = Date.parse(payment.at);
  if (
    isCollected(row) ||
    isAgreed(row) ||
    isPaidTwice(row, checkout, paidAt) ||
    isLate(row, checkout, paidAt)
  ) {
    await giveBack(tx, app, checkout, paid);
    return;
  }
  await settled(tx, app, checkout.id, 'paid');
  await keepCharges(tx, app, checkout.bot_id, [payment], checkout);
  // What failed for good may still be collected for over there.
  await scheduleEnd(tx, app, row);
  const now = app.clock.now();
  const zone = await zoneOf(tx, row.bot_id, now);
  if (checkout.upgrade) {
    const [plan] = await tx.query<{ price: number; price_yearly: number }>(sql`
      select p.price, p.price_yearly from ${planTerms} p
      where p.plan_id = ${checkout.plan_id} and p.version = ${checkout.plan_version}`);
    await writeSubscription(tx, app, row, termsOf(row), null, {
      plan_id: checkout.plan_id,
      plan_version: checkout.plan_version,
      amount: plan ? priceOf(plan, checkout.period) : row.amount,
      checkout_id: checkout.id,
    });
    return;
  }
  const after = afterPayment(termsOf(row), { paidAt, period: checkout.period }, now.getTime(), zone);
  await writeSubscription(tx, app, row, after, null, {
    ...NO_NEXT,
    plan_id: checkout.plan_id,
    plan_version: checkout.plan_version,
    period: checkout.period,
    amount: checkout.amount,
    provider: checkout.provider,
    provider_subscription: null,
    provider_customer: null,
    card_brand: null,
    card_last4: null,
    cancel_reason: null,
    granted_reason: null,
    checkout_id: checkout.id,
  });
}

/** What it would have made larger was over when it was paid, or is another period by now. */
const isLate = (row: SubscriptionRow, { upgrade, period }: CheckoutRow, paidAt: number): boolean =>
  upgrade &&
  (!row.prepaid || row.period !== period || row.ends_at === null || paidAt >= Date.parse(row.ends_at));

/** Whether a larger plan was paid for on top of what this one paid. */
async function rests(tx: Transaction, id: string | null, on: string): Promise<boolean> {
  for (let top = id === null ? null : await readCheckout(tx, id); top?.upgrade; ) {
    if (top.after_checkout === on) return true;
    top = top.after_checkout === null ? null : await readCheckout(tx, top.after_checkout);
  }
  return false;
}

/** The provider took a payment back after it was made: what it paid for ends with the usual grace. The row is locked. */
export async function takeBackPayment(
  tx: Transaction,
  app: App,
  row: SubscriptionRow,
  checkout: CheckoutRow,
): Promise<void> {
  await tx.query(sql`
    update charges set state = 'refunded', refund_reason = 'Anulado por el medio de pago'
    where checkout_id = ${checkout.id} and state = 'paid'`);
  await review(
    tx,
    app,
    checkout,
    { subscription: null, payments: [] },
    'El medio de pago anuló un pago que ya estaba hecho',
  );
  const terms = termsOf(row);
  if (!row.prepaid) return;
  const before = checkout.after_checkout === null ? null : await readCheckout(tx, checkout.after_checkout);
  if (checkout.upgrade && before) {
    // What was paid before it stays as it was.
    if (row.checkout_id === checkout.id)
      await writeSubscription(tx, app, row, terms, null, {
        plan_id: before.plan_id,
        plan_version: before.plan_version,
        amount: before.amount,
        checkout_id: before.id,
      });
    return;
  }
  if (row.checkout_id !== checkout.id && !(await rests(tx, row.checkout_id, checkout.id))) return;
  const status = subscriptionAfter(terms.status, 'failed');
  if (status !== 'past_due' || terms.status === 'canceled' || terms.status === 'expired') return;
  const now = app.clock.now().getTime();
  const zone = await zoneOf(tx, row.bot_id, app.clock.now());
  const endsAt = dayStartFrom(now, zone);
  await writeSubscription(
    tx,
    app,
    row,
    { ...terms, status, endsAt, graceEndsAt: graceEnd(endsAt, zone) },
    null,
  );
}
