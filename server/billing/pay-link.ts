/**
 * A signed link by which somebody without an account pays for a bot at Stripe: it names the bot, the plan and the period,
 * ends by itself, and shows nothing but what is to be paid.
 */
import type * as z from 'zod/mini';
import type { paymentCalls } from '../../contract/calls/payments.ts';
import type { CouponTerms } from '../../contract/entities/checkout.ts';
import type { PlanPeriod } from '../../contract/entities/subscription.ts';
import { planPeriod } from '../../contract/entities/subscription.ts';
import { afterCoupon } from '../../contract/rules/coupons.ts';
import { emailFault, normalizeEmail } from '../../contract/rules/email.ts';
import { priceOf } from '../../contract/rules/plan-change.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import { isSigned, signedAddress } from '../platform/signed-address.ts';
import { CHECKOUT_TEXTS, createCheckout, isCollected } from './checkouts.ts';
import { couponOf } from './coupons.ts';
import type { Providers } from './providers/providers.ts';
import { readSubscription } from './row.ts';

/** A link works so long. Seconds. */
const LASTS = 7 * 24 * 60 * 60;

/** How a link with a code begins. */
const CODED = 'c';

type Link = z.output<NonNullable<typeof paymentCalls.payLink.query>>;
interface What {
  botId: number;
  planId: string;
  period: PlanPeriod;
  /** A code, as it is kept. */
  coupon: string | null;
}

/** @returns an address of this installation's `/stripe` */
export function makePayLink(app: App, { botId, planId, period, coupon }: What): string {
  const expires = Math.floor(app.clock.now().getTime() / 1000) + LASTS;
  // Numbers begin a link without a code.
  const link = `${coupon === null ? '' : `${CODED}.${coupon}.`}${botId}.${period}.${planId}`;
  const [, query] = signedAddress(app, 'pay-links', link, expires).split('?');
  return `${app.config.publicUrl}/stripe?link=${encodeURIComponent(link)}&${query}`;
}

/** Throws not_found for a link that is not ours, or over. */
function read(app: App, { link, expires, signature }: Link): What {
  if (!isSigned(app, 'pay-links', link, { expires, signature }, app.clock.now()))
    throw new Refused('not_found');
  const parts = link.split('.');
  const coupon = parts[0] === CODED ? (parts.splice(0, 2)[1] ?? null) : null;
  const [bot, period, ...plan] = parts;
  return { botId: Number(bot), period: planPeriod.parse(period), planId: plan.join('.'), coupon };
}

/** What the link's code takes off now; null: it came with none, or that can be used no more. */
async function couponNow(app: App, code: string | null): Promise<CouponTerms | null> {
  if (code === null) return null;
  try {
    return await couponOf(app, code);
  } catch (error) {
    if (error instanceof Refused && error.code === 'rule') return null;
    throw error;
  }
}

/** What is to be paid. Throws not_found, also where the plan is sold no more. */
export async function payLinkOf(
  app: App,
  providers: Providers,
  link: Link,
): Promise<z.output<typeof paymentCalls.payLink.answer>> {
  const { botId, planId, period, coupon: code } = read(app, link);
  const [found] = await app.db.query<{
    bot_name: string;
    name: string;
    description: string;
    price: number;
    price_yearly: number;
  }>(sql`
    select b.bot_name, p.name, p.description, p.price, p.price_yearly from bots b, plans p
    where b.id = ${botId} and b.deleted_at is null and p.id = ${planId} and p.offered`);
  if (!found) throw new Refused('not_found');
  const row = await readSubscription(app.db, botId);
  const way = (await providers.offered()).find(({ provider }) => provider === 'stripe');
  const full = priceOf(found, period);
  const coupon = await couponNow(app, code);
  return {
    bot_name: found.bot_name,
    plan_name: found.name,
    description: found.description,
    plan_period: period,
    amount: coupon ? afterCoupon(full, coupon.percent) : full,
    full_amount: full,
    coupon,
    coupon_over: code !== null && coupon === null,
    state: row && isCollected(row) ? 'paid' : way ? 'open' : 'closed',
    test: way?.test ?? false,
  };
}

/** Begins to pay by a link. Throws not_found, rule; conflict where what was shown is not what is asked for now. */
export async function payByLink(
  app: App,
  providers: Providers,
  { email, amount, ...link }: Link & { email: string; amount: number },
): Promise<{ url: string }> {
  const { botId, planId, period, coupon: code } = read(app, link);
  const fault = emailFault(email);
  if (fault !== null) throw fieldFault('email', fault);
  if (!providers.stripe) throw new Refused('rule', { message: CHECKOUT_TEXTS.noProvider });
  const { url } = await createCheckout(
    app,
    providers.stripe,
    {
      botId,
      planId,
      period,
      mode: 'subscription',
      shown: amount,
      coupon: (await couponNow(app, code))?.code ?? null,
      payer: { userId: null, email: normalizeEmail(email) },
    },
    null,
  );
  return { url };
}
