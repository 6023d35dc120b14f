/** Coupons: a share off every charge of what is bought with one. */
import type * as z from 'zod/mini';
import type { billingOfficeCalls } from '../../contract/calls/billing-office.ts';
import { dayIn } from '../../contract/days.ts';
import type { Coupon } from '../../contract/entities/checkout.ts';
import { COUPON_CODE, readCouponCode } from '../../contract/rules/coupons.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import type { Session } from '../platform/http/session.ts';

const SHOWN = 500;
const NO_COUPON = 'Este código no existe o ya no se puede usar.';

/** An open checkout holds a use: it may still be paid. */
const select = (db: Queryable, rest: Sql) =>
  db.query<Coupon>(sql`
    select k.code, k.percent, k.last_day, k.max_uses, k.active, k.note,
      (select count(*)::int from checkouts c
        where c.coupon = k.code and c.state in ('pending', 'paid', 'review')) as uses
    from coupons k ${rest}`);

/** Newest first. */
export const officeCoupons = (db: Queryable): Promise<Coupon[]> =>
  select(db, sql`order by k.created_at desc, k.code limit ${SHOWN}`);

/** Makes one or changes it. Throws rule with `details.fields`. */
export async function saveCoupon(
  app: App,
  by: Session,
  typed: string,
  given: z.output<NonNullable<typeof billingOfficeCalls.saveCoupon.body>>,
): Promise<Coupon> {
  const code = readCouponCode(typed);
  if (code === null) throw fieldFault('code', COUPON_CODE.text);
  const { percent, last_day, max_uses, active } = given;
  return app.db.transaction(async (tx) => {
    const [before] = await select(tx, sql`where k.code = ${code} for update of k`);
    await tx.query(sql`
      insert into coupons (code, percent, last_day, max_uses, active, note, created_at)
      values (${code}, ${percent}, ${last_day}, ${max_uses}, ${active}, ${cleanLine(given.note)}, ${app.clock.now()})
      on conflict (code) do update set percent = excluded.percent, last_day = excluded.last_day,
        max_uses = excluded.max_uses, active = excluded.active, note = excluded.note`);
    const [after] = await select(tx, sql`where k.code = ${code}`);
    if (!after) throw new Error('No coupon was written');
    await writeAudit(tx, app, {
      by: by.user,
      type: 'coupon',
      id: code,
      botId: null,
      before: before ? { ...before } : null,
      after: { ...after },
    });
    return after;
  });
}

/** What it takes off now; nobody else uses it until the transaction ends. Throws rule at `coupon`. */
export async function takeCoupon(
  tx: Transaction,
  app: Pick<App, 'clock'>,
  typed: string,
): Promise<{ code: string; percent: number }> {
  const code = readCouponCode(typed);
  const [found] = code === null ? [] : await select(tx, sql`where k.code = ${code} for update of k`);
  const over =
    found &&
    ((found.last_day !== null && dayIn(app.clock.now().getTime()) > found.last_day) ||
      (found.max_uses !== null && found.uses >= found.max_uses));
  if (!found?.active || over) throw fieldFault('coupon', NO_COUPON);
  return { code: found.code, percent: found.percent };
}

/** The same for whoever asks what a code would take off; it stays unused. */
export const couponOf = (app: App, typed: string): Promise<{ code: string; percent: number }> =>
  app.db.transaction((tx) => takeCoupon(tx, app, typed));
