/** Stripe: its hosted Checkout and portal; its hooks are signed, and still only make us ask. */
import { createRequire } from 'node:module';
import type StripeApi from 'stripe';
import type { ChangeWhen } from '../../../contract/rules/plan-change.ts';
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

export interface StripeConfig {
  /** No trailing slash: 'https://api.stripe.com'. */
  apiUrl: string;
  secretKey: string;
  webhookSecret: string;
}

/** Seconds: an older signature is refused. */
const TOLERANCE = 300;
/** Stripe takes no trial that ends sooner. Milliseconds. */
const SHORTEST_TRIAL = 48 * 60 * 60 * 1000 + 60_000;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);

/** What a hook of Stripe's tells, as far as it is used: what to ask about. */
export interface StripeHook {
  id: string;
  session: string | null;
  subscription: string | null;
  /** Who pays: something of theirs changed. */
  customer: string | null;
}

/** Two hundred files: they come with the first payment, not with every start. */
const require = createRequire(import.meta.url);
const stripe = (): typeof StripeApi => require('stripe');

export class Stripe implements PaymentProvider {
  readonly name = 'stripe';
  readonly modes = ['subscription'] as const;
  readonly test: boolean;
  #kept: StripeApi | null = null;
  readonly #config: StripeConfig;
  readonly #site: { publicUrl: string };
  readonly #now: () => Date;

  constructor(config: StripeConfig, site: { publicUrl: string }, now: () => Date) {
    this.#config = config;
    this.#site = site;
    this.#now = now;
    this.test = isLoopback(config.apiUrl);
  }

  get #api(): StripeApi {
    if (this.#kept) return this.#kept;
    const { hostname, port, protocol } = new URL(this.#config.apiUrl);
    this.#kept = new (stripe())(this.#config.secretKey, {
      host: hostname,
      port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
      protocol: protocol === 'https:' ? 'https' : 'http',
      telemetry: false,
      maxNetworkRetries: 1,
      timeout: 15_000,
    });
    return this.#kept;
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
    const about = { checkout: order.id, bot: String(order.botId) };
    const trial =
      order.trialEndsAt && order.trialEndsAt.getTime() - this.#now().getTime() > SHORTEST_TRIAL
        ? { trial_end: Math.floor(order.trialEndsAt.getTime() / 1000) }
        : {};
    const session = await asked(() =>
      this.#api.checkout.sessions.create(
        {
          mode: 'subscription',
          client_reference_id: order.id,
          ...(order.customer ? { customer: order.customer } : { customer_email: order.email }),
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: 'clp',
                unit_amount: order.amount,
                recurring: { interval: order.period === 'yearly' ? 'year' : 'month' },
                product_data: { name: `Plan ${order.planName} de ${order.botName}` },
              },
            },
          ],
          locale: 'es-419',
          metadata: about,
          subscription_data: { metadata: about, ...trial },
          success_url: `${this.#site.publicUrl}/stripe?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${this.#site.publicUrl}/stripe?session_id={CHECKOUT_SESSION_ID}&left=1`,
        },
        { idempotencyKey: `checkout-${order.id}` },
      ),
    );
    if (!session.url) throw new ProviderFault('refused', 'Stripe gave no address');
    return { ref: session.id, url: session.url, customer: idOf(session.customer) };
  }

  async readCheckout({ ref }: OpenCheckout): Promise<CheckoutFact> {
    const session = await asked(() => this.#api.checkout.sessions.retrieve(ref));
    const paid = session.payment_status === 'paid' || session.payment_status === 'no_payment_required';
    const subscription = idOf(session.subscription);
    const state =
      session.status === 'expired'
        ? 'expired'
        : session.status === 'complete' && paid && subscription
          ? 'paid'
          : 'pending';
    const fact = state === 'paid' && subscription ? await this.readSubscription(subscription) : null;
    return {
      state,
      order: session.client_reference_id,
      amount: fact?.price?.amount ?? session.amount_total,
      currency: session.currency?.toUpperCase() ?? null,
      subscription: fact,
      payment: null,
    };
  }

  async readSubscription(id: string): Promise<ProviderSubscription> {
    const raw = await asked(() =>
      this.#api.subscriptions.retrieve(id, {
        expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
      }),
    );
    const invoices = await asked(() =>
      this.#api.invoices.list({ subscription: id, limit: 24, expand: ['data.payments'] }),
    );
    return {
      ...this.#fact(raw),
      payments: invoices.data.flatMap((invoice): Payment[] => {
        if (invoice.status !== 'paid' || invoice.amount_paid === 0) return [];
        const intent = invoice.payments?.data[0]?.payment.payment_intent;
        return [
          {
            id: idOf(intent) ?? invoice.id ?? id,
            amount: invoice.amount_paid,
            currency: invoice.currency.toUpperCase(),
            status: 'paid',
            at: iso(invoice.status_transitions.paid_at ?? invoice.created),
          },
        ];
      }),
    };
  }

  #fact(raw: StripeApi.Subscription): Omit<ProviderSubscription, 'payments'> {
    const [item] = raw.items.data;
    const later = raw.status === 'trialing' && raw.metadata[CHANGES_AT] === String(raw.trial_end);
    // A change that waits holds the paid period as a trial: it is none.
    const status = later ? 'active' : (STATUSES[raw.status] ?? 'pending');
    const seconds =
      status === 'canceled'
        ? (raw.ended_at ?? raw.canceled_at)
        : status === 'trialing'
          ? raw.trial_end
          : status === 'past_due'
            ? // The period that could not be collected has begun.
              item?.current_period_start
            : later
              ? raw.trial_end
              : item?.current_period_end;
    // Without one of its own it is charged to its customer's.
    const method = raw.default_payment_method ?? ownOf(raw.customer);
    const card = method && typeof method !== 'string' ? method.card : null;
    const interval = item?.price.recurring?.interval;
    const amount = item?.price.unit_amount;
    return {
      id: raw.id,
      price:
        typeof amount === 'number' && (interval === 'month' || interval === 'year')
          ? { amount, period: interval === 'year' ? 'yearly' : 'monthly' }
          : null,
      customer: idOf(raw.customer) ?? '',
      status,
      endsAt: seconds ? seconds * 1000 : null,
      cancelAtEnd: raw.cancel_at_period_end,
      card: card ? { brand: card.brand, last4: card.last4 } : null,
    };
  }

  async cancel(id: string, when: 'period_end' | 'now'): Promise<ProviderSubscription> {
    const known = await this.readSubscription(id);
    if (known.status === 'canceled') return known;
    if (when === 'now') await asked(() => this.#api.subscriptions.cancel(id));
    else await asked(() => this.#api.subscriptions.update(id, { cancel_at_period_end: true }));
    return this.readSubscription(id);
  }

  async reactivate(id: string): Promise<ProviderSubscription> {
    await asked(() => this.#api.subscriptions.update(id, { cancel_at_period_end: false }));
    return this.readSubscription(id);
  }

  async previewChange(id: string, order: Order, when: ChangeWhen, asOf: Date): Promise<ChangeCost> {
    const { raw, item, items } = await this.#changed(id, order);
    if (raw.status === 'trialing' || when === 'period_end') {
      const at = raw.status === 'trialing' ? (raw.trial_end ?? 0) : item.current_period_end;
      return { today: 0, next: { at: iso(at), amount: order.amount } };
    }
    const invoice = await asked(() =>
      this.#api.invoices.createPreview({
        subscription: id,
        subscription_details: {
          items,
          proration_behavior: 'always_invoice',
          proration_date: Math.floor(asOf.getTime() / 1000),
          billing_cycle_anchor: { type: 'now' },
        },
      }),
    );
    if (invoice.currency !== 'clp') throw new ProviderFault('refused', 'Stripe counts in another currency');
    const next = new Date(asOf);
    if (order.period === 'yearly') next.setUTCFullYear(next.getUTCFullYear() + 1);
    else next.setUTCMonth(next.getUTCMonth() + 1);
    return { today: invoice.amount_due, next: { at: next.toISOString(), amount: order.amount } };
  }

  async changePlan(id: string, order: Order, when: ChangeWhen, asOf: Date): Promise<ProviderSubscription> {
    const { raw, item, items } = await this.#changed(id, order);
    if (when === 'period_end') await this.#changeAtEnd(id, raw, item, items);
    else if (raw.status === 'trialing')
      await asked(() => this.#api.subscriptions.update(id, { items, proration_behavior: 'none' }));
    else
      await asked(() =>
        this.#api.subscriptions.update(id, {
          items,
          proration_behavior: 'always_invoice',
          proration_date: Math.floor(asOf.getTime() / 1000),
          billing_cycle_anchor: { type: 'now' },
          payment_behavior: 'error_if_incomplete',
        }),
      );
    return this.readSubscription(id);
  }

  async takeBackChange(id: string, order: Order): Promise<void> {
    const { raw, item, items } = await this.#changed(id, order);
    await this.#changeAtEnd(id, raw, item, items);
  }

  /** The new price from the end of what is paid, whatever its interval: until then nothing is collected. */
  async #changeAtEnd(
    id: string,
    raw: StripeApi.Subscription,
    item: { current_period_end: number },
    items: Items,
  ) {
    const until =
      raw.trial_end !== null && raw.status === 'trialing' ? raw.trial_end : item.current_period_end;
    await asked(() =>
      this.#api.subscriptions.update(id, {
        items,
        proration_behavior: 'none',
        trial_end: until,
        metadata: { [CHANGES_AT]: String(until) },
      }),
    );
  }

  async #changed(id: string, order: Order) {
    const raw = await asked(() => this.#api.subscriptions.retrieve(id));
    const [item] = raw.items.data;
    if (!item) throw new ProviderFault('refused', 'Stripe knows no price of this subscription');
    const items: Items = [
      {
        id: item.id,
        price_data: {
          currency: 'clp',
          product: idOf(item.price.product) ?? '',
          unit_amount: order.amount,
          recurring: { interval: order.period === 'yearly' ? 'year' : 'month' },
        },
      },
    ];
    return { raw, item, items };
  }

  async changeCard(customer: string, back: string): Promise<string> {
    const { url } = await asked(() =>
      this.#api.billingPortal.sessions.create({ customer, return_url: back }),
    );
    return url;
  }

  async refund(paid: { id: string; amount: number }, key: string): Promise<string> {
    const { id } = await asked(() =>
      this.#api.refunds.create({ payment_intent: paid.id, amount: paid.amount }, { idempotencyKey: key }),
    );
    return id;
  }

  /** @returns null for a hook that Stripe did not sign within 300 s */
  readHook(body: Buffer, signature: string): StripeHook | null {
    let event: StripeApi.Event;
    try {
      event = this.#api.webhooks.constructEvent(
        body,
        signature,
        this.#config.webhookSecret,
        TOLERANCE,
        undefined,
        this.#now().getTime(),
      );
    } catch (error) {
      if (error instanceof stripe().errors.StripeSignatureVerificationError || error instanceof SyntaxError)
        return null;
      throw error;
    }
    const object = event.data.object as unknown as Record<string, unknown>;
    const kind = String(object.object ?? '');
    const text = (value: unknown) => (typeof value === 'string' ? value : null);
    const parent = object.parent as { subscription_details?: { subscription?: unknown } } | null | undefined;
    return {
      id: event.id,
      session: kind === 'checkout.session' ? text(object.id) : null,
      subscription:
        kind === 'subscription'
          ? text(object.id)
          : kind === 'invoice'
            ? (text(parent?.subscription_details?.subscription) ?? text(object.subscription))
            : null,
      // Of a customer it is the card that may be another one.
      customer: kind === 'customer' ? text(object.id) : null,
    };
  }
}

/** The card that a customer is charged to, as it was expanded. */
const ownOf = (customer: StripeApi.Subscription['customer']) =>
  typeof customer === 'string' || customer.deleted ? null : customer.invoice_settings.default_payment_method;

/** Where a subscription says from when its new price holds. */
const CHANGES_AT = 'changes_at';
type Items = NonNullable<StripeApi.SubscriptionUpdateParams['items']>;

const STATUSES: Record<string, ProviderSubscription['status']> = {
  active: 'active',
  trialing: 'trialing',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'canceled',
  incomplete: 'pending',
  incomplete_expired: 'canceled',
};

/** @throws ProviderFault: refused with Stripe's words, or silent */
async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof stripe().errors.StripeError)) throw error;
    const status = error.statusCode ?? 0;
    const silent = status === 0 || status >= 500 || status === 429;
    throw new ProviderFault(silent ? 'silent' : 'refused', `Stripe: ${error.message.slice(0, 200)}`, error);
  }
}
