/** Plans, coupons and plans given by hand, for internal accounts (docs/product.md §7; docs/decisions/0049). */
import * as z from 'zod/mini';
import { coupon, trouble } from '../entities/checkout.ts';
import { plan, subscription } from '../entities/subscription.ts';
import { day, numericId, shortText, textId, wholeNumber } from '../primitives.ts';
import { COUPON_PERIODS } from '../rules/coupons.ts';
import { defineCall } from './call.ts';

const staff = { kind: 'staff' } as const;
const limit = z.nullable(wholeNumber);

export const officePlan = z.extend(plan, {
  version: z.int(),
  /** False: who has it keeps it, nobody can choose it. */
  offered: z.boolean(),
  /** How many bots have it, in whatever version; and in an older one. */
  bots: z.int(),
  bots_before: z.int(),
});
export type OfficePlan = z.infer<typeof officePlan>;

const planId = z.string().check(z.regex(/^[a-z0-9_-]{1,30}$/, 'Usa letras minúsculas, números y guiones.'));

export const billingOfficeCalls = {
  /** Every plan in its newest version, in the order of /checkout. */
  officePlans: defineCall({
    service: 'main',
    method: 'GET',
    path: '/settings/plans',
    access: staff,
    answer: z.array(officePlan),
  }),
  /**
   * Writes a new version of a plan, or a new plan (`version` 0): running subscriptions keep theirs. 409 when somebody else
   * has written one since.
   */
  savePlan: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/settings/plans/{id}',
    access: staff,
    params: z.object({ id: planId }),
    body: z.object({
      version: wholeNumber,
      name: shortText(60),
      description: shortText(200),
      price: wholeNumber,
      price_yearly: wholeNumber,
      agents: limit,
      conversations: limit,
      documents: limit,
      channels: limit,
      features: z.array(shortText(120)).check(z.maxLength(20)),
      offered: z.boolean(),
    }),
    answer: officePlan,
  }),
  /** Newest first. */
  officeCoupons: defineCall({
    service: 'main',
    method: 'GET',
    path: '/settings/coupons',
    access: staff,
    answer: z.array(coupon),
  }),
  /**
   * Makes one (`version` 0), or changes one: what was bought with it keeps the terms of then. 409 when somebody else has
   * changed it since.
   */
  saveCoupon: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/settings/coupons/{code}',
    access: staff,
    params: z.object({ code: z.string().check(z.minLength(1), z.maxLength(60)) }),
    body: z.object({
      version: wholeNumber,
      percent: z.int().check(z.gte(1), z.lte(99)),
      periods: z.nullable(z.int().check(z.gte(1), z.lte(COUPON_PERIODS))),
      last_day: z.nullable(day),
      max_uses: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))),
      active: z.boolean(),
      note: z.nullable(shortText(200)),
    }),
    answer: coupon,
  }),
  /** Gives a bot a plan that nobody pays; `last_day` null: without end. */
  grantPlan: defineCall({
    service: 'main',
    method: 'POST',
    path: '/settings/grants',
    access: staff,
    body: z.object({
      bot_id: numericId,
      plan_id: planId,
      last_day: z.nullable(day),
      reason: shortText(300),
    }),
    answer: subscription,
  }),
  /** What somebody has to look at, longest waiting first. */
  billingTroubles: defineCall({
    service: 'main',
    method: 'GET',
    path: '/settings/billing_troubles',
    access: staff,
    answer: z.array(trouble),
  }),
  /** A payment that was looked at leaves the list; its state stays. */
  closeReview: defineCall({
    service: 'main',
    method: 'POST',
    path: '/settings/billing_reviews/{id}',
    access: staff,
    params: z.object({ id: textId }),
    body: z.object({ note: shortText(300) }),
    answer: z.object({ id: textId }),
  }),
};
