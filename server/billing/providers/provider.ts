/** What billing asks of whoever collects: Flow and Stripe behind one port. */
import type { PayMode, PlanPeriod, ProviderName } from '../../../contract/entities/subscription.ts';
import type { ChangeWhen } from '../../../contract/rules/plan-change.ts';
import type { SubscriptionFact } from '../../../machines/subscription/terms.ts';

/** What is to be paid. */
export interface Order {
  /** The checkout's own id. */
  id: string;
  botId: number;
  botName: string;
  email: string;
  planId: string;
  planVersion: number;
  planName: string;
  period: PlanPeriod;
  mode: PayMode;
  /** One payment for a larger plan, of what is left of a period. */
  upgrade?: boolean;
  /** Pesos for one period. */
  amount: number;
  /** Nothing is collected before. */
  trialEndsAt: Date | null;
  /** The provider's name for who pays, where it has one already. */
  customer: string | null;
}

export interface Payment {
  /** The provider's id; unique there. */
  id: string;
  amount: number;
  /** Upper case. */
  currency: string;
  status: 'paid' | 'failed' | 'refunded';
  at: string;
}

export interface ProviderSubscription extends SubscriptionFact {
  id: string;
  /** What the next period costs there; null: it is none of our plans. */
  price: { amount: number; period: PlanPeriod } | null;
  customer: string;
  card: { brand: string; last4: string } | null;
  payments: Payment[];
  /** The one that it goes on with, at a provider that takes no cancellation back but begins another one. */
  follows?: string;
}

/** What is known of a checkout where it was made. */
export interface OpenCheckout {
  order: Order;
  /** As `createCheckout` gave it. */
  ref: string;
  customer: string | null;
  /** The browser is back from the till. */
  returned: boolean;
}

export interface ChangeCost {
  /** Pesos. */
  today: number;
  next: { at: string; amount: number };
}

export interface CheckoutFact {
  state: 'pending' | 'paid' | 'rejected' | 'expired';
  /** Our id, as the provider has it; null: it doesn't say. */
  order: string | null;
  amount: number | null;
  currency: string | null;
  /** What a card is charged for from now on; null where one payment was asked for. */
  subscription: ProviderSubscription | null;
  /** The one payment, once it is made. */
  payment: Payment | null;
}

export interface PaymentProvider {
  name: ProviderName;
  modes: readonly PayMode[];
  /** Its address is of this machine: the playground. */
  test: boolean;
  /** Whether it answers. */
  answers(): Promise<boolean>;
  /** @returns where the browser goes */
  createCheckout(order: Order): Promise<{ ref: string; url: string; customer: string | null }>;
  /** Asks what became of it, and has it finished where the till leaves that to us; may be asked any number of times. */
  readCheckout(checkout: OpenCheckout): Promise<CheckoutFact>;
  readSubscription(id: string): Promise<ProviderSubscription>;
  /** Ends it there. Of one that is over already: nothing. */
  cancel(id: string, when: 'period_end' | 'now'): Promise<ProviderSubscription>;
  /** Takes back a cancellation at the period's end; asked twice it is done once. Refused once that day has come. */
  reactivate(id: string): Promise<ProviderSubscription>;
  /** What a change would cost, as of an instant; nothing changes. */
  previewChange(id: string, order: Order, when: ChangeWhen, asOf: Date): Promise<ChangeCost>;
  /** Changes it; refused: nothing has changed and nothing was charged. */
  changePlan(id: string, order: Order, when: ChangeWhen, asOf: Date): Promise<ProviderSubscription>;
  /** A change that is still to come does not come. @param order what is had now */
  takeBackChange(id: string, order: Order): Promise<void>;
  /** Where somebody puts another card on file. @param back where the browser goes then, if nothing else is to be done */
  changeCard(customer: string, back: string): Promise<string>;
  /** Gives a payment back. @param key the same for the same refund @returns the provider's id of it */
  refund(payment: { id: string; amount: number; email: string | null }, key: string): Promise<string>;
}

/** The provider said no, or nothing: what was asked may or may not have happened. */
export class ProviderFault extends Error {
  override name = 'ProviderFault';
  readonly kind: 'refused' | 'silent';
  constructor(kind: 'refused' | 'silent', message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Whether an address leads to this very machine. */
export const isLoopback = (address: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
