/** Checkouts: what somebody began to pay for a bot, at which till, and what became of it (docs/product.md §3 Checkout). */

import { addDays, dateOfDay, dayIn, startOfDay } from '../../contract/days.ts';
import type { Checkout } from '../../contract/entities/checkout.ts';
import { checkoutState } from '../../contract/entities/checkout.ts';
import type { PayMode, Plan, PlanPeriod } from '../../contract/entities/subscription.ts';
import { payMode, providerName } from '../../contract/entities/subscription.ts';
import { afterCoupon } from '../../contract/rules/coupons.ts';
import { priceOf } from '../../contract/rules/plan-change.ts';
import { CHECKOUT_LASTS, RENEWAL_OPENS_DAYS } from '../../contract/rules/subscription.ts';
import { subscriptionAfter } from '../../machines/subscription/moves.ts';
import { type Terms, termsAt } from '../../machines/subscription/terms.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { takeCoupon } from './coupons.ts';
import { goesBack } from './given-back.ts';
import { planTerms } from './plans.ts';
import {
  type CheckoutFact,
  type OpenCheckout,
  type Order,
  type PaymentProvider,
  ProviderFault,
} from './providers/provider.ts';
import { lockSubscription, type SubscriptionRow, termsOf } from './row.ts';
import { subscriptionOf } from './subscriptions.ts';
import { differenceOf } from './upgrade.ts';
import { type By, writeSubscription } from './write-subscription.ts';

export const CHECKOUT_TEXTS = {
  running: 'Este chatbot ya tiene un plan que se cobra. Cámbialo o cancélalo en Facturación.',
  noProvider: 'Este medio de pago no está disponible. Elige otro.',
  agreed:
    'El plan de este chatbot se acordó con ventas y no tiene fecha de término. Para cambiarlo, escríbenos a soporte.',
  sales: 'El precio de este plan se acuerda con ventas.',
  silent: 'El medio de pago no responde. No se cobró nada; inténtalo de nuevo en unos minutos.',
  once: 'Con este medio de pago no se puede pagar un solo período. Elige otro.',
  moved: 'El precio cambió. Revísalo y vuelve a intentarlo.',
  refused: 'El medio de pago no aceptó la solicitud. No se cobró nada; inténtalo de nuevo o elige otro.',
} as const;

/** What is said of a provider that did not do it; any other failure stays what it is. */
export const refusalOf = (error: unknown): unknown =>
  error instanceof ProviderFault ? new Refused('rule', { message: CHECKOUT_TEXTS[error.kind] }) : error;

export interface CheckoutRow {
  id: string;
  bot_id: number;
  user_id: number | null;
  email: string;
  plan_id: string;
  plan_version: number;
  period: PlanPeriod;
  mode: string;
  amount: number;
  full_amount: number | null;
  coupon: string | null;
  coupon_version: number | null;
  coupon_percent: number | null;
  coupon_periods: number | null;
  /** What the bot stood paid by when this one began. */
  after_checkout: string | null;
  /** It makes the plan larger for what is left of what was paid. */
  upgrade: boolean;
  provider: string;
  test: boolean;
  state: string;
  ref: string | null;
  customer: string | null;
  trial_ends_at: string | null;
  returned_at: string | null;
  created_at: string;
  plan_name: string;
  bot_name: string;
  /** It was deleted: nothing can be bought for it. */
  bot_gone: boolean;
}

const columns = sql`c.id, c.bot_id, c.user_id, c.email, c.plan_id, c.plan_version, c.period, c.mode, c.amount, c.full_amount,
  c.coupon, c.coupon_version, c.coupon_percent, c.coupon_periods, c.after_checkout, c.upgrade, c.provider, c.test,
  c.state, c.ref, c.customer, c.trial_ends_at, c.returned_at, c.created_at, p.name as plan_name, b.bot_name,
  b.deleted_at is not null as bot_gone`;
const from = sql`checkouts c join bots b on b.id = c.bot_id
  join ${planTerms} p on p.plan_id = c.plan_id and p.version = c.plan_version`;

/** One by its id, or null. */
export async function readCheckout(db: Queryable, id: string): Promise<CheckoutRow | null> {
  const [row] = await db.query<CheckoutRow>(sql`select ${columns} from ${from} where c.id = ${id}`);
  return row ?? null;
}

/** One by the provider's name for it, or null. */
export async function checkoutByRef(
  db: Queryable,
  provider: string,
  ref: string,
): Promise<CheckoutRow | null> {
  const [row] = await db.query<CheckoutRow>(
    sql`select ${columns} from ${from} where c.provider = ${provider} and c.ref = ${ref}`,
  );
  return row ?? null;
}

/** What the provider is told, and asked about. Null: it never answered, so nobody has been at its till. */
export function openCheckout(row: CheckoutRow): OpenCheckout | null {
  if (row.ref === null) return null;
  const order: Order = {
    id: row.id,
    botId: row.bot_id,
    botName: row.bot_name,
    email: row.email,
    planId: row.plan_id,
    planVersion: row.plan_version,
    planName: row.plan_name,
    period: row.period,
    mode: payMode.parse(row.mode),
    upgrade: row.upgrade,
    amount: row.amount,
    trialEndsAt: row.trial_ends_at === null ? null : new Date(row.trial_ends_at),
    customer: row.customer,
  };
  return { order, ref: row.ref, customer: row.customer, returned: row.returned_at !== null };
}

const LIVE = ['trialing', 'active', 'past_due', 'cancel_scheduled'];

/** Whether a provider collects for this row now: a second one must not. */
export const isCollected = (row: SubscriptionRow): boolean =>
  row.provider_subscription !== null && LIVE.includes(termsOf(row).status);

/** A plan without end that was agreed with sales: nothing that is paid takes its place (BI-11). */
export const isAgreed = (row: SubscriptionRow): boolean =>
  row.provider_subscription === null && termsOf(row).status === 'active' && row.ends_at === null;

/** What we asked is what the provider says, to the peso (BI-6). */
export const isAsked = (checkout: CheckoutRow, fact: CheckoutFact): boolean =>
  fact.order === checkout.id && fact.currency === 'CLP' && fact.amount === checkout.amount;

/** Another checkout has paid for the bot since this one began, for a time that a payment of `at` falls into (BI-4). */
export const isPaidTwice = (row: SubscriptionRow, checkout: CheckoutRow, at: number): boolean =>
  row.prepaid &&
  row.checkout_id !== checkout.after_checkout &&
  row.checkout_id !== checkout.id &&
  row.ends_at !== null &&
  at < Date.parse(row.ends_at);

export interface Wish {
  botId: number;
  planId: string;
  period: PlanPeriod;
  mode: PayMode;
  /** What one period costs, as it was shown; null: nobody was shown it. */
  shown: number | null;
  /** As it was typed; null: none. */
  coupon: string | null;
  /** The difference for what is left of a period that was paid once, by one payment. */
  upgrade?: boolean;
  /** Who pays: somebody signed in, or whom a signed link was given to. */
  payer: { userId: number | null; email: string };
}

/**
 * Begins one: the row first, then the provider's till, so that whatever dies in between leaves a row that is closed later.
 * @throws Refused rule: a plan that is collected for, one without a price, a period too early, a provider that refuses or
 *   is silent; conflict: another price than was shown
 */
export async function createCheckout(
  app: App,
  provider: PaymentProvider,
  wish: Wish,
  by: By,
): Promise<{ id: string; url: string }> {
  const id = app.ids();
  await app.db.transaction((tx) => insert(tx, app, provider, wish, by, id), { retries: 3 });
  const row = await readCheckout(app.db, id);
  if (!row) throw new Error('No checkout was inserted');
  const order = openCheckout({ ...row, ref: '' })?.order;
  if (!order) throw new Error('No order');
  try {
    const { ref, url, customer } = await provider.createCheckout(order);
    await app.db.query(sql`
      update checkouts set ref = ${ref}, url = ${url}, customer = coalesce(${customer}, customer) where id = ${id}`);
    return { id, url };
  } catch (error) {
    await closeCheckout(app, id, 'rejected');
    if (error instanceof ProviderFault)
      app.log.warn({ err: error, checkout: id }, 'A provider opened no till');
    throw refusalOf(error);
  }
}

/** Until when nothing has to be paid: the bot's trial, or a plan that was given. Paying takes none of it away. */
function freeUntil(row: SubscriptionRow): string | null | 'no end' {
  const { status } = termsOf(row);
  if (status === 'active') return row.ends_at ?? 'no end';
  return status === 'cancel_scheduled' ? row.ends_at : row.trial_ends_at;
}

const PAID_FOR: readonly Terms['status'][] = ['active', 'cancel_scheduled'];

/**
 * While what was paid lasts, the next period is paid shortly before its end, and for no smaller plan: what was paid for
 * stays as it is. Throws rule.
 */
async function requireRenewable(
  tx: Transaction,
  row: SubscriptionRow,
  wish: { mode: PayMode; price: number },
  now: Date,
): Promise<void> {
  const zone = await zoneOf(tx, row.bot_id, now);
  const { status, endsAt } = termsAt(termsOf(row), now.getTime(), zone);
  if (!PAID_FOR.includes(status) || endsAt === null) return;
  const until = dateOfDay(dayIn(endsAt, zone));
  const opens = addDays(dayIn(endsAt, zone), -RENEWAL_OPENS_DAYS);
  if (wish.mode === 'payment' && now.getTime() < startOfDay(opens, zone))
    throw new Refused('rule', {
      message: `Este chatbot está pagado hasta el ${until}. El período siguiente se puede pagar desde el ${dateOfDay(opens)}.`,
    });
  const [own] = await tx.query<{ price: number }>(sql`
    select p.price from ${planTerms} p where p.plan_id = ${row.plan_id} and p.version = ${row.plan_version}`);
  if (wish.price < (own?.price ?? 0))
    throw new Refused('rule', {
      message: `Un plan más chico se contrata cuando termina lo que ya pagaste, el ${until}. El chatbot sigue funcionando unos días más mientras pagas.`,
    });
}

async function insert(
  tx: Transaction,
  app: App,
  provider: PaymentProvider,
  { botId, planId, period, mode, shown, coupon, upgrade = false, payer }: Wish,
  by: By,
  id: string,
): Promise<void> {
  const now = app.clock.now();
  const row = await lockSubscription(tx, botId);
  // Signed links outlive what they are for.
  const [bot] = await tx.query(sql`select 1 as one from bots where id = ${botId} and deleted_at is null`);
  if (!bot) throw new Refused('not_found');
  if (!provider.modes.includes(mode)) throw new Refused('rule', { message: CHECKOUT_TEXTS.once });
  if (row && isCollected(row)) throw new Refused('rule', { message: CHECKOUT_TEXTS.running });
  if (upgrade) {
    if (mode !== 'payment' || coupon !== null) throw new Refused('bad_request');
    const { version, today } = await differenceOf(tx, row, { planId, period }, now);
    if (shown !== null && shown !== today) throw new Refused('conflict', { message: CHECKOUT_TEXTS.moved });
    await tx.query(sql`
      insert into checkouts (id, bot_id, user_id, email, plan_id, plan_version, period, mode, amount, full_amount,
        provider, test, state, after_checkout, upgrade, created_at)
      values (${id}, ${botId}, ${payer.userId}, ${payer.email}, ${planId}, ${version}, ${period}, ${mode}, ${today},
        ${today}, ${provider.name}, ${provider.test}, 'pending', ${row?.checkout_id ?? null}, true, ${now})`);
    return;
  }
  const [plan] = await tx.query<Pick<Plan, 'price' | 'price_yearly'> & { version: number }>(
    sql`select price, price_yearly, version from plans where id = ${planId} and offered`,
  );
  if (!plan) throw new Refused('not_found');
  const price = priceOf(plan, period);
  if (price <= 0) throw new Refused('rule', { message: CHECKOUT_TEXTS.sales });
  const used = coupon === null ? null : await takeCoupon(tx, app, coupon);
  const amount = used ? afterCoupon(price, used.percent) : price;
  if (shown !== null && shown !== amount) throw new Refused('conflict', { message: CHECKOUT_TEXTS.moved });
  if (row?.prepaid) await requireRenewable(tx, row, { mode, price: plan.price }, now);
  const free = row ? freeUntil(row) : null;
  if (free === 'no end') throw new Refused('rule', { message: CHECKOUT_TEXTS.agreed });
  const running = free !== null && Date.parse(free) > now.getTime() ? free : null;
  await tx.query(sql`
    insert into checkouts (id, bot_id, user_id, email, plan_id, plan_version, period, mode, amount, full_amount, provider,
      test, state, trial_ends_at, coupon, coupon_version, coupon_percent, coupon_periods, after_checkout, created_at)
    values (${id}, ${botId}, ${payer.userId}, ${payer.email}, ${planId}, ${plan.version}, ${period}, ${mode}, ${amount},
      ${price}, ${provider.name}, ${provider.test}, 'pending', ${running}, ${used?.code ?? null},
      ${used?.version ?? null}, ${used?.percent ?? null}, ${used?.periods ?? null}, ${row?.checkout_id ?? null}, ${now})`);
  // A bot without a subscription is open; it gets one once something is paid.
  if (!row) return;
  const status = subscriptionAfter(termsOf(row).status, 'checkout_opened');
  if (status !== null && status !== row.status)
    await writeSubscription(tx, app, row, { ...termsOf(row), status }, by);
}

/** Nothing came of it. Once the last one is closed, its bot waits for no payment any more. */
export async function closeCheckout(app: App, id: string, state: 'rejected' | 'expired'): Promise<void> {
  await app.db.transaction(async (tx) => {
    const known = await readCheckout(tx, id);
    if (!known) return;
    const row = await lockSubscription(tx, known.bot_id);
    await closeIn(tx, app, row, id, state);
  });
}

/** The same where the subscription is locked already. */
export async function closeIn(
  tx: Transaction,
  app: App,
  row: SubscriptionRow | null,
  id: string,
  state: 'rejected' | 'expired',
): Promise<void> {
  const closed = await tx.query(sql`
    update checkouts set state = ${state}, settled_at = ${app.clock.now()}
    where id = ${id} and state = 'pending' returning id`);
  if (closed.length === 0 || !row) return;
  const [open] = await tx.query(
    sql`select 1 as one from checkouts where bot_id = ${row.bot_id} and state = 'pending' limit 1`,
  );
  const terms = termsOf(row);
  const status = open ? null : subscriptionAfter(terms.status, 'checkout_closed');
  if (status !== null && status !== terms.status)
    await writeSubscription(tx, app, row, { ...terms, status }, null);
}

/** Older than this nobody pays it any more. */
export const isStale = ({ created_at }: CheckoutRow, now: Date): boolean =>
  now.getTime() - Date.parse(created_at) > CHECKOUT_LASTS;

/** As the wire shows it. Throws not_found. */
export async function checkoutOf(app: App, id: string): Promise<Checkout> {
  const row = await readCheckout(app.db, id);
  if (!row) throw new Refused('not_found');
  const [plan] = await app.db.query<Omit<Plan, 'currency' | 'id'>>(sql`
    select p.name, p.description, p.price, p.price_yearly, p.agents, p.conversations, p.documents, p.channels, p.features
    from ${planTerms} p where p.plan_id = ${row.plan_id} and p.version = ${row.plan_version}`);
  if (!plan) throw new Refused('not_found');
  const back = await app.db.query(sql`
    select 1 as one from charges g where g.checkout_id = ${id} and ${goesBack} limit 1`);
  return {
    id,
    state: checkoutState.parse(row.state),
    plan_data: { ...plan, id: row.plan_id, currency: 'CLP' },
    product: `Plan ${plan.name} de ${row.bot_name}`,
    subscription: await subscriptionOf(app.db, row.bot_id, app.clock.now()),
    plan_period: row.period,
    bot_id: row.bot_id,
    mode: payMode.parse(row.mode),
    amount: row.amount,
    full_amount: row.full_amount ?? row.amount,
    coupon:
      row.coupon !== null && row.coupon_percent !== null
        ? {
            code: row.coupon,
            percent: row.coupon_percent,
            periods: row.coupon_periods,
            version: row.coupon_version ?? 1,
          }
        : null,
    given_back: back.length > 0,
    test: row.test,
  };
}

/** The provider of a checkout, by name. */
export const providerNameOf = (row: CheckoutRow) => providerName.parse(row.provider);
