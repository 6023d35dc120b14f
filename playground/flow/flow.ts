/** Flow, as much of it as a merchant with subscriptions meets: signed forms, cards at a till, subscriptions that collect. */
import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, bytesOf } from '../http.ts';
import { Callbacks, Hanging, NO_TILL_FAULTS, postOn, type TillFaults, tillPage } from '../payments.ts';

const DAY = 86_400_000;
const token = () => randomBytes(20).toString('hex').toUpperCase();
const stamp = (at: number) =>
  new Date(at).toLocaleString('sv-SE', { timeZone: 'America/Santiago' }).slice(0, 19);

interface Customer {
  customerId: string;
  name: string;
  email: string;
  externalId: string;
  creditCardType: string | null;
  last4CardDigits: string | null;
  /** Its charges fail from the second on. */
  bad: boolean;
}
interface Plan {
  planId: string;
  amount: number;
  currency: string;
  interval: number;
  urlCallback: string;
}
interface Invoice {
  id: number;
  status: number;
  amount: number;
  currency: string;
  created: string;
  period_start: string;
  period_end: string;
  payment: { flowOrder: number; status: number; paymentData: { date: string } } | null;
}
interface Subscription {
  subscriptionId: string;
  planId: string;
  customerId: string;
  status: number;
  morose: number;
  created: string;
  trial_end: string | null;
  cancel_at_period_end: number;
  cancel_at: string | null;
  subscription_end: string | null;
  invoices: Invoice[];
  /** When the next period begins. */
  next: number;
  next_invoice_date: string;
  /** The plan from the next period on. */
  later: string | null;
}

/** 1 pending, 2 paid, 3 rejected, 4 annulled. */
interface Payment {
  flowOrder: number;
  commerceOrder: string;
  requestDate: string;
  status: 1 | 2 | 3 | 4;
  subject: string;
  currency: string;
  amount: number;
  payer: string;
  optional: null;
  pending_info: { media: string | null; date: string | null };
  paymentData: { date: string | null; media: string | null; amount: number | null; currency: string | null };
  merchantId: string;
}
/** What only Flow itself knows of one. */
interface Waiting {
  confirm: string;
  back: string;
  /** The till takes no payment after it. */
  until: number;
}

const ONCE_CHOICES = { pay: 'Pagar', leave: 'Volver sin pagar', reject: 'Rechazar' };

class Refuse extends Error {
  readonly status: number;
  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

export class FlowTill {
  readonly apiKey = 'flow-api-key';
  readonly secretKey = 'flow-secret-key';
  readonly faults: TillFaults = { ...NO_TILL_FAULTS };
  readonly callbacks = new Callbacks(this.faults);
  readonly hanging = new Hanging(this.faults);
  readonly customers = new Map<string, Customer>();
  readonly plans = new Map<string, Plan>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly refunds: { key: string; flowTrxId: string; amount: number }[] = [];
  readonly #registrations = new Map<string, { customerId: string; back: string; status: 0 | 1 }>();
  readonly #payments = new Map<string, Payment>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #now: () => number;
  #order = 7_000_000;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns whether it was Flow's */
  async serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
    if (url.pathname === '/flow/till') {
      await this.#till(request, response, url);
      return true;
    }
    if (!url.pathname.startsWith('/flow/api')) return false;
    if (this.faults.silent) {
      request.socket.destroy();
      return true;
    }
    const given = new URLSearchParams(
      request.method === 'POST' ? (await bytesOf(request)).toString('utf8') : url.search,
    );
    const hung = this.hanging.takes(request.socket);
    if (hung && !this.faults.hangDone) return true;
    try {
      this.#requireSigned(given);
      const said = this.#call(url.pathname.slice('/flow/api'.length), Object.fromEntries(given));
      if (!hung) answer(response, 200, said);
    } catch (error) {
      if (!(error instanceof Refuse)) throw error;
      answer(response, error.status, { code: error.status, message: error.message });
    }
    return true;
  }

  #requireSigned(given: URLSearchParams): void {
    const text = [...given]
      .filter(([name]) => name !== 's')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => name + value)
      .join('');
    if (given.get('apiKey') !== this.apiKey) throw new Refuse('apiKey not found', 401);
    if (given.get('s') !== createHmac('sha256', this.secretKey).update(text).digest('hex'))
      throw new Refuse('Invalid signature', 401);
  }

  #call(path: string, given: Record<string, string>): unknown {
    const need = (name: string) => {
      const value = given[name];
      if (value === undefined || value === '') throw new Refuse(`${name} is required`);
      return value;
    };
    switch (path) {
      case '/customer/create': {
        if ([...this.customers.values()].some(({ externalId }) => externalId === need('externalId')))
          throw new Refuse('There is a customer with this externalId');
        const customer: Customer = {
          customerId: `cus_${token().slice(0, 10).toLowerCase()}`,
          name: need('name'),
          email: need('email'),
          externalId: need('externalId'),
          creditCardType: null,
          last4CardDigits: null,
          bad: false,
        };
        this.customers.set(customer.customerId, customer);
        return customer;
      }
      case '/customer/get':
        return this.#customer(need('customerId'));
      case '/customer/register': {
        const made = token();
        this.#customer(need('customerId'));
        this.#registrations.set(made, {
          customerId: need('customerId'),
          back: need('url_return'),
          status: 0,
        });
        return { url: `${this.#base}/flow/till`, token: made };
      }
      case '/customer/getRegisterStatus': {
        const found = this.#registrations.get(need('token'));
        if (!found) throw new Refuse('token not found');
        const { creditCardType, last4CardDigits } = this.#customer(found.customerId);
        return {
          status: String(found.status),
          customerId: found.customerId,
          creditCardType,
          last4CardDigits,
        };
      }
      case '/customer/getSubscriptions': {
        const data = [...this.subscriptions.values()].filter(
          ({ customerId }) => customerId === need('customerId'),
        );
        return { total: data.length, hasMore: 0, data };
      }
      case '/plans/get': {
        const plan = this.plans.get(need('planId'));
        if (!plan) throw new Refuse('Plan not found');
        return plan;
      }
      case '/plans/create': {
        if (this.plans.has(need('planId'))) throw new Refuse('planId already exists');
        const amount = Number(need('amount'));
        if (!Number.isInteger(amount)) throw new Refuse('amount must be an integer for CLP');
        const plan: Plan = {
          planId: need('planId'),
          amount,
          currency: given.currency ?? 'CLP',
          interval: Number(need('interval')),
          urlCallback: need('urlCallback'),
        };
        this.plans.set(plan.planId, plan);
        return plan;
      }
      case '/subscription/create':
        return this.#subscribe(need('planId'), need('customerId'), Number(given.trial_period_days ?? 0));
      case '/subscription/get':
        return this.#subscription(need('subscriptionId'));
      case '/subscription/cancel': {
        if (this.faults.refuseCancel) throw new Refuse('The subscription can not be cancelled');
        return this.#cancel(this.#subscription(need('subscriptionId')), need('at_period_end') === '1');
      }
      case '/subscription/changePlanPreview': {
        const found = this.#subscription(need('subscriptionId'));
        const { balance, next } = this.#changeOf(found, need('newPlanId'), given.startDateOfNewPlan);
        return { balance: { amount: balance }, next_invoice_date: stamp(next).slice(0, 10) };
      }
      case '/subscription/changePlan':
        return this.#change(
          this.#subscription(need('subscriptionId')),
          need('newPlanId'),
          given.startDateOfNewPlan,
        );
      case '/subscription/changePlanCancel': {
        const found = this.#subscription(need('subscriptionId'));
        if (found.later === null) throw new Refuse('There is no scheduled change');
        found.later = null;
        return { success: true };
      }
      case '/payment/getStatus': {
        const found = this.#payments.get(need('token'));
        if (!found) throw new Refuse('Transaction not found');
        return found;
      }
      case '/payment/create':
        return this.#create(need);
      case '/refund/create': {
        const known = this.refunds.find(({ key }) => key === need('refundCommerceOrder'));
        if (!known)
          this.refunds.push({
            key: need('refundCommerceOrder'),
            flowTrxId: given.flowTrxId ?? '',
            amount: Number(need('amount')),
          });
        return { token: token(), status: 'created' };
      }
      default:
        throw new Refuse(`${path} not found`, 404);
    }
  }

  #create(need: (name: string) => string): { url: string; token: string; flowOrder: number } {
    const commerceOrder = need('commerceOrder');
    const amount = Number(need('amount'));
    if (need('currency') !== 'CLP') throw new Refuse('currency is not supported');
    if (!Number.isInteger(amount) || amount <= 0) throw new Refuse('amount must be an integer for CLP');
    if (!need('email').includes('@')) throw new Refuse('email is not valid');
    if ([...this.#payments.values()].some((one) => one.commerceOrder === commerceOrder && one.status === 2))
      throw new Refuse('commerceOrder was paid already');
    const made = this.#record(commerceOrder, amount, 1, { subject: need('subject'), payer: need('email') });
    need('paymentMethod');
    this.#waiting.set(made, {
      confirm: need('urlConfirmation'),
      back: need('urlReturn'),
      until: this.#now() + Number(need('timeout')) * 1000,
    });
    return { url: `${this.#base}/flow/till`, token: made, flowOrder: this.#order };
  }

  #record(
    commerceOrder: string,
    amount: number,
    status: 1 | 2,
    of: { subject: string; payer: string },
  ): string {
    const made = token();
    if (status === 1) this.#order += 1;
    this.#payments.set(made, {
      flowOrder: this.#order,
      commerceOrder,
      requestDate: stamp(this.#now()),
      status,
      ...of,
      currency: 'CLP',
      amount,
      optional: null,
      pending_info: { media: null, date: null },
      paymentData: {
        date: status === 2 ? stamp(this.#now()) : null,
        media: status === 2 ? 'webpay' : null,
        amount: status === 2 ? amount : null,
        currency: status === 2 ? 'CLP' : null,
      },
      merchantId: 'playground',
    });
    return made;
  }

  /** What a person does with one payment at the till: Flow tells the merchant, with the token alone. */
  #payOnce(made: string, waiting: Waiting, choice: string): string {
    const found = this.#payments.get(made);
    if (!found) throw new Refuse('token not found', 404);
    if (choice === 'leave') return waiting.back;
    if (found.status === 2 || found.status === 4) throw new Refuse('The order was paid already');
    if (this.#now() > waiting.until) throw new Refuse('The order has expired');
    const paid = choice !== 'reject';
    found.status = paid ? 2 : 3;
    if (paid)
      found.paymentData = {
        date: stamp(this.#now()),
        media: 'webpay',
        amount: found.amount,
        currency: found.currency,
      };
    this.callbacks.send(
      waiting.confirm,
      { 'content-type': 'application/x-www-form-urlencoded' },
      `token=${made}`,
    );
    return waiting.back;
  }

  /** A bank takes a payment back after it was made. */
  annul(made: string): void {
    const found = this.#payments.get(made);
    if (found?.status !== 2) throw new Refuse('The order is not paid');
    found.status = 4;
  }

  /** How many payments of a merchant's order were made and not taken back. */
  paidOrders(commerceOrder: string): number {
    return [...this.#payments.values()].filter(
      (one) => one.commerceOrder === commerceOrder && one.status === 2,
    ).length;
  }

  #base = '';
  /** Where it listens, once it does. */
  listensAt(url: string): void {
    this.#base = url;
  }

  #customer(id: string): Customer {
    const found = this.customers.get(id);
    if (!found) throw new Refuse('customer not found');
    return found;
  }

  #subscription(id: string): Subscription {
    const found = this.subscriptions.get(id);
    if (!found) throw new Refuse('subscription not found');
    return found;
  }

  #subscribe(planId: string, customerId: string, trialDays: number): Subscription {
    const plan = this.plans.get(planId);
    if (!plan) throw new Refuse('Plan not found');
    if (this.#customer(customerId).last4CardDigits === null) throw new Refuse('The customer has no card');
    const now = this.#now();
    const begin = now + trialDays * DAY;
    const made: Subscription = {
      subscriptionId: `sus_${token().slice(0, 10).toLowerCase()}`,
      planId,
      customerId,
      status: trialDays > 0 ? 2 : 1,
      morose: 0,
      created: stamp(now),
      trial_end: trialDays > 0 ? stamp(begin) : null,
      cancel_at_period_end: 0,
      cancel_at: null,
      subscription_end: null,
      invoices: [],
      next: begin,
      next_invoice_date: stamp(begin),
      later: null,
    };
    this.subscriptions.set(made.subscriptionId, made);
    this.turn();
    return made;
  }

  /** What a change costs on its day: the new price less what is left of the old one. */
  #changeOf(subscription: Subscription, planId: string, start: string | undefined) {
    const plan = this.plans.get(planId);
    const old = this.plans.get(subscription.planId);
    if (!plan || !old) throw new Refuse('Plan not found');
    if (subscription.status === 4) throw new Refuse('The subscription is cancelled');
    const now = this.#now();
    const until = stamp(subscription.next).slice(0, 10);
    if (start !== undefined && (start > until || start < stamp(now).slice(0, 10)))
      throw new Refuse('startDateOfNewPlan must be within the current billing cycle');
    const same = { plan, balance: 0, next: subscription.next };
    if (subscription.status === 2 || start === until) return same;
    const [last] = subscription.invoices;
    const begin = last ? Date.parse(`${last.period_start.replace(' ', 'T')}-03:00`) : now;
    const left = Math.min(1, Math.max(0, (subscription.next - now) / (subscription.next - begin)));
    if (plan.interval === old.interval)
      return { ...same, balance: Math.round((plan.amount - old.amount) * left) };
    const next = new Date(now);
    if (plan.interval === 4) next.setUTCFullYear(next.getUTCFullYear() + 1);
    else next.setUTCMonth(next.getUTCMonth() + 1);
    return { plan, balance: plan.amount - Math.round(old.amount * left), next: next.getTime() };
  }

  #change(subscription: Subscription, planId: string, start: string | undefined) {
    const { plan, balance, next } = this.#changeOf(subscription, planId, start);
    const old = this.plans.get(subscription.planId);
    if (subscription.status !== 2 && start !== undefined) subscription.later = planId;
    else {
      if (balance > 0 && this.#customer(subscription.customerId).bad)
        throw new Refuse('The card was refused');
      subscription.planId = planId;
      subscription.next = next;
      subscription.next_invoice_date = stamp(next);
      if (balance > 0) this.#invoice(subscription, balance, this.#now(), next);
    }
    return {
      start_date_of_new_plan: start ?? stamp(this.#now()).slice(0, 10),
      new_amount: String(plan.amount),
      new_plan_id: planId,
      balance,
      old_amount: String(old?.amount ?? 0),
    };
  }

  #invoice(subscription: Subscription, amount: number, begin: number, end: number): void {
    this.#order += 1;
    subscription.invoices.unshift({
      id: this.#order,
      status: 1,
      amount,
      currency: 'CLP',
      created: stamp(begin),
      period_start: stamp(begin),
      period_end: stamp(end),
      payment: { flowOrder: this.#order, status: 2, paymentData: { date: stamp(this.#now()) } },
    });
  }

  #cancel(subscription: Subscription, atEnd: boolean): Subscription {
    if (atEnd) {
      subscription.cancel_at_period_end = 1;
      subscription.cancel_at = stamp(subscription.next);
    } else {
      subscription.status = 4;
      subscription.cancel_at = stamp(this.#now());
      subscription.subscription_end = subscription.cancel_at;
    }
    return subscription;
  }

  /** Closes what periods are over by now and collects for the next ones. */
  turn(): void {
    const now = this.#now();
    for (const subscription of this.subscriptions.values()) {
      const plan = this.plans.get(subscription.planId);
      while (plan && subscription.status !== 4 && subscription.next <= now && subscription.morose === 0) {
        if (subscription.cancel_at_period_end === 1) {
          subscription.status = 4;
          subscription.subscription_end = stamp(subscription.next);
          break;
        }
        const after = subscription.later === null ? plan : (this.plans.get(subscription.later) ?? plan);
        subscription.planId = after.planId;
        subscription.later = null;
        this.#collect(subscription, after);
      }
    }
  }

  #collect(subscription: Subscription, plan: Plan): void {
    const customer = this.#customer(subscription.customerId);
    const begin = subscription.next;
    const end = new Date(begin);
    if (plan.interval === 4) end.setUTCFullYear(end.getUTCFullYear() + 1);
    else end.setUTCMonth(end.getUTCMonth() + 1);
    subscription.status = 1;
    const paid = !customer.bad || subscription.invoices.length === 0;
    this.#order += 1;
    const invoice: Invoice = {
      id: this.#order,
      status: paid ? 1 : 0,
      amount: plan.amount,
      currency: plan.currency,
      created: stamp(begin),
      period_start: stamp(begin),
      period_end: stamp(end.getTime()),
      payment: paid ? { flowOrder: this.#order, status: 2, paymentData: { date: stamp(this.#now()) } } : null,
    };
    subscription.invoices.unshift(invoice);
    subscription.morose = paid ? 0 : 1;
    if (paid) subscription.next = end.getTime();
    subscription.next_invoice_date = stamp(subscription.next);
    const made = this.#record(`invoice-${invoice.id}`, plan.amount, 2, {
      subject: plan.planId,
      payer: customer.email,
    });
    this.callbacks.send(
      plan.urlCallback,
      { 'content-type': 'application/x-www-form-urlencoded' },
      `token=${made}`,
    );
  }

  /** A card that failed is good again: what is open is collected. */
  mend(customerId: string): void {
    this.#customer(customerId).bad = false;
    for (const subscription of this.subscriptions.values())
      if (subscription.customerId === customerId) {
        subscription.morose = 0;
        subscription.invoices = subscription.invoices.filter(({ status }) => status === 1);
      }
    this.turn();
  }

  /** What a person does at the till. @returns where the browser is sent, with the token as a form */
  choose(made: string, choice: string): string {
    const waiting = this.#waiting.get(made);
    if (waiting) return this.#payOnce(made, waiting, choice);
    const registration = this.#registrations.get(made);
    if (!registration) throw new Refuse('token not found', 404);
    if (choice !== 'reject') {
      const customer = this.#customer(registration.customerId);
      // Another card where there is one already.
      const last4CardDigits = customer.last4CardDigits === '6623' ? '4425' : '6623';
      Object.assign(customer, { creditCardType: 'Visa', last4CardDigits, bad: choice === 'late' });
      registration.status = 1;
    }
    return registration.back;
  }

  async #till(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.method !== 'POST') {
      const made = url.searchParams.get('token') ?? '';
      const once = this.#waiting.has(made) ? this.#payments.get(made) : undefined;
      if (once) {
        const what = `${once.subject}: ${once.amount.toLocaleString('es-CL')} pesos.`;
        tillPage(response, 'Flow de prueba', what, { token: made }, ONCE_CHOICES);
        return;
      }
      tillPage(response, 'Flow de prueba', 'Registra una tarjeta para el pago automático.', { token: made });
      return;
    }
    const form = new URLSearchParams((await bytesOf(request)).toString('utf8'));
    const made = form.get('token') ?? '';
    try {
      postOn(response, this.choose(made, form.get('choice') ?? ''), 'token', made);
    } catch (error) {
      if (!(error instanceof Refuse)) throw error;
      answer(response, error.status, { message: error.message });
    }
  }
}
