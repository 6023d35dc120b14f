/**
 * The addresses to which payment providers call. Stripe's are signed; Flow's bring a bare token. Neither's content is
 * believed: it makes a durable job that asks the provider. The event's id is written with what it changed.
 */
import * as z from 'zod/mini';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerRaw } from '../platform/http/route.ts';
import { checkoutByRef, readCheckout } from './checkouts.ts';
import { ProviderFault } from './providers/provider.ts';
import type { Providers } from './providers/providers.ts';
import { askAll } from './reconcile.ts';
import { settleCheckout, settleSubscription } from './settle.ts';

/** Stripe's longest events are far below. Bytes. */
const BODY_MOST = 500_000;
const TOKEN = /^[A-Za-z0-9_-]{4,200}$/;
const STRIPE = 'billing.stripe_event';
const FLOW = 'billing.flow_token';
const FLOW_CARD = 'billing.flow_card';
const stripeJob = z.object({
  id: z.string(),
  session: z.nullable(z.string()),
  subscription: z.nullable(z.string()),
  /** Absent in jobs of before. */
  customer: z.optional(z.nullable(z.string())),
});
const flowJob = z.object({ token: z.string() });

const valid = (token: unknown): string | null =>
  typeof token === 'string' && TOKEN.test(token) ? token : null;
const tokenOf = (body: unknown): string | null =>
  valid(new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '').get('token'));
/** A browser brings it in a form, or in its address. */
const tokenIn = ({ body, query }: { body: unknown; query: unknown }): string | null =>
  tokenOf(body) ?? valid(z.object({ token: z.optional(z.unknown()) }).parse(query).token);

/** Mounts `/hooks/stripe`, `/hooks/flow` and where Flow's till sends browsers back to. */
export function registerPaymentHooks(app: App, providers: Providers): void {
  // A merchant's busy minute; a guesser of tokens makes us ask Flow no oftener.
  const bare = app.sharedLimit('billing.flow', 120, 60);
  /** Once, however often it is told. */
  const later = (kind: string, of: string, payload: object) =>
    app.db.transaction((tx) =>
      app.jobs.schedule(tx, { kind, key: `${kind}:${of}`, runAt: app.clock.now(), payload }),
    );
  registerRaw(app, "Stripe's hook: its body has to be signed with the webhook's secret within 300 s", {
    method: 'POST',
    url: '/hooks/stripe',
    bodyLimit: BODY_MOST,
    async handler(request, reply) {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const hook = providers.stripe?.readHook(body, String(request.headers['stripe-signature'] ?? ''));
      if (!hook) throw new Refused('unauthorized');
      if (hook.session !== null || hook.subscription !== null || hook.customer !== null)
        await later(STRIPE, hook.id, hook);
      return reply.code(200).send({ ok: true });
    },
  });
  registerRaw(app, "Flow's callback: a bare token, of which nothing is believed; it makes us ask Flow", {
    method: 'POST',
    url: '/hooks/flow',
    bodyLimit: 10_000,
    async handler(request, reply) {
      const token = tokenOf(request.body);
      if (!providers.flow || token === null) throw new Refused('not_found');
      await bare.take(request.ip);
      await later(FLOW, token, { token });
      return reply.code(200).send({ ok: true });
    },
  });
  registerRaw(app, 'a browser that comes back from the till of Flow: the token of that till is its proof', {
    method: ['POST', 'GET'],
    url: '/hooks/flow/return/:id',
    bodyLimit: 10_000,
    async handler(request, reply) {
      const { id } = z.object({ id: z.string() }).parse(request.params);
      const token = tokenIn(request);
      const checkout = await readCheckout(app.db, id);
      if (checkout && token !== null && checkout.ref === token)
        await app.db.query(sql`
          update checkouts set returned_at = coalesce(returned_at, ${app.clock.now()}) where id = ${id}`);
      return reply.redirect(`/pago-exitoso/${encodeURIComponent(id)}`, 303);
    },
  });
  registerRaw(
    app,
    'a browser that comes back from putting another card on file; its token makes us ask Flow',
    {
      method: ['POST', 'GET'],
      url: '/hooks/flow/card',
      bodyLimit: 10_000,
      async handler(request, reply) {
        const token = tokenIn(request);
        if (providers.flow && token !== null) {
          await bare.take(request.ip);
          await later(FLOW_CARD, token, { token });
        }
        return reply.redirect('/facturacion', 303);
      },
    },
  );
}

/** Registers the jobs that ask. */
export function registerPaymentJobs(app: App, providers: Providers): void {
  app.jobs.handleOutside(STRIPE, async (job) => {
    const { id, session, subscription, customer = null } = stripeJob.parse(job.payload);
    const { stripe } = providers;
    if (!stripe) return;
    if (session !== null) {
      const checkout = await checkoutByRef(app.db, 'stripe', session);
      if (checkout) await settleCheckout(app, stripe, checkout.id, id);
      return;
    }
    const rows = await app.db.query<{ bot_id: number }>(sql`
      select bot_id from subscriptions where provider = 'stripe'
        and (provider_subscription = ${subscription}::text or provider_customer = ${customer}::text)`);
    // Of a customer it is written with each of their bots.
    for (const { bot_id } of rows)
      await settleSubscription(app, stripe, bot_id, subscription === null ? null : id);
  });
  app.jobs.handleOutside(FLOW_CARD, async (job) => {
    const { token } = flowJob.parse(job.payload);
    const { flow } = providers;
    if (!flow) return;
    try {
      const customer = await flow.registeredBy(token);
      const rows = await app.db.query<{ bot_id: number }>(sql`
        select bot_id from subscriptions where provider = 'flow' and provider_customer = ${customer}::text`);
      for (const { bot_id } of rows) await settleSubscription(app, flow, bot_id);
    } catch (error) {
      // A token that Flow does not know says nothing.
      if (!(error instanceof ProviderFault) || error.kind !== 'refused') throw error;
    }
  });
  app.jobs.handleOutside(FLOW, async (job) => {
    const { token } = flowJob.parse(job.payload);
    const { flow } = providers;
    if (!flow) return;
    const checkout = await checkoutByRef(app.db, 'flow', token);
    if (checkout) {
      await settleCheckout(app, flow, checkout.id);
      return;
    }
    try {
      const { flowOrder } = await flow.paymentOf(token);
      const [known] = await app.db.query(
        sql`select 1 as one from charges where provider = 'flow' and provider_id = ${flowOrder}`,
      );
      // A payment that nobody here knows of: one of the subscriptions has it.
      if (!known) await askAll(app, providers, 'flow');
    } catch (error) {
      // A token that Flow does not know says nothing.
      if (!(error instanceof ProviderFault) || error.kind !== 'refused') throw error;
    }
  });
}
