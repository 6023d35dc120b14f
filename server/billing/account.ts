/** What /facturacion shows and changes: charges, card, company data. */

import { addDays, dayIn, startOfDay } from '../../contract/days.ts';
import type { Charge, Company } from '../../contract/entities/checkout.ts';
import { charge as chargeSchema } from '../../contract/entities/checkout.ts';
import { RENEWAL_OPENS_DAYS } from '../../contract/rules/subscription.ts';
import { readRut } from '../../contract/rut.ts';
import { nextTurn } from '../../machines/subscription/terms.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { touch } from '../platform/realtime/touch.ts';
import { CHECKOUT_TEXTS, refusalOf } from './checkouts.ts';
import { besideFigures } from './conversations.ts';
import { couponHeld } from './coupon-end.ts';
import type { Providers } from './providers/providers.ts';
import { providerOf, readSubscription, type SubscriptionRow, termsOf } from './row.ts';
import { subscriptionOf } from './subscriptions.ts';
import { usageOf } from './usage.ts';

/** More than any bot has had; older ones are in the provider's own account. */
const CHARGES_SHOWN = 200;

/** Newest first. */
export async function chargesOf(db: Queryable, botId: number): Promise<Charge[]> {
  const rows = await db.query(sql`
    select id, at, amount, full_amount, coupon, currency, state, plan_name, period, provider, provider_id, refund_id,
      test from charges
    where bot_id = ${botId} order by at desc, id desc limit ${CHARGES_SHOWN}`);
  return rows.map((row) => chargeSchema.parse(row));
}

/** Whom receipts of a bot are made out to, or null. */
export async function companyOf(db: Queryable, botId: number): Promise<Company | null> {
  const [row] = await db.query<Company>(
    sql`select name, rut, activity, address from billing_companies where bot_id = ${botId}`,
  );
  return row ?? null;
}

const RUNNING = ['active', 'cancel_scheduled', 'past_due'];

/** From when the next period can be paid; null: nothing runs that could be paid on. */
async function renewsFrom(app: App, row: SubscriptionRow): Promise<string | null> {
  const { endsAt } = termsOf(row);
  if (endsAt === null) return null;
  const zone = await zoneOf(app.db, row.bot_id, app.clock.now());
  return new Date(startOfDay(addDays(dayIn(endsAt, zone), -RENEWAL_OPENS_DAYS), zone)).toISOString();
}

/** All that /facturacion starts from. */
export async function billingOf(app: App, providers: Providers, botId: number) {
  const row = await readSubscription(app.db, botId);
  const shown = await subscriptionOf(app.db, botId, app.clock.now());
  const running = shown?.status === 'active' || shown?.status === 'trialing';
  const turn = row && running && row.provider_subscription !== null ? nextTurn(termsOf(row)) : null;
  const undoable = row?.provider_subscription == null || providers.get(providerOf(row)) !== null;
  const coupon = row ? await couponHeld(app.db, row) : null;
  const whole = coupon?.left === 0 ? coupon.full : null;
  return {
    subscription: shown,
    card: row?.card_last4 ? { brand: row.card_brand ?? '', last4: row.card_last4 } : null,
    next_charge:
      turn && row?.amount
        ? { at: new Date(turn.at).toISOString(), amount: row.next_amount ?? whole ?? row.amount }
        : null,
    coupon: coupon && { code: coupon.code, percent: coupon.percent, left: coupon.left },
    renews_from: row?.prepaid && shown && RUNNING.includes(shown.status) ? await renewsFrom(app, row) : null,
    may_reactivate: shown?.status === 'cancel_scheduled' && undoable,
    undoable,
    company: await companyOf(app.db, botId),
    usage: await usageOf(app.db, app, botId),
    beside_figures: await besideFigures(app.db, app, botId),
  };
}

/** What the record of changes tells. */
const told = ({ name, rut, activity, address }: Company) => ({
  company: name,
  rut,
  activity,
  company_address: address,
});

/** Throws rule with `details.fields`: everything is needed, and the RUT must be one. */
export async function saveCompany(
  app: App,
  by: BotSession,
  typed: Company & { bot_id: number },
): Promise<Company> {
  const line = (field: keyof Company, message: string) => {
    const text = cleanLine(typed[field]);
    if (text === null) throw fieldFault(field, message);
    return text;
  };
  const rut = readRut(typed.rut);
  const after: Company = {
    name: line('name', 'Ingresa la razón social.'),
    rut: rut ?? '',
    activity: line('activity', 'Ingresa el giro.'),
    address: line('address', 'Ingresa la dirección.'),
  };
  if (rut === null) throw fieldFault('rut', 'Ingresa un RUT válido, como 76.123.456-0.');
  const botId = by.link.bot_id;
  return app.db.transaction(async (tx) => {
    await tx.query(sql`select 1 as one from bots where id = ${botId} for update`);
    const before = await companyOf(tx, botId);
    await tx.query(sql`
      insert into billing_companies (bot_id, name, rut, activity, address)
      values (${botId}, ${after.name}, ${after.rut}, ${after.activity}, ${after.address})
      on conflict (bot_id) do update set name = excluded.name, rut = excluded.rut, activity = excluded.activity,
        address = excluded.address`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'billing',
      id: botId,
      botId,
      before: before && told(before),
      after: told(after),
    });
    touch(tx, app, botId, ['billing']);
    return after;
  });
}

/** @returns where another card is put on file. Throws rule */
export async function changeCard(app: App, providers: Providers, botId: number): Promise<string> {
  const row = await readSubscription(app.db, botId);
  const provider = row && providers.get(providerOf(row));
  if (!row?.provider_customer || !provider) throw new Refused('rule', { message: CHECKOUT_TEXTS.noProvider });
  try {
    return await provider.changeCard(row.provider_customer, `${app.config.publicUrl}/facturacion`);
  } catch (error) {
    throw refusalOf(error);
  }
}
