/** Plans and a bot's subscription to one (docs/product.md §3 Subscription; §4 'Trial'). */
import * as z from 'zod/mini';
import { instant, numericId } from '../primitives.ts';
import { SUBSCRIPTION_STATUSES } from '../rules/subscription.ts';

export const planPeriod = z.enum(['monthly', 'yearly']);
export type PlanPeriod = z.infer<typeof planPeriod>;

export const plan = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Chilean pesos for one period, VAT included; 0: to be agreed with sales. */
  price: z.int(),
  price_yearly: z.int(),
  currency: z.literal('CLP'),
  /** How many people besides the owners may work at a bot; null: no limit. */
  agents: z.nullable(z.int()),
  /** Conversations a month; null: no limit. */
  conversations: z.nullable(z.int()),
  /** Documents of the knowledge base; null: no limit. */
  documents: z.nullable(z.int()),
  /** Numbers and accounts of WhatsApp, Instagram and Messenger; null: no limit. */
  channels: z.nullable(z.int()),
  features: z.array(z.string()),
});
export type Plan = z.infer<typeof plan>;

export const providerName = z.enum(['flow', 'stripe']);
export type ProviderName = z.infer<typeof providerName>;

/** `subscription`: a card on file is charged period by period; `payment`: one period by one payment. */
export const payMode = z.enum(['subscription', 'payment']);
export type PayMode = z.infer<typeof payMode>;

export const subscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);

export const subscription = z.object({
  id: numericId,
  status: subscriptionStatus,
  /** Still the free trial, or an expired one. */
  test_period: z.boolean(),
  /** Whole days that are left of trial or paid period, rounded up; 0: over ('Actualizar plan'). */
  days_left: z.int().check(z.nonnegative()),
  ends_at: z.nullable(instant),
  plan_period: z.nullable(planPeriod),
  /** The end of what was paid for, as `ends_at` of a plan that somebody pays; null: trial, or no end. */
  period_end: z.nullable(instant),
  /** Until when the bot works though the charge failed; null: none did. */
  grace_ends_at: z.nullable(instant),
  /** Who collects; null: nobody. */
  provider: z.nullable(providerName),
  /** Paid one period at a time: nobody collects the next one. */
  prepaid: z.boolean(),
  /** The plan that it will be once what was paid is over; null: none. */
  next_plan: z.nullable(z.object({ name: z.string(), period: planPeriod, at: instant })),
  bot: z.object({ id: numericId, bot_name: z.string() }),
  admissible_plan: z.object({ id: z.string(), name: z.string(), agents: z.nullable(z.int()) }),
});
export type Subscription = z.infer<typeof subscription>;
