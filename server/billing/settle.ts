/**
 * The one way in which a provider changes anything here: ask it, then write what it said.
 *
 *   ticket (asked + 1) ─▶ ask outside of any transaction ─▶ lock ─▶ event's id, row, charges in one transaction
 *
 * An answer that was asked for earlier than the one that stands there is not written. Hooks, returns, the page that waits
 * and the daily reconciliation all come through here, so that none of them has to be believed.
 */
import { afterFact, type Terms } from '../../machines/subscription/terms.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { keepCharges } from './charges.ts';
import {
  type CheckoutRow,
  closeIn,
  isAgreed,
  isAsked,
  isCollected,
  isPaidTwice,
  openCheckout,
  readCheckout,
} from './checkouts.ts';
import { watchCoupon } from './coupon-end.ts';
import { afterChange, NO_NEXT } from './next-plan.ts';
import { applyPayment, takeBackPayment } from './pay-once.ts';
import {
  type CheckoutFact,
  type PaymentProvider,
  ProviderFault,
  type ProviderSubscription,
} from './providers/provider.ts';
import { scheduleEnd } from './refunds.ts';
import { GONE, giveBack, review, settled } from './review.ts';
import { lockSubscription, readSubscription, type SubscriptionRow, termsOf } from './row.ts';
import { writeSubscription } from './write-subscription.ts';

/** Asking and finishing takes two calls at most, each bounded. Milliseconds. */
const FINISHING = 60_000;

/** Takes a number for a question; its answer is written only while no later question's answer stands there. */
async function ticketOf(app: App, botId: number): Promise<number> {
  const [row] = await app.db.query<{ asked: number }>(
    sql`update subscriptions set asked = asked + 1 where bot_id = ${botId} returning asked`,
  );
  return row?.asked ?? 0;
}

/** @returns false: this event was written down already, with what it changed */
async function isNew(tx: Transaction, app: App, provider: string, eventId: string | null): Promise<boolean> {
  if (eventId === null) return true;
  const rows = await tx.query(sql`
    insert into payment_events (provider, event_id, at) values (${provider}, ${eventId}, ${app.clock.now()})
    on conflict do nothing returning event_id`);
  return rows.length > 0;
}

/**
 * Asks what became of a checkout and writes it. @param eventId of the provider's word that made us ask, if one did
 * @throws ProviderFault
 */
export async function settleCheckout(
  app: App,
  provider: PaymentProvider,
  id: string,
  eventId: string | null = null,
): Promise<void> {
  const row = await readCheckout(app.db, id);
  const open = row && openCheckout(row);
  if (!row || !open || row.provider !== provider.name) return;
  const now = app.clock.now();
  const held = await app.db.query(sql`
    update checkouts set finishing_until = ${new Date(now.getTime() + FINISHING)}
    where id = ${id} and (finishing_until is null or finishing_until <= ${now}) returning id`);
  // Somebody asks already, perhaps from before what we were told: a job tries again.
  if (held.length === 0) throw new ProviderFault('silent', 'This checkout is being asked about');
  try {
    const ticket = await ticketOf(app, row.bot_id);
    const fact = await provider.readCheckout(open);
    await app.db.transaction(
      async (tx) => {
        if (await isNew(tx, app, provider.name, eventId))
          await writeCheckout(tx, app, provider, id, fact, ticket);
      },
      { retries: 3 },
    );
  } finally {
    await app.db.query(sql`update checkouts set finishing_until = null where id = ${id}`);
  }
}

async function writeCheckout(
  tx: Transaction,
  app: App,
  provider: PaymentProvider,
  id: string,
  fact: CheckoutFact,
  ticket: number,
): Promise<void> {
  const bot = await readCheckout(tx, id);
  if (!bot) return;
  const row = (await lockSubscription(tx, bot.bot_id)) ?? (await firstRow(tx, app, bot));
  // As it stands under the lock.
  const checkout = await readCheckout(tx, id);
  if (!checkout || !row || fact.state === 'pending') return;
  if (fact.state !== 'paid') {
    if (checkout.mode === 'payment' && checkout.state === 'paid')
      return takeBackPayment(tx, app, row, checkout);
    return closeIn(tx, app, row, id, fact.state === 'expired' ? 'expired' : 'rejected');
  }
  if (checkout.mode === 'payment') return applyPayment(tx, app, row, checkout, fact);
  const bought = fact.subscription;
  if (!bought) return closeIn(tx, app, row, id, 'rejected');
  const own = row.provider === provider.name && row.provider_subscription === bought.id;
  if (checkout.state === 'paid' || checkout.state === 'review') {
    // What was bought stands there already; the plan may have been changed since.
    if (own) await writeFact(tx, app, row, bought, null, ticket);
    return;
  }
  const paid = { subscription: bought.id, payments: bought.payments };
  if (!isAsked(checkout, fact)) {
    await review(tx, app, checkout, paid, 'Se pagó algo distinto de lo que se pidió');
    return;
  }
  if (checkout.bot_gone) {
    await giveBack(tx, app, checkout, paid, GONE);
    return;
  }
  if (!own && (isCollected(row) || isAgreed(row) || isPaidTwice(row, checkout, app.clock.now().getTime()))) {
    await giveBack(tx, app, checkout, paid);
    return;
  }
  await settled(tx, app, id, 'paid');
  // What failed for good may still be collected for over there.
  if (!own) await scheduleEnd(tx, app, row);
  await writeFact(tx, app, row, bought, checkout, ticket);
}

/** A bot of before that never had a subscription. */
async function firstRow(tx: Transaction, app: App, checkout: CheckoutRow): Promise<SubscriptionRow | null> {
  await tx.query(sql`
    insert into subscriptions (bot_id, plan_id, plan_version, status, created_at)
    values (${checkout.bot_id}, ${checkout.plan_id}, ${checkout.plan_version}, 'pending', ${app.clock.now()})`);
  return lockSubscription(tx, checkout.bot_id);
}

/** Asks how the bot's running subscription is, and writes it. @throws ProviderFault */
export async function settleSubscription(
  app: App,
  provider: PaymentProvider,
  botId: number,
  eventId: string | null = null,
): Promise<void> {
  const known = await readSubscription(app.db, botId);
  if (!known?.provider_subscription || known.provider !== provider.name) return;
  const ticket = await ticketOf(app, botId);
  const fact = await provider.readSubscription(known.provider_subscription);
  await writeAnswer(app, provider, botId, fact, ticket, eventId);
}

/** Writes what a provider answered to a change that we asked for. */
export async function writeAnswer(
  app: App,
  provider: PaymentProvider,
  botId: number,
  fact: ProviderSubscription,
  ticket: number | null = null,
  eventId: string | null = null,
): Promise<void> {
  const number = ticket ?? (await ticketOf(app, botId));
  await app.db.transaction(
    async (tx) => {
      if (!(await isNew(tx, app, provider.name, eventId))) return;
      const row = await lockSubscription(tx, botId);
      const own = [fact.id, fact.follows].includes(row?.provider_subscription ?? '');
      if (row?.provider === provider.name && own) await writeFact(tx, app, row, fact, null, number);
    },
    { retries: 3 },
  );
}

async function writeFact(
  tx: Transaction,
  app: App,
  row: SubscriptionRow,
  fact: ProviderSubscription,
  checkout: CheckoutRow | null,
  ticket: number,
): Promise<void> {
  // A new subscription is news whatever was asked of the one before.
  const fresh = row.provider_subscription !== fact.id;
  if (!fresh && row.answered >= ticket) return;
  await tx.query(sql`update subscriptions set answered = ${ticket} where id = ${row.id}`);
  const now = app.clock.now();
  const change = checkout ? NO_NEXT : afterChange(row, fact, now.getTime());
  await keepCharges(tx, app, row.bot_id, fact.payments, checkout, { ...row, ...change });
  const zone = await zoneOf(tx, row.bot_id, now);
  const after = afterFact(termsOf(row), fact, now.getTime(), zone);
  const bought = checkout && {
    plan_id: checkout.plan_id,
    plan_version: checkout.plan_version,
    period: checkout.period,
    amount: checkout.amount,
    provider: checkout.provider,
    provider_subscription: fact.id,
    provider_customer: fact.customer,
    cancel_reason: null,
    granted_reason: null,
    checkout_id: checkout.id,
  };
  // It goes on under another name: what was bought is the same.
  const gone = fresh && !checkout && { provider_subscription: fact.id, cancel_reason: null };
  const kept = {
    ...change,
    ...bought,
    ...gone,
    card_brand: fact.card?.brand ?? row.card_brand,
    card_last4: fact.card?.last4 ?? row.card_last4,
  };
  const changed = Object.keys(change).length > 0;
  const same =
    !bought && !gone && !changed && sameTerms(after, termsOf(row)) && kept.card_last4 === row.card_last4;
  await watchCoupon(tx, app, same ? row : await writeSubscription(tx, app, row, after, null, kept));
}

const sameTerms = (a: Terms, b: Terms): boolean =>
  a.status === b.status &&
  a.endsAt === b.endsAt &&
  a.graceEndsAt === b.graceEndsAt &&
  a.trialEndsAt === b.trialEndsAt;
