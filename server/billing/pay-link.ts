/**
 * A signed link by which somebody without an account pays for a bot at Stripe: it names the bot, the plan and the period,
 * ends by itself, and shows nothing but what is to be paid.
 */
import type * as z from 'zod/mini';
import type { paymentCalls } from '../../contract/calls/payments.ts';
import type { PlanPeriod } from '../../contract/entities/subscription.ts';
import { planPeriod } from '../../contract/entities/subscription.ts';
import { emailFault, normalizeEmail } from '../../contract/rules/email.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import { isSigned, signedAddress } from '../platform/signed-address.ts';
import { CHECKOUT_TEXTS, createCheckout, isCollected } from './checkouts.ts';
import type { Providers } from './providers/providers.ts';
import { readSubscription } from './row.ts';

/** A link works so long. Seconds. */
const LASTS = 7 * 24 * 60 * 60;

type Link = z.output<NonNullable<typeof paymentCalls.payLink.query>>;
interface What {
  botId: number;
  planId: string;
  period: PlanPeriod;
}

/** @returns an address of this installation's `/stripe` */
export function makePayLink(app: App, { botId, planId, period }: What): string {
  const expires = Math.floor(app.clock.now().getTime() / 1000) + LASTS;
  const link = `${botId}.${period}.${planId}`;
  const [, query] = signedAddress(app, 'pay-links', link, expires).split('?');
  return `${app.config.publicUrl}/stripe?link=${encodeURIComponent(link)}&${query}`;
}

/** Throws not_found for a link that is not ours, or over. */
function read(app: App, { link, expires, signature }: Link): What {
  if (!isSigned(app, 'pay-links', link, { expires, signature }, app.clock.now()))
    throw new Refused('not_found');
  const [bot, period, ...plan] = link.split('.');
  return { botId: Number(bot), period: planPeriod.parse(period), planId: plan.join('.') };
}

/** What is to be paid. Throws not_found, also where the plan is sold no more. */
export async function payLinkOf(
  app: App,
  providers: Providers,
  link: Link,
): Promise<z.output<typeof paymentCalls.payLink.answer>> {
  const { botId, planId, period } = read(app, link);
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
  return {
    bot_name: found.bot_name,
    plan_name: found.name,
    description: found.description,
    plan_period: period,
    amount: period === 'yearly' ? found.price_yearly : found.price,
    state: row && isCollected(row) ? 'paid' : way ? 'open' : 'closed',
    test: way?.test ?? false,
  };
}

/** Begins to pay by a link. Throws not_found, rule. */
export async function payByLink(
  app: App,
  providers: Providers,
  { email, ...link }: Link & { email: string },
): Promise<{ url: string }> {
  const { botId, planId, period } = read(app, link);
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
      shown: null,
      coupon: null,
      payer: { userId: null, email: normalizeEmail(email) },
    },
    null,
  );
  return { url };
}
