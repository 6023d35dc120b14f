/** Checkouts, charges and company data over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import { checkoutState } from '../../contract/entities/checkout.ts';
import { auditPage } from '../audit/audits.ts';
import type { App } from '../platform/app.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall, registerPublic } from '../platform/http/route.ts';
import { isSigned, signedAddress } from '../platform/signed-address.ts';
import { billingOf, changeCard, chargesOf, saveCompany } from './account.ts';
import { changePlan, previewChange, takeBackChange } from './change.ts';
import {
  CHECKOUT_TEXTS,
  checkoutByRef,
  checkoutOf,
  createCheckout,
  providerNameOf,
  readCheckout,
} from './checkouts.ts';
import { couponOf } from './coupons.ts';
import { makePayLink, payByLink, payLinkOf } from './pay-link.ts';
import { ProviderFault } from './providers/provider.ts';
import type { Providers } from './providers/providers.ts';
import { reactivate } from './reactivate.ts';
import { receiptOf } from './receipt.ts';
import { settleCheckout } from './settle.ts';
import { usageOf } from './usage.ts';

/** A receipt's address works so long. Seconds. */
const RECEIPT_LASTS = 300;

/** Mounts them. */
export function registerPayments(app: App, providers: Providers): void {
  // Each makes the provider open a till.
  const begun = app.sharedLimit('billing.checkout', 60, 3600);
  // The page that waits asks three times.
  const asked = app.sharedLimit('billing.ask', 30, 60);
  const returned = app.sharedLimit('billing.return', 60, 60);
  registerCall(app, CALLS.createCheckout, async ({ session, body }) => {
    await begun.take(String(session.user.id));
    const provider = providers.get(body.provider);
    if (!provider) throw new Refused('rule', { message: CHECKOUT_TEXTS.noProvider });
    const { id, email } = session.user;
    return createCheckout(
      app,
      provider,
      {
        botId: body.bot_id,
        planId: body.plan_id,
        period: body.plan_period,
        mode: body.mode ?? 'subscription',
        shown: body.amount ?? null,
        coupon: body.coupon ?? null,
        upgrade: body.upgrade ?? false,
        payer: { userId: id, email },
      },
      session.user,
    );
  });
  // A guesser of codes gets nowhere.
  const guessed = app.sharedLimit('billing.coupon', 20, 600);
  registerCall(app, CALLS.couponOf, async ({ session, query }) => {
    await guessed.take(String(session.user.id));
    return couponOf(app, query.code);
  });
  registerCall(app, CALLS.checkout, async ({ session, params, query }) => {
    if (query.ask === 'true') {
      await asked.take(String(session.user.id));
      await askFirst(app, providers, params.id);
    }
    return checkoutOf(app, params.id);
  });
  registerCall(app, CALLS.stripeReturn, async ({ query, request }) => {
    await returned.take(request.ip);
    const found = await checkoutByRef(app.db, 'stripe', query.session);
    if (!found) throw new Refused('not_found');
    await askFirst(app, providers, found.id);
    const after = await readCheckout(app.db, found.id);
    return { id: found.id, state: checkoutState.parse(after?.state ?? found.state) };
  });
  registerCall(app, CALLS.makePayLink, async ({ body }) => {
    const { bot_id, plan_id, plan_period, coupon: typed = null } = body;
    // Throws for one that can't be used: nobody sends a promise that is none.
    const coupon = typed === null ? null : (await couponOf(app, typed)).code;
    return { url: makePayLink(app, { botId: bot_id, planId: plan_id, period: plan_period, coupon }) };
  });
  registerCall(app, CALLS.payLink, async ({ query, request }) => {
    await returned.take(request.ip);
    return payLinkOf(app, providers, query);
  });
  registerCall(app, CALLS.payByLink, async ({ body, request }) => {
    await returned.take(request.ip);
    // Each makes the provider open a till; a link is known to few.
    await begun.take(`link ${body.link}`);
    return payByLink(app, providers, body);
  });
  registerCall(app, CALLS.payWays, async ({ query }) => ({
    ways: await providers.offered(),
    usage: await usageOf(app.db, app, query.bot_id),
  }));
  registerCall(app, CALLS.charges, ({ query }) => chargesOf(app.db, query.bot_id));
  registerCall(app, CALLS.billingOf, ({ query }) => billingOf(app, providers, query.bot_id));
  registerCall(app, CALLS.billingChanges, async ({ session, query }) => {
    const reader = { botId: query.bot_id, userId: session.user.id };
    return (await auditPage(app.db, reader, { types: ['subscription', 'billing'] }, 1)).audits;
  });
  registerCall(app, CALLS.saveCompany, ({ session, body }) => saveCompany(app, session, body));
  registerCall(app, CALLS.changeCard, async ({ session, body }) => {
    await begun.take(String(session.user.id));
    return { url: await changeCard(app, providers, body.bot_id) };
  });
  registerCall(app, CALLS.reactivate, ({ session, body }) => reactivate(app, providers, session, body.id));
  registerCall(app, CALLS.previewChange, async ({ session, query }) => {
    await asked.take(String(session.user.id));
    const { bot_id, plan_id, plan_period, when } = query;
    return previewChange(app, providers, bot_id, {
      planId: plan_id,
      period: plan_period,
      when: when ?? null,
    });
  });
  registerCall(app, CALLS.changePlan, async ({ session, body }) => {
    await begun.take(String(session.user.id));
    const { plan_id, plan_period, when, today, as_of } = body;
    const wish = { planId: plan_id, period: plan_period, when, today, asOf: as_of };
    return changePlan(app, providers, session, wish);
  });
  registerCall(app, CALLS.takeBackChange, async ({ session }) => {
    await begun.take(String(session.user.id));
    return takeBackChange(app, providers, session);
  });
  registerCall(app, CALLS.receipt, async ({ params }) => {
    const expires = Math.floor(app.clock.now().getTime() / 1000) + RECEIPT_LASTS;
    return { url: signedAddress(app, 'receipts', params.id, expires) };
  });
  registerPublic(app, 'the address of a receipt is signed and ends by itself', {
    method: 'GET',
    url: '/receipts/:id',
    async handler(request, reply) {
      const { id } = request.params as { id: string };
      if (!isSigned(app, 'receipts', id, request.query, app.clock.now())) throw new Refused('not_found');
      const pdf = await receiptOf(app, id);
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="comprobante-${id.slice(-12)}.pdf"`)
        .header('cache-control', 'private, no-store')
        .send(pdf);
    },
  });
}

/** The provider's word is welcome and not needed: what stands here is shown either way. */
async function askFirst(app: App, providers: Providers, id: string): Promise<void> {
  const row = await readCheckout(app.db, id);
  const provider = row ? providers.get(providerNameOf(row)) : null;
  if (!row || !provider || row.state !== 'pending') return;
  try {
    await settleCheckout(app, provider, id);
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    app.log.warn({ err: error, checkout: id }, 'A payment provider did not say how a checkout stands');
  }
}
