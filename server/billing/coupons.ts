/** Coupons: a share off every charge of what is bought with one, or off the first ones. */
import type * as z from 'zod/mini';
import type { billingOfficeCalls } from '../../contract/calls/billing-office.ts';
import { dayIn } from '../../contract/days.ts';
import type { Coupon, CouponTerms } from '../../contract/entities/checkout.ts';
import { COUPON_CODE, readCouponCode } from '../../contract/rules/coupons.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { Session } from '../platform/http/session.ts';
import { goesBack } from './given-back.ts';

const SHOWN = 500;
const NO_COUPON = 'Este código no existe o ya no se puede usar.';

/** An open checkout holds a use: it may still be paid. One whose money went back holds none: nothing was had for it. */
const select = (db: Queryable, rest: Sql) =>
  db.query<Coupon>(sql`
    select k.code, k.percent, k.periods, k.version, k.last_day, k.max_uses, k.active, k.note,
      (select count(*)::int from checkouts c
        where c.coupon = k.code and (c.state in ('pending', 'paid') or c.state = 'review' and not exists (
          select 1 from charges g where g.checkout_id = c.id and ${goesBack}))) as uses
    from coupons k ${rest}`);

/** Newest first. */
export const officeCoupons = (db: Queryable): Promise<Coupon[]> =>
  select(db, sql`order by k.created_at desc, k.code limit ${SHOWN}`);

const CHANGED = 'Otra persona cambió este cupón. Revisa cómo quedó y vuelve a intentarlo.';
const TAKEN = 'Ya hay un cupón con este código.';

/** Makes one or changes it: its version is counted up. Throws conflict, rule with `details.fields`. */
export async function saveCoupon(
  app: App,
  by: Session,
  typed: string,
  given: z.output<NonNullable<typeof billingOfficeCalls.saveCoupon.body>>,
): Promise<Coupon> {
  const code = readCouponCode(typed);
  if (code === null) throw fieldFault('code', COUPON_CODE.text);
  const { version, percent, periods, last_day, max_uses, active } = given;
  return app.db.transaction(async (tx) => {
    const [before] = await select(tx, sql`where k.code = ${code} for update of k`);
    if (version !== (before?.version ?? 0))
      throw new Refused('conflict', { message: version === 0 ? TAKEN : CHANGED });
    const written = await tx.query(sql`
      insert into coupons (code, percent, periods, last_day, max_uses, active, note, created_at)
      values (${code}, ${percent}, ${periods}, ${last_day}, ${max_uses}, ${active}, ${cleanLine(given.note)},
        ${app.clock.now()})
      on conflict (code) do update set version = coupons.version + 1, percent = excluded.percent,
        periods = excluded.periods, last_day = excluded.last_day, max_uses = excluded.max_uses,
        active = excluded.active, note = excluded.note
        where coupons.version = ${version}
      returning code`);
    if (written.length === 0) throw new Refused('conflict', { message: TAKEN });
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
): Promise<CouponTerms> {
  const code = readCouponCode(typed);
  await tx.query(sql`select 1 as one from coupons where code = ${code} for update`);
  // Counted by a statement of its own: one that waits for the lock counts what stood there before it waited.
  const [found] = code === null ? [] : await select(tx, sql`where k.code = ${code}`);
  const over =
    found &&
    ((found.last_day !== null && dayIn(app.clock.now().getTime()) > found.last_day) ||
      (found.max_uses !== null && found.uses >= found.max_uses));
  if (!found?.active || over) throw fieldFault('coupon', NO_COUPON);
  const { percent, periods, version } = found;
  return { code: found.code, percent, periods, version };
}

/** The same for whoever asks what a code would take off; it stays unused. */
export const couponOf = (app: App, typed: string): Promise<CouponTerms> =>
  app.db.transaction((tx) => takeCoupon(tx, app, typed));
