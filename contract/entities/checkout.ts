/** What is paid for a bot, and what was (docs/product.md §3 Checkout). */
import * as z from 'zod/mini';
import { day, instant, numericId, textId } from '../primitives.ts';
import { payMode, plan, planPeriod, providerName, subscription } from './subscription.ts';

export const CHECKOUT_STATES = ['pending', 'paid', 'rejected', 'expired', 'review'] as const;
export const checkoutState = z.enum(CHECKOUT_STATES);
export type CheckoutState = z.infer<typeof checkoutState>;

/** A coupon's terms. `periods`: charges that it takes its share off; null: all. */
export const couponTerms = z.object({
  code: z.string(),
  percent: z.int(),
  periods: z.nullable(z.int()),
  version: z.int(),
});
export type CouponTerms = z.infer<typeof couponTerms>;

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
  mode: payMode,
  /** Pesos for one period. */
  amount: z.int(),
  /** The same without its coupon. */
  full_amount: z.int(),
  coupon: z.nullable(couponTerms),
  /** What was paid with it went back, or goes: in `review`. */
  given_back: z.boolean(),
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
  /** The same without its coupon; null: it had none. */
  full_amount: z.nullable(z.int()),
  coupon: z.nullable(z.string()),
  currency: z.literal('CLP'),
  state: z.enum(CHARGE_STATES),
  plan_name: z.string(),
  period: z.nullable(planPeriod),
  provider: providerName,
  /** As the provider calls it. */
  provider_id: z.string(),
  /** The refund, as the provider calls it; null: nothing went back. */
  refund_id: z.nullable(z.string()),
  test: z.boolean(),
});
export type Charge = z.infer<typeof charge>;

/** What somebody of the house has to look at. */
export const TROUBLES = ['past_due', 'review', 'refund', 'waiting'] as const;
export const trouble = z.object({
  kind: z.enum(TROUBLES),
  id: z.string(),
  bot_id: z.nullable(numericId),
  bot_name: z.nullable(z.string()),
  /** Its first owner. */
  owner: z.nullable(z.string()),
  since: z.nullable(instant),
  amount: z.nullable(z.int()),
  provider: z.nullable(z.string()),
  /** As the provider calls it. */
  about: z.nullable(z.string()),
});
export type Trouble = z.infer<typeof trouble>;

export const coupon = z.object({
  ...couponTerms.shape,
  last_day: z.nullable(day),
  max_uses: z.nullable(z.int()),
  active: z.boolean(),
  note: z.nullable(z.string()),
  /** Checkouts that were paid with it, or may still be; what was given back counts for nothing. */
  uses: z.int(),
});
export type Coupon = z.infer<typeof coupon>;

/** A way to pay that works now. */
export const payWay = z.object({ provider: providerName, modes: z.array(payMode), test: z.boolean() });
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
