/** Coupons for some charges alone: each charge is what was said, to the peso, at both providers. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../platform/database/database.ts';
import { DAY, startTills, type Tills } from './testing.ts';

let tills: Tills;
beforeAll(async () => {
  tills = await startTills();
});
afterAll(() => tills.close());
beforeEach(async () => {
  await tills.reset();
  await tills.server.app.db.query(sql`delete from coupons`);
});

/** As long as a busy machine may need for a hundred days. Milliseconds. */
const MONTHS = 240_000;

const FULL = 59990;
const LESS = 50992;
const coupon = (code: string, periods: number | null) =>
  tills.server.app.db.query(sql`
    insert into coupons (code, percent, periods, created_at) values (${code}, 15, ${periods}, now())`);
/** Days go by; the daily reconciliation is one of the tasks that are due. */
async function days(count: number): Promise<void> {
  // The whole price is asked for at least a day before its charge, at whatever time of the day it was bought.
  for (let hours = 0; hours < count * 24; hours += 20) {
    await tills.pass((20 / 24) * DAY);
    await tills.heard();
  }
}
const summary = async () =>
  (await tills.server.call('GET', '/svc/main/billing/summary?bot_id=64', { as: tills.payer })).body as {
    next_charge: { amount: number } | null;
    coupon: { code: string; left: number | null } | null;
  };

for (const provider of ['flow', 'stripe'] as const) {
  it(
    `${provider}: for one charge, and the whole price from the next on`,
    async () => {
      await coupon('UNO', 1);
      const { id, url } = await tills.opened({ provider, coupon: 'uno', amount: LESS });
      await tills.pay(url);
      await tills.heard();
      await tills.asked(id);
      expect(await summary()).toMatchObject({
        next_charge: { amount: FULL },
        coupon: { code: 'UNO', left: 0 },
      });
      await days(70);
      expect(
        (await tills.charges()).map(({ amount, coupon: code, full_amount }) => [amount, code, full_amount]),
      ).toEqual([
        [LESS, 'UNO', FULL],
        [FULL, null, null],
        [FULL, null, null],
      ]);
      expect(await tills.row()).toMatchObject({ status: 'active', amount: FULL, plan_id: 'crece' });
      expect((await summary()).coupon).toBeNull();
    },
    MONTHS,
  );

  it(
    `${provider}: for two charges, or for all of them`,
    async () => {
      await coupon('DOS', 2);
      const two = await tills.opened({ provider, coupon: 'DOS' });
      await tills.pay(two.url);
      await tills.heard();
      await tills.asked(two.id);
      expect(await summary()).toMatchObject({ next_charge: { amount: LESS }, coupon: { left: 1 } });
      await days(100);
      expect((await tills.charges()).map(({ amount }) => amount)).toEqual([LESS, LESS, FULL, FULL]);
      await tills.reset();
      await coupon('TODOS', null);
      const all = await tills.opened({ provider, coupon: 'TODOS' });
      await tills.pay(all.url);
      await tills.heard();
      await tills.asked(all.id);
      await days(70);
      expect((await tills.charges()).map(({ amount }) => amount)).toEqual([LESS, LESS, LESS]);
      expect(await summary()).toMatchObject({ coupon: { code: 'TODOS', left: null } });
    },
    MONTHS,
  );
}

it('what was bought keeps the terms of its version, and says them', async () => {
  await coupon('UNO', null);
  const { id } = await tills.opened({ coupon: 'UNO' });
  await tills.server.app.db.query(sql`update coupons set percent = 50, periods = 1, version = 2`);
  const { body } = await tills.asked(id);
  expect(body).toMatchObject({
    amount: LESS,
    full_amount: FULL,
    coupon: { code: 'UNO', percent: 15, periods: null, version: 1 },
  });
  // The page still shows the old price: nothing is begun at another.
  expect((await tills.begin({ coupon: 'UNO', amount: LESS })).status).toBe(409);
});

it('one payment takes a coupon once, and the receipt says what it was less than', async () => {
  await coupon('UNO', 1);
  const { url } = await tills.opened({ mode: 'payment', coupon: 'UNO' });
  await tills.pay(url);
  await tills.heard();
  expect(await tills.charges()).toMatchObject([{ amount: LESS, coupon: 'UNO', full_amount: FULL }]);
  const [charge] = await tills.charges();
  const address = await tills.server.call('GET', `/svc/main/billing/receipt/${charge?.id}`, {
    as: tills.payer,
  });
  const file = await fetch(`${tills.server.url}${(address.body as { url: string }).url}`);
  expect((await file.text()).slice(0, 5)).toBe('%PDF-');
});
