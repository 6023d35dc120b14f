/**
 * Another plan for a bot that is collected for: a preview of today's charge and the next one, then the change, now or when
 * the paid period ends. What is wanted stands in the row before the provider is asked, so that a process that dies in
 * between leaves what a later question completes or clears (next-plan.ts).
 */
import * as z from 'zod/mini';
import type { paymentCalls } from '../../contract/calls/payments.ts';
import type { PlanPeriod, Subscription } from '../../contract/entities/subscription.ts';
import { type ChangeWhen, changeWhen, priceOf } from '../../contract/rules/plan-change.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { CHECKOUT_TEXTS, isCollected } from './checkouts.ts';
import { couponHeld, isCouponEnd } from './coupon-end.ts';
import { CHANGE_TAKES, NO_NEXT } from './next-plan.ts';
import { orderOf } from './order.ts';
import { planTerms } from './plans.ts';
import { type Order, type PaymentProvider, ProviderFault } from './providers/provider.ts';
import type { Providers } from './providers/providers.ts';
import { lockSubscription, providerOf, readSubscription, type SubscriptionRow, termsOf } from './row.ts';
import { settleSubscription, writeAnswer } from './settle.ts';
import { subscriptionOf } from './subscriptions.ts';
import { differenceOf, UPGRADE_TEXTS } from './upgrade.ts';
import { writeSubscription } from './write-subscription.ts';

const TEXTS = {
  notCollected: 'Este chatbot no tiene un plan que se cobre. Contrátalo en Planes.',
  notNow: 'El plan se puede cambiar cuando no hay un pago pendiente ni una cancelación programada.',
  waiting: 'Ya hay un cambio de plan programado. Déjalo sin efecto antes de hacer otro.',
  same: 'Este chatbot ya tiene ese plan.',
  later: 'Este cambio se hace cuando termina el período que ya pagaste.',
  moved: 'El monto de hoy cambió. Revísalo y confirma otra vez.',
  silent: 'El medio de pago no responde. Si el cambio alcanzó a hacerse, lo verás aquí en unos minutos.',
  refused: 'El medio de pago no aceptó el cambio y no se cobró nada. Revisa tu tarjeta.',
  none: 'No hay un cambio de plan programado.',
  coupon:
    'El descuento terminó: desde el próximo cobro vuelve el precio del plan. Eso no se puede dejar sin efecto.',
} as const;
const ASK = 'billing.change';
/** A shown amount is good for so long. Milliseconds. */
const SHOWN_FOR = 10 * 60_000;

type Preview = z.output<typeof paymentCalls.previewChange.answer>;
interface Wish {
  planId: string;
  period: PlanPeriod;
  when: ChangeWhen;
}
interface Ready {
  row: SubscriptionRow;
  provider: PaymentProvider;
  id: string;
  order: Order;
  whens: readonly ChangeWhen[];
}

const rule = (message: string) => new Refused('rule', { message });

function requireChangeable(row: SubscriptionRow | null): asserts row is SubscriptionRow {
  if (row && termsOf(row).prepaid) throw rule(UPGRADE_TEXTS.prepaid);
  if (!row || !isCollected(row)) throw rule(TEXTS.notCollected);
  if (!['active', 'trialing'].includes(termsOf(row).status)) throw rule(TEXTS.notNow);
  if (row.next_plan_id !== null) throw rule(TEXTS.waiting);
}

async function ready(app: App, providers: Providers, botId: number, wish: Wish): Promise<Ready> {
  const row = await readSubscription(app.db, botId);
  requireChangeable(row);
  const provider = providers.get(providerOf(row));
  if (!provider || row.provider_subscription === null) throw rule(CHECKOUT_TEXTS.noProvider);
  const [plan] = await app.db.query<{
    id: string;
    version: number;
    name: string;
    price: number;
    price_yearly: number;
  }>(sql`select id, version, name, price, price_yearly from plans where id = ${wish.planId} and offered`);
  if (!plan) throw new Refused('not_found');
  const amount = priceOf(plan, wish.period);
  if (amount <= 0) throw rule(CHECKOUT_TEXTS.sales);
  if (plan.id === row.plan_id && wish.period === row.period) throw rule(TEXTS.same);
  const [own] = await app.db.query<{ price: number }>(sql`
    select p.price from ${planTerms} p where p.plan_id = ${row.plan_id} and p.version = ${row.plan_version}`);
  const trial = termsOf(row).status === 'trialing';
  // Nothing was paid yet: whatever it is changed to begins with the first charge.
  const whens: readonly ChangeWhen[] = trial
    ? ['now']
    : changeWhen(
        { price: own?.price ?? 0, period: row.period ?? 'monthly' },
        { price: plan.price, period: wish.period },
      );
  const order = await orderOf(app.db, row, plan, wish.period, amount);
  return { row, provider, id: row.provider_subscription, order, whens };
}

const refusal = (error: unknown): unknown =>
  error instanceof ProviderFault
    ? rule(error.kind === 'silent' ? CHECKOUT_TEXTS.silent : TEXTS.refused)
    : error;

/** What a change would cost. Throws not_found, rule. */
export async function previewChange(
  app: App,
  providers: Providers,
  botId: number,
  wish: Omit<Wish, 'when'> & { when: ChangeWhen | null },
): Promise<Preview> {
  const known = await readSubscription(app.db, botId);
  if (known?.prepaid) {
    const now = app.clock.now();
    const { today, endsAt, next } = await differenceOf(app.db, known, wish, now);
    return {
      when: 'now',
      whens: ['now'],
      today,
      next: { at: endsAt, amount: next },
      ends_coupon: null,
      at_till: true,
      as_of: now.toISOString(),
    };
  }
  const asked = await ready(app, providers, botId, { ...wish, when: wish.when ?? 'now' });
  const when = wish.when !== null && asked.whens.includes(wish.when) ? wish.when : asked.whens[0];
  if (when === undefined) throw rule(TEXTS.later);
  const now = app.clock.now();
  try {
    const cost = await asked.provider.previewChange(asked.id, asked.order, when, now);
    const ends_coupon = (await couponHeld(app.db, asked.row))?.code ?? null;
    return { when, whens: [...asked.whens], ...cost, ends_coupon, at_till: false, as_of: now.toISOString() };
  } catch (error) {
    throw refusal(error);
  }
}

/** Throws not_found, rule; conflict when today's charge is not what was shown. */
export async function changePlan(
  app: App,
  providers: Providers,
  by: BotSession,
  wish: Wish & { today: number; asOf: string },
): Promise<Subscription> {
  const botId = by.link.bot_id;
  const { row: known, provider, id, order, whens } = await ready(app, providers, botId, wish);
  if (!whens.includes(wish.when)) throw rule(TEXTS.later);
  const now = app.clock.now();
  const asOf = new Date(wish.asOf);
  const moved = new Refused('conflict', { message: TEXTS.moved });
  if (Math.abs(now.getTime() - asOf.getTime()) > SHOWN_FOR) throw moved;
  try {
    const cost = await provider.previewChange(id, order, wish.when, asOf);
    if (cost.today !== wish.today) throw moved;
  } catch (error) {
    throw refusal(error);
  }
  const since = await want(app, by, known, order, wish.when);
  try {
    await writeAnswer(app, provider, botId, await provider.changePlan(id, order, wish.when, asOf));
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    app.log.warn({ err: error, botId }, 'A payment provider did not change a plan');
    // A refusal is certain; of silence nobody knows, and the job asks.
    if (error.kind === 'silent') throw rule(TEXTS.silent);
    await forget(app, by, botId, since);
    throw rule(TEXTS.refused);
  }
  return shown(app, botId);
}

async function shown(app: App, botId: number): Promise<Subscription> {
  const subscription = await subscriptionOf(app.db, botId, app.clock.now());
  if (!subscription) throw new Refused('not_found');
  return subscription;
}

/** @returns since when it is wanted: its name among all changes of this bot */
async function want(
  app: App,
  by: BotSession,
  known: SubscriptionRow,
  order: Order,
  when: ChangeWhen,
): Promise<string> {
  return app.db.transaction(async (tx) => {
    const row = await lockSubscription(tx, known.bot_id);
    requireChangeable(row);
    if (row.provider_subscription !== known.provider_subscription) throw rule(TEXTS.notNow);
    const now = app.clock.now();
    await writeSubscription(tx, app, row, termsOf(row), by.user, {
      next_plan_id: order.planId,
      next_plan_version: order.planVersion,
      next_period: order.period,
      next_amount: order.amount,
      next_at: when === 'now' ? null : row.ends_at,
      next_since: now.toISOString(),
    });
    await askLater(tx, app, row.bot_id);
    return now.toISOString();
  });
}

/** Asks the provider once what is under way must have come about, whoever hears of it meanwhile. */
export async function askLater(tx: Transaction, app: App, botId: number): Promise<void> {
  await app.jobs.schedule(tx, {
    kind: ASK,
    key: `${ASK}:${botId}`,
    runAt: new Date(app.clock.now().getTime() + CHANGE_TAKES + 60_000),
    payload: { botId },
  });
}

/** That one alone: another may be wanted since. */
async function forget(app: App, by: BotSession, botId: number, since: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const row = await lockSubscription(tx, botId);
    if (row?.next_since === since) await writeSubscription(tx, app, row, termsOf(row), by.user, NO_NEXT);
  });
}

/** A change that is still to come does not come. Throws rule. */
export async function takeBackChange(app: App, providers: Providers, by: BotSession): Promise<Subscription> {
  const botId = by.link.bot_id;
  const row = await readSubscription(app.db, botId);
  const provider = row && providers.get(providerOf(row));
  if (!row?.next_plan_id || row.next_at === null || row.provider_subscription === null)
    throw rule(TEXTS.none);
  if (isCouponEnd(row)) throw rule(TEXTS.coupon);
  if (!provider) throw rule(CHECKOUT_TEXTS.noProvider);
  const [plan] = await app.db.query<{ name: string }>(sql`
    select p.name from ${planTerms} p where p.plan_id = ${row.plan_id} and p.version = ${row.plan_version}`);
  const order = await orderOf(
    app.db,
    row,
    { id: row.plan_id, version: row.plan_version, name: plan?.name ?? '' },
    row.period ?? 'monthly',
    row.amount ?? 0,
  );
  try {
    await provider.takeBackChange(row.provider_subscription, order);
  } catch (error) {
    throw refusal(error);
  }
  if (row.next_since !== null) await forget(app, by, botId, row.next_since);
  return shown(app, botId);
}

const payload = z.object({ botId: z.number() });

/** Registers the job that finds out what became of a change that was not answered. */
export function registerChanges(app: App, providers: Providers): void {
  app.jobs.handleOutside(ASK, async (job) => {
    const { botId } = payload.parse(job.payload);
    const row = await readSubscription(app.db, botId);
    const provider = row && providers.get(providerOf(row));
    if (provider) await settleSubscription(app, provider, botId);
  });
}
