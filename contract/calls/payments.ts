/** Paying for a bot: checkouts, charges, company data, the card on file (docs/product.md §3 Checkout, §7). */
import * as z from 'zod/mini';
import { audit } from '../entities/audit.ts';
import {
  charge,
  checkout,
  checkoutState,
  company,
  couponTerms,
  payWay,
  usages,
} from '../entities/checkout.ts';
import { payMode, planPeriod, providerName, subscription } from '../entities/subscription.ts';
import { instant, numericId, shortText, textId, wholeNumber } from '../primitives.ts';
import { CHANGE_WHEN } from '../rules/plan-change.ts';
import { defineCall } from './call.ts';

const botQuery = z.object({ bot_id: z.coerce.number().check(z.int(), z.positive(), z.lte(2_147_483_647)) });

/** As `makePayLink` wrote it into the address. */
const signedLink = {
  link: z.string().check(z.minLength(1), z.maxLength(200)),
  expires: z.string().check(z.maxLength(12)),
  signature: z.string().check(z.maxLength(100)),
};

const changeOf = {
  plan_id: z.string().check(z.minLength(1), z.maxLength(50)),
  plan_period: planPeriod,
};

export const paymentCalls = {
  /** Begins to pay; the browser goes to `url`. 409 when one period costs something else than `amount`, as it was shown. */
  createCheckout: defineCall({
    service: 'main',
    method: 'POST',
    path: '/checkout',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'planes_checkout', permission: 'add' },
    body: z.object({
      bot_id: numericId,
      plan_id: z.string().check(z.minLength(1), z.maxLength(50)),
      plan_period: planPeriod,
      provider: providerName,
      coupon: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
      /** `subscription` unless said. */
      mode: z.optional(payMode),
      amount: z.optional(wholeNumber),
      /** One payment that makes the plan larger for what is left of a period that was paid once. */
      upgrade: z.optional(z.boolean()),
    }),
    answer: z.object({ id: textId, url: z.string() }),
  }),
  /** What a code takes off, and of how many charges. Throws rule at `coupon` for one that can't be used. */
  couponOf: defineCall({
    service: 'main',
    method: 'GET',
    path: '/billing/coupon',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'planes_checkout', permission: 'add' },
    query: z.extend(botQuery, { code: z.string().check(z.minLength(1), z.maxLength(60)) }),
    answer: couponTerms,
  }),
  /** What became of it; with `ask` the provider is asked first. */
  checkout: defineCall({
    service: 'main',
    method: 'GET',
    path: '/checkout/{id}',
    access: {
      kind: 'entity',
      entity: 'checkout',
      in: 'params',
      name: 'id',
      module: 'planes_checkout',
      permission: 'read',
    },
    params: z.object({ id: textId }),
    query: z.object({ ask: z.optional(z.enum(['true', 'false'])) }),
    answer: checkout,
  }),
  /** The checkout of a session of Stripe's, whose id nobody guesses. */
  stripeReturn: defineCall({
    service: 'main',
    method: 'GET',
    path: '/billing/stripe_return',
    access: { kind: 'public' },
    query: z.object({ session: z.string().check(z.minLength(8), z.maxLength(200)) }),
    answer: z.object({ id: textId, state: checkoutState }),
  }),
  /** A signed link by which somebody without an account pays for the bot at Stripe; it works for a week. */
  makePayLink: defineCall({
    service: 'main',
    method: 'POST',
    path: '/billing/pay_link',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'planes_checkout', permission: 'add' },
    /** `coupon`: whoever pays by it pays that much less, while the code can be used. 422 at `coupon`. */
    body: z.object({
      bot_id: numericId,
      ...changeOf,
      coupon: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(60)))),
    }),
    answer: z.object({ url: z.string() }),
  }),
  /** What a link is for. 404 for one that is not ours, or over. */
  payLink: defineCall({
    service: 'main',
    method: 'GET',
    path: '/billing/pay_link',
    access: { kind: 'public' },
    query: z.object(signedLink),
    answer: z.object({
      bot_name: z.string(),
      plan_name: z.string(),
      description: z.string(),
      plan_period: planPeriod,
      /** Pesos for one period, with what the coupon takes off. */
      amount: z.int(),
      /** Pesos without one. */
      full_amount: z.int(),
      coupon: z.nullable(couponTerms),
      /** The link came with a code that can be used no more: the whole price is asked for. */
      coupon_over: z.boolean(),
      /** `paid`: somebody collects already; `closed`: Stripe is not offered now. */
      state: z.enum(['open', 'paid', 'closed']),
      test: z.boolean(),
    }),
  }),
  /** Begins to pay; the browser goes to `url`. 422 at `email`. */
  payByLink: defineCall({
    service: 'main',
    method: 'POST',
    path: '/billing/pay_link/checkout',
    access: { kind: 'public' },
    /** `amount`: what was shown; 409 where it is another one now. */
    body: z.object({ ...signedLink, email: shortText(254), amount: wholeNumber }),
    answer: z.object({ url: z.string() }),
  }),
  /** Which ways to pay work now, and what the bot uses of its plan. */
  payWays: defineCall({
    service: 'main',
    method: 'GET',
    path: '/billing/ways',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'planes_checkout', permission: 'read' },
    query: botQuery,
    answer: z.object({ ways: z.array(payWay), usage: usages }),
  }),
  /** Newest first. */
  charges: defineCall({
    service: 'main',
    method: 'GET',
    path: '/billing/charges',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'facturacion', permission: 'read' },
    query: botQuery,
    answer: z.array(charge),
  }),
  /** What /facturacion shows besides. */
  billingOf: defineCall({
    service: 'main',
    method: 'GET',
    path: '/billing/summary',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'facturacion', permission: 'read' },
    query: botQuery,
    answer: z.object({
      subscription: z.nullable(subscription),
      card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
      /** Null: nothing will be collected. */
      next_charge: z.nullable(z.object({ at: instant, amount: z.int() })),
      /** `left`: charges that it still lowers; null: all. */
      coupon: z.nullable(z.object({ code: z.string(), percent: z.int(), left: z.nullable(z.int()) })),
      /** From when the next period can be paid, of what is paid period by period. */
      renews_from: z.nullable(instant),
      /** Whether a cancellation can be taken back here. */
      may_reactivate: z.boolean(),
      /** Whether one can be, before its day comes. */
      undoable: z.boolean(),
      company: z.nullable(company),
      usage: usages,
      /**
       * Wherein the month's conversations differ from the figures of its days: `sent`, begun by campaigns and automations
       * and taken up by nobody, are no conversations there; `taken_up`, begun so before, are some of this month there.
       */
      beside_figures: z.object({ sent: z.int(), taken_up: z.int() }),
    }),
  }),
  /** Who changed what of plan, card and company data, newest first. */
  billingChanges: defineCall({
    service: 'main',
    method: 'GET',
    path: '/billing/changes',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'facturacion', permission: 'read' },
    query: botQuery,
    answer: z.array(audit),
  }),
  saveCompany: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/billing/company',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'facturacion', permission: 'add' },
    body: z.object({
      bot_id: numericId,
      name: shortText(120),
      rut: shortText(20),
      activity: shortText(120),
      address: shortText(200),
    }),
    answer: company,
  }),
  /** Where another card is put on file, in place of the one that is there. */
  changeCard: defineCall({
    service: 'main',
    method: 'POST',
    path: '/billing/card',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'facturacion', permission: 'add' },
    body: z.object({ bot_id: numericId }),
    answer: z.object({ url: z.string() }),
  }),
  /** Takes back a cancellation whose day has not come. */
  reactivate: defineCall({
    service: 'main',
    method: 'POST',
    path: '/billing/reactivate',
    access: {
      kind: 'entity',
      entity: 'subscription',
      in: 'body',
      name: 'id',
      module: 'facturacion',
      permission: 'delete',
    },
    body: z.object({ id: numericId }),
    answer: subscription,
  }),
  /** What another plan would cost today and next. `when` unless said: as soon as it may be. */
  previewChange: defineCall({
    service: 'main',
    method: 'GET',
    path: '/billing/change',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'planes_checkout', permission: 'add' },
    query: z.extend(botQuery, { ...changeOf, when: z.optional(z.enum(CHANGE_WHEN)) }),
    answer: z.object({
      when: z.enum(CHANGE_WHEN),
      /** When it may be. */
      whens: z.array(z.enum(CHANGE_WHEN)),
      /** Pesos that are charged at once. */
      today: z.int(),
      next: z.object({ at: instant, amount: z.int() }),
      /** The coupon that ends with the change; null: none. */
      ends_coupon: z.nullable(z.string()),
      /** Nobody collects: `today` is paid at a till, by a checkout with `upgrade`. */
      at_till: z.boolean(),
      /** The instant that `today` is counted from. */
      as_of: instant,
    }),
  }),
  /** Changes the plan; 409 when today's charge is not what was shown. */
  changePlan: defineCall({
    service: 'main',
    method: 'POST',
    path: '/billing/change',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'planes_checkout', permission: 'add' },
    body: z.object({
      bot_id: numericId,
      ...changeOf,
      when: z.enum(CHANGE_WHEN),
      today: wholeNumber,
      as_of: instant,
    }),
    answer: subscription,
  }),
  /** A change that is still to come does not come. */
  takeBackChange: defineCall({
    service: 'main',
    method: 'POST',
    path: '/billing/change_back',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'planes_checkout', permission: 'add' },
    body: z.object({ bot_id: numericId }),
    answer: subscription,
  }),
  /** A charge's receipt as PDF: an address that ends by itself. */
  receipt: defineCall({
    service: 'main',
    method: 'GET',
    path: '/billing/receipt/{id}',
    access: {
      kind: 'entity',
      entity: 'charge',
      in: 'params',
      name: 'id',
      module: 'facturacion',
      permission: 'read',
    },
    params: z.object({ id: textId }),
    answer: z.object({ url: z.string() }),
  }),
};
