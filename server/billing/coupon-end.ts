/** Coupons that hold for some charges alone: how many are left, and when the whole price is asked for. */
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { type SubscriptionRow, termsOf } from './row.ts';

/** The job that asks the provider for the whole price (whole-price.ts). */
export const WHOLE_PRICE = 'billing.whole_price';
/** Before the charge; until then any other change of plan may be made. Milliseconds. */
const AHEAD = 2 * 24 * 60 * 60 * 1000;

interface HeldCoupon {
  code: string;
  percent: number;
  /** Pesos of a period without it. */
  full: number;
  /** Charges that it still lowers; null: all. */
  left: number | null;
}

/** The coupon by which the bot's price is lower, or null: there is none, or the price has changed since. */
export async function couponHeld(db: Queryable, row: SubscriptionRow): Promise<HeldCoupon | null> {
  if (row.provider_subscription === null || row.checkout_id === null) return null;
  const [found] = await db.query<{
    coupon: string | null;
    percent: number | null;
    full: number | null;
    periods: number | null;
    used: number;
  }>(sql`
    select c.coupon, c.coupon_percent as percent, c.full_amount as full, c.coupon_periods as periods,
      (select count(*)::int from charges k where k.checkout_id = c.id and k.coupon = c.coupon and k.state = 'paid') as used
    from checkouts c
    where c.id = ${row.checkout_id} and c.amount = ${row.amount} and c.plan_id = ${row.plan_id} and c.period = ${row.period}`);
  if (!found) return null;
  const { coupon: code, percent, full, periods, used } = found;
  if (code === null || percent === null || full === null) return null;
  return { code, percent, full, left: periods === null ? null : Math.max(0, periods - used) };
}

/** Puts down when the whole price is asked for, in the transaction that wrote what was paid. */
export async function watchCoupon(tx: Transaction, app: App, row: SubscriptionRow): Promise<void> {
  if (row.ends_at === null || row.next_plan_id !== null || termsOf(row).status !== 'active') return;
  if ((await couponHeld(tx, row))?.left !== 0) return;
  await app.jobs.schedule(tx, {
    kind: WHOLE_PRICE,
    key: `${WHOLE_PRICE}:${row.bot_id}`,
    runAt: new Date(Date.parse(row.ends_at) - AHEAD),
    payload: { botId: row.bot_id },
  });
}

/** Whether the change that waits is the end of a coupon: the same plan at its whole price. */
export const isCouponEnd = (row: SubscriptionRow): boolean =>
  row.next_plan_id === row.plan_id && row.next_period === row.period;
