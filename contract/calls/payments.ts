/** Paying for a bot: checkouts, charges, company data, the card on file (docs/product.md §3 Checkout, §7). */
import * as z from 'zod/mini';
import { charge, checkout, company, payWay, usages } from '../entities/checkout.ts';
import { planPeriod, providerName, subscription } from '../entities/subscription.ts';
import { instant, numericId, shortText, textId } from '../primitives.ts';
import { defineCall } from './call.ts';

const botQuery = z.object({ bot_id: z.coerce.number().check(z.int(), z.positive(), z.lte(2_147_483_647)) });

export const paymentCalls = {
  /** Begins to pay; the browser goes to `url`. */
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
    }),
    answer: z.object({ id: textId, url: z.string() }),
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
    answer: z.object({ id: textId }),
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
      /** Whether a cancellation can be taken back here. */
      may_reactivate: z.boolean(),
      company: z.nullable(company),
      usage: usages,
    }),
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
