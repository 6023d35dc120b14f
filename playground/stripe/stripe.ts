/** Stripe, as much of it as a merchant with hosted Checkout meets: sessions, subscriptions, invoices, signed events. */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, bytesOf } from '../http.ts';
import { Callbacks, Hanging, NO_TILL_FAULTS, type TillFaults, tillPage } from '../payments.ts';

const id = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;

interface Session {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  client_reference_id: string | null;
  amount_total: number;
  currency: string;
  subscription: string | null;
  customer: string | null;
  metadata: Record<string, string>;
  url: string;
}
interface Wanted {
  /** Of one period; the total of a session with a trial is nothing. */
  amount: number;
  interval: string;
  trialEnd: number | null;
  successUrl: string;
  cancelUrl: string;
  email: string;
}
interface Subscription {
  id: string;
  object: 'subscription';
  status: string;
  customer: string;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  trial_end: number | null;
  default_payment_method: { id: string; object: string; card: { brand: string; last4: string } };
  metadata: Record<string, string>;
  items: {
    object: 'list';
    data: {
      id: string;
      current_period_start: number;
      current_period_end: number;
      price: {
        id: string;
        product: string;
        unit_amount: number;
        currency: string;
        recurring: { interval: string };
      };
    }[];
  };
}
interface Invoice {
  id: string;
  object: 'invoice';
  status: 'paid' | 'open';
  amount_paid: number;
  currency: string;
  created: number;
  status_transitions: { paid_at: number | null };
  payments: { object: 'list'; data: { payment: { type: string; payment_intent: string } }[] };
  parent: { type: string; subscription_details: { subscription: string } };
}

/** The new price in full, less what is left of the period that was paid. */
function prorated(subscription: Subscription, amount: number, date: number): number {
  const [item] = subscription.items.data;
  if (!item) return amount;
  const { current_period_start: begin, current_period_end: end, price } = item;
  const left = Math.min(1, Math.max(0, (end - date) / (end - begin)));
  return Math.max(0, amount - Math.round(price.unit_amount * left));
}

export class StripeTill {
  readonly secretKey = 'sk_test_playground';
  readonly webhookSecret = 'whsec_playground_secret';
  readonly faults: TillFaults = { ...NO_TILL_FAULTS };
  readonly callbacks = new Callbacks(this.faults);
  readonly hanging = new Hanging(this.faults);
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices: Invoice[] = [];
  readonly refunds: { id: string; payment_intent: string; amount: number }[] = [];
  /** Where its events go. */
  hookUrl: string | null = null;
  readonly #wanted = new Map<string, Wanted>();
  readonly #bad = new Set<string>();
  /** Answers by Idempotency-Key. */
  readonly #answered = new Map<string, unknown>();
  readonly #now: () => number;
  #base = '';
  readonly #portals = new Map<string, { customer: string; back: string }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Where it listens, once it does. */
  listensAt(url: string): void {
    this.#base = url;
  }

  /** @returns whether it was Stripe's */
  async serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
    if (url.pathname.startsWith('/stripe/pay/')) {
      await this.#till(request, response, url.pathname.split('/').at(-1) ?? '');
      return true;
    }
    if (url.pathname.startsWith('/stripe/portal/')) {
      await this.#till(request, response, url.pathname.split('/').at(-1) ?? '');
      return true;
    }
    if (!url.pathname.startsWith('/v1/')) return false;
    if (this.faults.silent) {
      request.socket.destroy();
      return true;
    }
    const hung = this.hanging.takes(request.socket);
    if (hung && !this.faults.hangDone) return true;
    const refuse = (status: number, message: string) =>
      answer(response, status, { error: { type: 'invalid_request_error', message } });
    if (request.headers.authorization !== `Bearer ${this.secretKey}`) {
      refuse(401, 'Invalid API Key provided');
      return true;
    }
    const body = new URLSearchParams((await bytesOf(request)).toString('utf8'));
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? this.#answered.get(key) : undefined;
    const said = known ?? this.#call(request.method ?? 'GET', url, body);
    if (hung) {
      if (typeof key === 'string' && typeof said !== 'string') this.#answered.set(key, said);
      return true;
    }
    if (typeof said === 'string') refuse(said.startsWith('No such') ? 404 : 400, said);
    else {
      if (typeof key === 'string') this.#answered.set(key, said);
      answer(response, 200, said);
    }
    return true;
  }

  /** @returns what Stripe answers; a text is its refusal */
  #call(method: string, url: URL, body: URLSearchParams): unknown {
    const [, , kind, first, second] = url.pathname.split('/');
    const route = `${method} ${kind}${first === 'sessions' ? '/sessions' : ''}`;
    switch (route) {
      case 'POST checkout/sessions':
        return this.#open(body);
      case 'GET checkout/sessions':
        return this.sessions.get(second ?? '') ?? `No such checkout.session: '${second}'`;
      case 'GET subscriptions':
        return this.subscriptions.get(first ?? '') ?? `No such subscription: '${first}'`;
      case 'POST subscriptions': {
        const found = this.subscriptions.get(first ?? '');
        if (!found) return `No such subscription: '${first}'`;
        if (this.faults.refuseCancel) return 'The subscription can not be changed';
        if (body.has('cancel_at_period_end'))
          found.cancel_at_period_end = body.get('cancel_at_period_end') === 'true';
        if (body.has('items[0][price_data][unit_amount]')) {
          const fault = this.#change(found, body);
          if (fault !== null) return fault;
        }
        this.#tell('customer.subscription.updated', found);
        return found;
      }
      case 'DELETE subscriptions': {
        const found = this.subscriptions.get(first ?? '');
        if (!found) return `No such subscription: '${first}'`;
        if (this.faults.refuseCancel) return 'The subscription can not be cancelled';
        this.#end(found);
        return found;
      }
      case 'POST invoices': {
        if (first !== 'create_preview') return `Unrecognized request URL (${url.pathname})`;
        const found = this.subscriptions.get(body.get('subscription') ?? '');
        if (!found) return `No such subscription: '${body.get('subscription')}'`;
        const date = Number(body.get('subscription_details[proration_date]'));
        const amount = Number(body.get('subscription_details[items][0][price_data][unit_amount]'));
        return {
          id: id('upcoming_in'),
          object: 'invoice',
          currency: 'clp',
          amount_due: prorated(found, amount, date),
        };
      }
      case 'GET invoices': {
        const of = url.searchParams.get('subscription');
        const data = this.invoices.filter(({ parent }) => parent.subscription_details.subscription === of);
        return { object: 'list', has_more: false, url: '/v1/invoices', data: data.toReversed() };
      }
      case 'POST refunds': {
        const made = {
          id: id('re'),
          object: 'refund',
          payment_intent: body.get('payment_intent') ?? '',
          amount: Number(body.get('amount')),
          status: 'succeeded',
        };
        this.refunds.push(made);
        return made;
      }
      case 'POST billing_portal/sessions':
        return this.#portal(body.get('customer') ?? '', body.get('return_url') ?? '');
      default:
        return `Unrecognized request URL (${route})`;
    }
  }

  #portal(customer: string, back: string) {
    const made = id('bps');
    this.#portals.set(made, { customer, back });
    return { id: made, object: 'billing_portal.session', url: `${this.#base}/stripe/portal/${made}` };
  }

  /** What a person does at the portal: another card. @returns where the browser is sent; '' for a session that there is not */
  card(portalId: string): string {
    const portal = this.#portals.get(portalId);
    if (!portal) return '';
    for (const subscription of this.subscriptions.values())
      if (subscription.customer === portal.customer) {
        subscription.default_payment_method = {
          id: id('pm'),
          object: 'payment_method',
          card: { brand: 'mastercard', last4: '4444' },
        };
        this.#tell('customer.subscription.updated', subscription);
      }
    return portal.back;
  }

  #open(body: URLSearchParams): Session | string {
    const price = 'line_items[0][price_data]';
    const amount = Number(body.get(`${price}[unit_amount]`));
    if (!Number.isInteger(amount)) return 'Invalid integer: unit_amount';
    const trial = body.get('subscription_data[trial_end]');
    if (trial !== null && Number(trial) * 1000 < this.#now() + 2 * 86_400_000)
      return 'The `trial_end` date has to be at least 2 days in the future.';
    const made: Session = {
      id: id('cs_test'),
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: body.get('client_reference_id'),
      amount_total: trial === null ? amount : 0,
      currency: body.get(`${price}[currency]`) ?? '',
      subscription: null,
      customer: body.get('customer'),
      metadata: { checkout: body.get('metadata[checkout]') ?? '', bot: body.get('metadata[bot]') ?? '' },
      url: '',
    };
    made.url = `${this.#base}/stripe/pay/${made.id}`;
    this.sessions.set(made.id, made);
    this.#wanted.set(made.id, {
      amount,
      interval: body.get(`${price}[recurring][interval]`) ?? 'month',
      trialEnd: trial === null ? null : Number(trial),
      successUrl: body.get('success_url') ?? '',
      cancelUrl: body.get('cancel_url') ?? '',
      email: body.get('customer_email') ?? '',
    });
    return made;
  }

  /** What a person does at the till. @returns where the browser is sent; '' for a session that there is not */
  choose(sessionId: string, choice: string): string {
    const session = this.sessions.get(sessionId);
    const wanted = this.#wanted.get(sessionId);
    if (!session || !wanted) return '';
    const back = (url: string) => url.replace('{CHECKOUT_SESSION_ID}', sessionId);
    if (choice === 'reject' || session.status !== 'open') return back(wanted.cancelUrl);
    const now = Math.floor(this.#now() / 1000);
    const amount = wanted.amount;
    const subscription: Subscription = {
      id: id('sub'),
      object: 'subscription',
      status: wanted.trialEnd === null ? 'active' : 'trialing',
      customer: session.customer ?? id('cus'),
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      trial_end: wanted.trialEnd,
      default_payment_method: {
        id: id('pm'),
        object: 'payment_method',
        card: { brand: 'visa', last4: '4242' },
      },
      metadata: session.metadata,
      items: {
        object: 'list',
        data: [
          {
            id: id('si'),
            current_period_start: now,
            current_period_end: wanted.trialEnd ?? now,
            price: {
              id: id('price'),
              product: id('prod'),
              unit_amount: amount,
              currency: session.currency,
              recurring: { interval: wanted.interval },
            },
          },
        ],
      },
    };
    if (choice === 'late') this.#bad.add(subscription.id);
    this.subscriptions.set(subscription.id, subscription);
    this.#tell('customer.subscription.created', subscription);
    if (wanted.trialEnd === null) this.#collect(subscription);
    Object.assign(session, {
      status: 'complete',
      payment_status: wanted.trialEnd === null ? 'paid' : 'no_payment_required',
      subscription: subscription.id,
      customer: subscription.customer,
    });
    this.#tell('checkout.session.completed', session);
    return back(wanted.successUrl);
  }

  /** Closes what periods are over by now and collects for the next ones. */
  turn(): void {
    const now = Math.floor(this.#now() / 1000);
    for (const subscription of this.subscriptions.values()) {
      const [item] = subscription.items.data;
      while (item && ['active', 'trialing'].includes(subscription.status) && item.current_period_end <= now) {
        if (subscription.cancel_at_period_end) this.#end(subscription);
        else this.#collect(subscription);
      }
    }
  }

  /** @returns Stripe's refusal, or null */
  #change(subscription: Subscription, body: URLSearchParams): string | null {
    const [item] = subscription.items.data;
    if (!item) return 'There is no item';
    if (body.get('items[0][id]') !== item.id)
      return `No such subscription_item: '${body.get('items[0][id]')}'`;
    const price = 'items[0][price_data]';
    if (body.get(`${price}[product]`) !== item.price.product) return 'No such product';
    const amount = Number(body.get(`${price}[unit_amount]`));
    if (!Number.isInteger(amount)) return 'Invalid integer: unit_amount';
    const interval = body.get(`${price}[recurring][interval]`) ?? 'month';
    if (body.get('proration_behavior') === 'always_invoice') {
      if (this.#bad.has(subscription.id)) return 'Your card was declined.';
      const due = prorated(subscription, amount, Number(body.get('proration_date')));
      const begin = new Date(this.#now());
      item.current_period_start = Math.floor(begin.getTime() / 1000);
      if (interval === 'year') begin.setUTCFullYear(begin.getUTCFullYear() + 1);
      else begin.setUTCMonth(begin.getUTCMonth() + 1);
      item.current_period_end = Math.floor(begin.getTime() / 1000);
      this.invoices.push(this.#invoice(subscription, due, true));
    }
    item.price = { ...item.price, id: id('price'), unit_amount: amount, recurring: { interval } };
    const trial = body.get('trial_end');
    if (trial !== null) {
      Object.assign(subscription, { status: 'trialing', trial_end: Number(trial) });
      item.current_period_end = Number(trial);
      subscription.metadata['changes_at'] = body.get('metadata[changes_at]') ?? '';
    }
    return null;
  }

  #invoice(subscription: Subscription, amount: number, paid: boolean): Invoice {
    return {
      id: id('in'),
      object: 'invoice',
      status: paid ? 'paid' : 'open',
      amount_paid: paid ? amount : 0,
      currency: subscription.items.data[0]?.price.currency ?? 'clp',
      created: Math.floor(this.#now() / 1000),
      status_transitions: { paid_at: paid ? Math.floor(this.#now() / 1000) : null },
      payments: {
        object: 'list',
        data: [{ payment: { type: 'payment_intent', payment_intent: id('pi') } }],
      },
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    };
  }

  #end(subscription: Subscription): void {
    const now = Math.floor(this.#now() / 1000);
    Object.assign(subscription, { status: 'canceled', canceled_at: now, ended_at: now });
    this.#tell('customer.subscription.deleted', subscription);
  }

  #collect(subscription: Subscription): void {
    const [item] = subscription.items.data;
    if (!item) return;
    const begin = new Date(item.current_period_end * 1000);
    item.current_period_start = Math.floor(begin.getTime() / 1000);
    if (item.price.recurring.interval === 'year') begin.setUTCFullYear(begin.getUTCFullYear() + 1);
    else begin.setUTCMonth(begin.getUTCMonth() + 1);
    item.current_period_end = Math.floor(begin.getTime() / 1000);
    const own = this.invoices.some(
      ({ parent }) => parent.subscription_details.subscription === subscription.id,
    );
    const paid = !this.#bad.has(subscription.id) || !own;
    const invoice = this.#invoice(subscription, item.price.unit_amount, paid);
    this.invoices.push(invoice);
    subscription.status = paid ? 'active' : 'past_due';
    this.#tell(paid ? 'invoice.paid' : 'invoice.payment_failed', invoice);
    this.#tell('customer.subscription.updated', subscription);
  }

  /** A card that failed is good again: what is open is collected. */
  mend(subscriptionId: string): void {
    this.#bad.delete(subscriptionId);
    const subscription = this.subscriptions.get(subscriptionId);
    const open = this.invoices.find(
      ({ status, parent }) =>
        status === 'open' && parent.subscription_details.subscription === subscriptionId,
    );
    if (!subscription || !open) return;
    const now = Math.floor(this.#now() / 1000);
    const amount = subscription.items.data[0]?.price.unit_amount ?? 0;
    Object.assign(open, { status: 'paid', amount_paid: amount, status_transitions: { paid_at: now } });
    subscription.status = 'active';
    this.#tell('invoice.paid', open);
  }

  #tell(type: string, object: unknown): void {
    if (this.hookUrl === null) return;
    const seconds = Math.floor(this.#now() / 1000);
    const body = JSON.stringify({ id: id('evt'), object: 'event', type, created: seconds, data: { object } });
    this.callbacks.send(this.hookUrl, this.signed(body, seconds), body);
  }

  /** The headers of an event; of one that is sent again they are of that moment. */
  signed(body: string, seconds = Math.floor(this.#now() / 1000)): Record<string, string> {
    const v1 = createHmac('sha256', this.webhookSecret).update(`${seconds}.${body}`).digest('hex');
    return { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${v1}` };
  }

  async #till(request: IncomingMessage, response: ServerResponse, sessionId: string): Promise<void> {
    if (this.#portals.has(sessionId)) {
      if (request.method !== 'POST') {
        tillPage(
          response,
          'Portal de Stripe de prueba',
          'Registra otra tarjeta.',
          {},
          { card: 'Usar otra tarjeta' },
        );
        return;
      }
      response.writeHead(303, { location: this.card(sessionId) });
      response.end();
      return;
    }
    const session = this.sessions.get(sessionId);
    if (!session) {
      answer(response, 404, { error: { message: 'No such session' } });
      return;
    }
    if (request.method !== 'POST') {
      tillPage(
        response,
        'Stripe de prueba',
        `Total de hoy: $${session.amount_total.toLocaleString('es-CL')}`,
        {},
      );
      return;
    }
    const form = new URLSearchParams((await bytesOf(request)).toString('utf8'));
    response.writeHead(303, { location: this.choose(sessionId, form.get('choice') ?? '') });
    response.end();
  }
}
