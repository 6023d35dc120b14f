/**
 * Flow: a card is registered at its till, then a subscription is made that collects by itself.
 *
 *   customer/create ─▶ customer/register ─▶ till ─▶ getRegisterStatus ─▶ plans/create ─▶ subscription/create
 *
 * One period alone is one payment: payment/create ─▶ till ─▶ payment/getStatus.
 *
 * Nothing of a callback is believed: each only makes us ask.
 */
import * as z from 'zod/mini';
import { addDays, instantOf, startOfDay, TIME_ZONE } from '../../../contract/days.ts';
import type { ChangeWhen } from '../../../contract/rules/plan-change.ts';
import { CHECKOUT_LASTS } from '../../../contract/rules/subscription.ts';
import { callFlow, type FlowConfig } from './flow-client.ts';
import {
  type ChangeCost,
  type CheckoutFact,
  isLoopback,
  type OpenCheckout,
  type Order,
  type Payment,
  type PaymentProvider,
  ProviderFault,
  type ProviderSubscription,
} from './provider.ts';

const DAY = 24 * 60 * 60 * 1000;
const flag = z.coerce.number();
const text = z.nullish(z.string());
const invoice = z.object({
  id: z.coerce.string(),
  status: flag,
  amount: z.coerce.number(),
  currency: z.string(),
  created: text,
  period_end: text,
  payment: z.nullish(
    z.object({
      flowOrder: z.coerce.string(),
      status: flag,
      paymentData: z.nullish(z.object({ date: text })),
    }),
  ),
});
const subscription = z.object({
  subscriptionId: z.string(),
  planId: z.string(),
  customerId: z.string(),
  status: flag,
  morose: z.nullish(flag),
  created: text,
  trial_end: text,
  subscription_end: text,
  next_invoice_date: text,
  cancel_at: text,
  cancel_at_period_end: z.nullish(flag),
  invoices: z.nullish(z.array(invoice)),
});
const customer = z.object({
  customerId: z.string(),
  creditCardType: text,
  last4CardDigits: text,
});
/** A card at a till. */
const registered = z.object({ status: flag, customerId: z.nullish(z.string()) });
/** `balance`: what is charged on the day of the change; below zero it is a credit. */
const preview = z.object({
  balance: z.union([z.object({ amount: z.coerce.number() }), z.coerce.number()]),
  next_invoice_date: text,
});
const list = z.object({ data: z.array(subscription) });
const payment = z.object({
  flowOrder: z.coerce.string(),
  commerceOrder: z.string(),
  status: flag,
  amount: z.coerce.number(),
  currency: z.string(),
  requestDate: text,
  paymentData: z.nullish(z.object({ date: text })),
});
/** `status` of a subscription. */
const OVER = 4;
/** `status` of a payment. */
const PAYMENTS: Record<number, CheckoutFact['state']> = {
  1: 'pending',
  2: 'paid',
  3: 'rejected',
  4: 'rejected',
};
/** Every way to pay that the merchant has at Flow. */
const ALL_MEDIA = 9;
/** Flow closes a payment before we do: nobody pays what we call over. Seconds. */
const PAYMENT_LASTS = CHECKOUT_LASTS / 1000 - 3600;

/** What it says in the form that is asked for. @throws ProviderFault: silent, since what can't be read says nothing */
function read<S extends z.ZodMiniType>(schema: S, said: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(said);
  if (success) return data;
  throw new ProviderFault('silent', 'Flow answered what nobody can read', error);
}

/** Flow's clock shows Chile's time: 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss'. */
function readTime(value: string | null | undefined): number | null {
  if (!value) return null;
  const wall = Date.parse(`${value.slice(0, 10)}T${value.length > 10 ? value.slice(11, 19) : '00:00:00'}Z`);
  return Number.isNaN(wall) ? null : instantOf(wall, TIME_ZONE);
}

/** A period's last day is paid to its end. */
const endOfDay = (value: string | null | undefined): number | null =>
  value ? startOfDay(addDays(value.slice(0, 10), 1), TIME_ZONE) : null;

/** The plan at Flow: what it costs is part of its name, so that no two prices share one. */
const planOf = (slug: string, order: Order) =>
  `${slug}-${order.planId}-v${order.planVersion}-${order.period}-${order.amount}`;

/** The price that a plan's name says, or null: it is none of ours. */
function priceIn(planId: string): ProviderSubscription['price'] {
  const [, period, amount] = /-(monthly|yearly)-(\d{1,9})$/.exec(planId) ?? [];
  return period === 'monthly' || period === 'yearly' ? { period, amount: Number(amount) } : null;
}

export class Flow implements PaymentProvider {
  readonly name = 'flow';
  readonly modes = ['subscription', 'payment'] as const;
  readonly test: boolean;
  readonly #config: FlowConfig;
  readonly #site: { publicUrl: string; slug: string };
  readonly #now: () => Date;

  constructor(config: FlowConfig, site: { publicUrl: string; slug: string }, now: () => Date) {
    this.#config = config;
    this.#site = site;
    this.#now = now;
    this.test = isLoopback(config.apiUrl);
  }

  async answers(): Promise<boolean> {
    try {
      await fetch(this.#config.apiUrl, { signal: AbortSignal.timeout(1_000) });
      return true;
    } catch {
      // Whatever the reason: nothing can be paid there now.
      return false;
    }
  }

  async createCheckout(order: Order) {
    if (order.mode === 'payment') return { ...(await this.#pay(order)), customer: null };
    const { customerId } = read(
      customer,
      await this.#post('/customer/create', {
        name: order.botName.slice(0, 100),
        email: order.email,
        externalId: order.id,
      }),
    );
    return {
      ...(await this.#till(customerId, `${this.#site.publicUrl}/hooks/flow/return/${order.id}`)),
      customer: customerId,
    };
  }

  /** One payment: Flow calls back with its token alone, and the browser comes back with the same. */
  async #pay(order: Order): Promise<{ ref: string; url: string }> {
    const { url, token } = read(
      z.object({ url: z.string(), token: z.string() }),
      await this.#post('/payment/create', {
        commerceOrder: order.id,
        subject: order.upgrade
          ? `Cambio al plan ${order.planName} de ${order.botName}`
          : `Plan ${order.planName} de ${order.botName}, un ${order.period === 'yearly' ? 'año' : 'mes'}`,
        currency: 'CLP',
        amount: order.amount,
        email: order.email,
        paymentMethod: ALL_MEDIA,
        urlConfirmation: `${this.#site.publicUrl}/hooks/flow`,
        urlReturn: `${this.#site.publicUrl}/hooks/flow/return/${order.id}`,
        timeout: PAYMENT_LASTS,
      }),
    );
    return { ref: token, url: `${url}?token=${encodeURIComponent(token)}` };
  }

  async #readPayment(token: string): Promise<CheckoutFact> {
    const raw = await this.paymentOf(token);
    const state = PAYMENTS[raw.status];
    // Nothing is taken back for a word that nobody knows.
    if (!state) throw new ProviderFault('silent', `Flow says ${raw.status} of a payment`);
    const currency = raw.currency.toUpperCase();
    const at = readTime(raw.paymentData?.date) ?? readTime(raw.requestDate) ?? this.#now().getTime();
    return {
      state,
      order: raw.commerceOrder,
      amount: raw.amount,
      currency,
      subscription: null,
      payment:
        state === 'paid'
          ? {
              id: raw.flowOrder,
              amount: raw.amount,
              currency,
              status: 'paid',
              at: new Date(at).toISOString(),
            }
          : null,
    };
  }

  async #till(customerId: string, back: string): Promise<{ ref: string; url: string }> {
    const { url, token } = read(
      z.object({ url: z.string(), token: z.string() }),
      await this.#post('/customer/register', { customerId, url_return: back }),
    );
    return { ref: token, url: `${url}?token=${encodeURIComponent(token)}` };
  }

  async readCheckout({ order, ref, customer: customerId, returned }: OpenCheckout): Promise<CheckoutFact> {
    if (order.mode === 'payment') return this.#readPayment(ref);
    const none = { order: null, amount: null, currency: null, subscription: null, payment: null };
    if (customerId === null) return { ...none, state: 'pending' };
    const made = await this.#subscriptionOf(customerId);
    if (!made) {
      const till = read(registered, await this.#get('/customer/getRegisterStatus', { token: ref }));
      if (till.status !== 1) return { ...none, state: returned ? 'rejected' : 'pending' };
      if (till.customerId !== customerId) return { ...none, state: 'pending' };
      await this.#subscribe(order, customerId);
    }
    const raw = made ?? (await this.#subscriptionOf(customerId));
    if (!raw) return { ...none, state: 'pending' };
    const fact = await this.#fact(raw);
    const first = raw.invoices?.[0];
    // A plan of another name is another price.
    const asked = raw.planId === planOf(this.#site.slug, order);
    return {
      state: fact.status === 'pending' ? 'pending' : fact.status === 'canceled' ? 'rejected' : 'paid',
      order: order.id,
      amount: first?.amount ?? (asked ? order.amount : null),
      currency: first?.currency.toUpperCase() ?? (asked ? 'CLP' : null),
      subscription: fact,
      payment: null,
    };
  }

  async #subscriptionOf(customerId: string): Promise<z.output<typeof subscription> | null> {
    const found = read(
      list,
      await this.#get('/customer/getSubscriptions', { customerId, start: 0, limit: 10 }),
    );
    const one = found.data.at(-1);
    return one
      ? read(subscription, await this.#get('/subscription/get', { subscriptionId: one.subscriptionId }))
      : null;
  }

  async #subscribe(order: Order, customerId: string): Promise<void> {
    const planId = planOf(this.#site.slug, order);
    await this.#plan(planId, order);
    const days = order.trialEndsAt
      ? Math.max(0, Math.ceil((order.trialEndsAt.getTime() - this.#now().getTime()) / DAY))
      : 0;
    await this.#post('/subscription/create', { planId, customerId, trial_period_days: days });
  }

  async #plan(planId: string, order: Order): Promise<void> {
    try {
      await this.#get('/plans/get', { planId });
    } catch (error) {
      if (!(error instanceof ProviderFault) || error.kind !== 'refused') throw error;
      await this.#post('/plans/create', {
        planId,
        name: `${order.planName} (${order.period === 'yearly' ? 'anual' : 'mensual'})`,
        currency: 'CLP',
        amount: order.amount,
        interval: order.period === 'yearly' ? 4 : 3,
        interval_count: 1,
        trial_period_days: 0,
        days_until_due: 3,
        urlCallback: `${this.#site.publicUrl}/hooks/flow`,
        charges_retries_number: 3,
      });
    }
  }

  async readSubscription(id: string): Promise<ProviderSubscription> {
    const raw = await this.#whole(id);
    const next = await this.#successorOf(raw);
    return next ? { ...(await this.#fact(next)), follows: id } : this.#fact(raw);
  }

  async #whole(id: string): Promise<z.output<typeof subscription>> {
    return read(subscription, await this.#get('/subscription/get', { subscriptionId: id }));
  }

  /** The others of whom it is, as they are listed: one customer is made for each checkout. */
  async #beside({ customerId, subscriptionId }: z.output<typeof subscription>) {
    const { data } = read(
      list,
      await this.#get('/customer/getSubscriptions', { customerId, start: 0, limit: 50 }),
    );
    return data.filter((other) => other.subscriptionId !== subscriptionId);
  }

  /** What goes on where this one was cancelled, or null. */
  async #successorOf(raw: z.output<typeof subscription>) {
    if (raw.status !== OVER && raw.cancel_at_period_end !== 1) return null;
    const living = (await this.#beside(raw)).filter(
      (other) => other.status !== OVER && other.cancel_at_period_end !== 1,
    );
    const next = living.at(-1);
    return next ? this.#whole(next.subscriptionId) : null;
  }

  /** Until when one before it was paid that ends where its own first charge is due; 0: it follows none. */
  async #paidBefore(raw: z.output<typeof subscription>, due: number): Promise<number> {
    let until = 0;
    for (const { subscriptionId } of await this.#beside(raw)) {
      const { invoices } = await this.#whole(subscriptionId);
      for (const { status, period_end } of invoices ?? [])
        if (status === 1) until = Math.max(until, endOfDay(period_end) ?? 0);
    }
    return Math.abs(until - due) <= 2 * DAY ? until : 0;
  }

  async cancel(id: string, when: 'period_end' | 'now'): Promise<ProviderSubscription> {
    const known = await this.readSubscription(id);
    if (known.status === 'canceled') return known;
    // It goes on under another name, which was not heard of here.
    if (known.follows !== undefined) return { ...(await this.cancel(known.id, when)), follows: id };
    await this.#post('/subscription/cancel', {
      subscriptionId: id,
      at_period_end: when === 'period_end' ? 1 : 0,
    });
    return this.readSubscription(id);
  }

  /** Flow takes no cancellation back: another one begins with the stored card where the paid period ends. */
  async reactivate(id: string): Promise<ProviderSubscription> {
    const known = await this.readSubscription(id);
    if (known.follows !== undefined || (known.status !== 'canceled' && !known.cancelAtEnd)) return known;
    const left = (known.endsAt ?? 0) - this.#now().getTime();
    if (known.status === 'canceled' || left <= 0)
      throw new ProviderFault('refused', 'What was paid for is over');
    const { planId, customerId } = await this.#whole(id);
    await this.#post('/subscription/create', {
      planId,
      customerId,
      trial_period_days: Math.ceil(left / DAY),
    });
    return this.readSubscription(id);
  }

  async previewChange(id: string, order: Order, when: ChangeWhen): Promise<ChangeCost> {
    const planId = planOf(this.#site.slug, order);
    await this.#plan(planId, order);
    const raw = read(subscription, await this.#get('/subscription/get', { subscriptionId: id }));
    const said = read(
      preview,
      await this.#post('/subscription/changePlanPreview', {
        subscriptionId: id,
        newPlanId: planId,
        ...this.#startOf(raw, when),
      }),
    );
    const balance = typeof said.balance === 'number' ? said.balance : said.balance.amount;
    const at = readTime(said.next_invoice_date) ?? readTime(raw.next_invoice_date);
    if (!Number.isSafeInteger(balance) || at === null)
      throw new ProviderFault('refused', 'Flow did not say what a change costs in whole pesos');
    // A credit lowers the next charge.
    const amount = Math.max(0, order.amount + Math.min(0, balance));
    return { today: Math.max(0, balance), next: { at: new Date(at).toISOString(), amount } };
  }

  async changePlan(id: string, order: Order, when: ChangeWhen): Promise<ProviderSubscription> {
    const planId = planOf(this.#site.slug, order);
    await this.#plan(planId, order);
    const raw = read(subscription, await this.#get('/subscription/get', { subscriptionId: id }));
    await this.#post('/subscription/changePlan', {
      subscriptionId: id,
      newPlanId: planId,
      ...this.#startOf(raw, when),
    });
    return this.readSubscription(id);
  }

  async takeBackChange(id: string): Promise<void> {
    await this.#post('/subscription/changePlanCancel', { subscriptionId: id });
  }

  /** The day on which the paid period ends; none: at once. */
  #startOf(raw: z.output<typeof subscription>, when: ChangeWhen): { startDateOfNewPlan?: string } {
    if (when === 'now') return {};
    const until = raw.next_invoice_date ?? raw.invoices?.find(({ status }) => status === 1)?.period_end;
    if (!until) throw new ProviderFault('refused', 'Flow does not say when the period ends');
    return { startDateOfNewPlan: until.slice(0, 10) };
  }

  /** Flow sends the browser back with a form, which no screen takes: it comes back over `/hooks/flow/card`. */
  async changeCard(customerId: string): Promise<string> {
    return (await this.#till(customerId, `${this.#site.publicUrl}/hooks/flow/card`)).url;
  }

  /** Whose card was registered at a till, by its token; null: none was. @throws ProviderFault refused for no till's */
  async registeredBy(token: string): Promise<string | null> {
    const { status, customerId } = read(
      registered,
      await this.#get('/customer/getRegisterStatus', { token }),
    );
    return status === 1 ? (customerId ?? null) : null;
  }

  async refund(paid: { id: string; amount: number; email: string | null }, key: string): Promise<string> {
    // Flow writes to who is paid back; whoever looks into it finds why this waits.
    if (paid.email === null) throw new Error(`Payment ${paid.id} has no address to pay it back to`);
    const { token } = read(
      z.object({ token: z.string() }),
      await this.#post('/refund/create', {
        refundCommerceOrder: key,
        receiverEmail: paid.email,
        amount: paid.amount,
        urlCallBack: `${this.#site.publicUrl}/hooks/flow`,
        flowTrxId: paid.id,
      }),
    );
    return token;
  }

  /** Whose payment a callback's token is of. @throws ProviderFault refused for a token that is none */
  async paymentOf(token: string): Promise<z.output<typeof payment>> {
    return read(payment, await this.#get('/payment/getStatus', { token }));
  }

  async #fact(raw: z.output<typeof subscription>): Promise<ProviderSubscription> {
    const invoices = raw.invoices ?? [];
    const paid = invoices.filter(({ status }) => status === 1);
    const until = Math.max(...paid.map(({ period_end }) => endOfDay(period_end) ?? 0), 0);
    const trial = readTime(raw.trial_end);
    const held = read(customer, await this.#get('/customer/get', { customerId: raw.customerId }));
    const over = raw.status === OVER;
    const waits = raw.status === 2 || (raw.status === 0 && trial !== null);
    // What somebody paid before lasts until then: that is no trial.
    const before = waits && trial !== null ? await this.#paidBefore(raw, trial) : 0;
    const inTrial = waits && before === 0;
    const status = over
      ? 'canceled'
      : inTrial
        ? 'trialing'
        : before > 0
          ? 'active'
          : raw.morose === 1
            ? until > 0 || trial !== null
              ? 'past_due'
              : 'pending'
            : until > 0
              ? 'active'
              : // The first charge is on its way.
                trial === null
                ? 'pending'
                : 'past_due';
    return {
      id: raw.subscriptionId,
      price: priceIn(raw.planId),
      customer: raw.customerId,
      status,
      endsAt: over
        ? (readTime(raw.cancel_at) ?? readTime(raw.subscription_end) ?? readTime(raw.created))
        : before > 0
          ? Math.max(before, trial ?? 0)
          : inTrial || until === 0
            ? trial
            : until,
      cancelAtEnd: !over && raw.cancel_at_period_end === 1,
      card: held.last4CardDigits ? { brand: held.creditCardType ?? '', last4: held.last4CardDigits } : null,
      payments: invoices.flatMap((one): Payment[] => {
        if (one.status !== 1) return [];
        const at = readTime(one.payment?.paymentData?.date) ?? readTime(one.created);
        return [
          {
            id: one.payment?.flowOrder ?? `invoice-${one.id}`,
            amount: one.amount,
            currency: one.currency.toUpperCase(),
            status: 'paid',
            at: new Date(at ?? this.#now().getTime()).toISOString(),
          },
        ];
      }),
    };
  }

  #post(path: string, params: Parameters<typeof callFlow>[3]) {
    return callFlow(this.#config, 'POST', path, params);
  }

  #get(path: string, params: Parameters<typeof callFlow>[3]) {
    return callFlow(this.#config, 'GET', path, params);
  }
}
