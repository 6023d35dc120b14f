/** What is paid for a bot, and what was (docs/product.md §3 Checkout). */
import * as z from 'zod/mini';
import { instant, numericId, textId } from '../primitives.ts';
import { plan, planPeriod, providerName, subscription } from './subscription.ts';

export const CHECKOUT_STATES = ['pending', 'paid', 'rejected', 'expired', 'review'] as const;
export const checkoutState = z.enum(CHECKOUT_STATES);
export type CheckoutState = z.infer<typeof checkoutState>;

export const checkout = z.object({
  id: textId,
  /** `review`: paid, but not what was asked for; people look at it. */
  state: checkoutState,
  plan_data: plan,
  /** What is sold, in words. */
  product: z.string(),
  subscription: z.nullable(subscription),
  plan_period: planPeriod,
  bot_id: numericId,
  /** Pesos for one period. */
  amount: z.int(),
  /** The provider's is one of this machine: nothing is charged. */
  test: z.boolean(),
});
export type Checkout = z.infer<typeof checkout>;

export const CHARGE_STATES = ['paid', 'failed', 'refund_wanted', 'refunded'] as const;
export const charge = z.object({
  id: textId,
  at: instant,
  /** Pesos, VAT included. */
  amount: z.int(),
  currency: z.literal('CLP'),
  state: z.enum(CHARGE_STATES),
  plan_name: z.string(),
  period: z.nullable(planPeriod),
  provider: providerName,
  /** As the provider calls it. */
  provider_id: z.string(),
  test: z.boolean(),
});
export type Charge = z.infer<typeof charge>;

/** A way to pay that works now. */
export const payWay = z.object({ provider: providerName, test: z.boolean() });
export type PayWay = z.infer<typeof payWay>;

/** What a bot uses of what its plan contains; `max` null: no limit. */
export const usage = z.object({ used: z.int(), max: z.nullable(z.int()) });
export const USAGE_KINDS = ['agents', 'conversations', 'documents', 'channels'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];
export const usages = z.object({ agents: usage, conversations: usage, documents: usage, channels: usage });
export type Usages = z.infer<typeof usages>;

/** Whom receipts are made out to. */
export const company = z.object({
  name: z.string(),
  rut: z.string(),
  activity: z.string(),
  address: z.string(),
});
export type Company = z.infer<typeof company>;
