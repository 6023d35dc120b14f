/** A larger plan while a period that was paid once runs: the difference to the peso, the same end, never twice. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../platform/database/database.ts';
import { DAY, startTills, type Tills } from './testing.ts';

let tills: Tills;
beforeAll(async () => {
  tills = await startTills();
});
afterAll(() => tills.close());
beforeEach(() => tills.reset());

const EMPRENDE = 24990;
const CRECE = 59990;
async function bought(plan_id = 'emprende'): Promise<void> {
  const { url } = await tills.opened({ mode: 'payment', plan_id });
  await tills.pay(url);
  await tills.heard();
}
interface Shown {
  when: string;
  whens: string[];
  today: number;
  next: { at: string; amount: number };
  at_till: boolean;
  message?: string;
}
const preview = async (plan: string, period = 'monthly') =>
  (
    await tills.server.call(
      'GET',
      `/svc/main/billing/change?bot_id=64&plan_id=${plan}&plan_period=${period}`,
      { as: tills.payer },
    )
  ).body as Shown;
const begin = (amount: number, more: object = {}, as = tills.payer) =>
  tills.server.call('POST', '/svc/main/checkout', {
    as,
    body: {
      bot_id: 64,
      plan_id: 'crece',
      plan_period: 'monthly',
      provider: 'flow',
      mode: 'payment',
      upgrade: true,
      amount,
      ...more,
    },
  });
const amounts = async () => (await tills.charges()).map(({ state, amount }) => [state, amount]);
const price = async (id: string) =>
  (await tills.server.app.db.query<{ price: number }>(sql`select price from plans where id = ${id}`))[0]
    ?.price ?? 0;

it('BI-3 shows the difference for the days that are left, and changes the plan once it is paid; the end stays', async () => {
  expect([await price('emprende'), await price('crece')]).toEqual([EMPRENDE, CRECE]);
  await bought();
  const { ends_at } = await tills.row();
  // On the first day it is the whole difference.
  expect(await preview('crece')).toMatchObject({
    when: 'now',
    whens: ['now'],
    today: CRECE - EMPRENDE,
    next: { at: ends_at, amount: CRECE },
    at_till: true,
  });
  await tills.pass(10 * DAY);
  const shown = await preview('crece');
  expect(shown.today).toBeGreaterThan(((CRECE - EMPRENDE) * 17) / 31);
  expect(shown.today).toBeLessThan(((CRECE - EMPRENDE) * 22) / 28);
  expect(Number.isInteger(shown.today)).toBe(true);
  // Another amount than was shown, a card, a coupon, a smaller plan, another period: refused, nothing changes.
  expect((await begin(shown.today - 1)).status).toBe(409);
  expect((await begin(shown.today, { mode: 'subscription' })).status).toBe(400);
  expect((await begin(shown.today, { coupon: 'NADA' })).status).toBe(400);
  expect((await begin(shown.today, { plan_id: 'emprende' })).status).toBe(422);
  expect((await begin(shown.today, { plan_period: 'yearly' })).status).toBe(422);
  expect(await preview('crece', 'yearly')).toMatchObject({
    message: expect.stringContaining('otro período'),
  });

  const { id, url } = (await begin(shown.today)).body as { id: string; url: string };
  expect(await tills.row()).toMatchObject({ plan_id: 'emprende', status: 'active', activated: true });
  await tills.pay(url);
  await tills.heard();
  await tills.heard();
  expect(await tills.state(id)).toBe('paid');
  expect(await tills.row()).toMatchObject({
    plan_id: 'crece',
    amount: CRECE,
    status: 'active',
    prepaid: true,
    ends_at,
  });
  expect(await amounts()).toEqual([
    ['paid', EMPRENDE],
    ['paid', shown.today],
  ]);
  // It is the largest that there is a price for below it.
  expect(await preview('emprende')).toMatchObject({ message: expect.any(String) });
});

it('BI-4 two tills for the same change: the second payment goes back', async () => {
  await bought();
  const { today } = await preview('crece');
  const one = (await begin(today)).body as { id: string; url: string };
  const two = (await begin(today)).body as { id: string; url: string };
  await tills.pay(one.url);
  await tills.pay(two.url);
  await tills.heard();
  await tills.heard();
  expect([await tills.state(one.id), await tills.state(two.id)].sort()).toEqual(['paid', 'review']);
  expect(await tills.row()).toMatchObject({ plan_id: 'crece', status: 'active' });
  expect((await amounts()).filter(([state]) => state === 'paid')).toHaveLength(2);
});

it('paid when its period was over, it goes back and opens nothing', async () => {
  await bought();
  const { ends_at } = await tills.row();
  await tills.pass(Date.parse(ends_at ?? '') - tills.server.app.clock.now().getTime() - 60_000);
  const { today } = await preview('crece');
  const { id, url } = (await begin(today)).body as { id: string; url: string };
  await tills.pass(120_000);
  await tills.pay(url);
  await tills.heard();
  expect(await tills.state(id)).toBe('review');
  expect((await tills.row()).plan_id).toBe('emprende');
});

it('BI-7 whoever dies before hearing of it finds it with the next reconciliation', async () => {
  await bought();
  const { ends_at } = await tills.row();
  const { today } = await preview('crece');
  const { url } = (await begin(today)).body as { url: string };
  tills.lost = true;
  const token = new URL(url).searchParams.get('token') ?? '';
  tills.outside.flow.choose(token, 'pay');
  await tills.heard();
  expect((await tills.row()).plan_id).toBe('emprende');
  await tills.pass(DAY / 24);
  await tills.reconcile();
  expect(await tills.row()).toMatchObject({ plan_id: 'crece', ends_at });
});

it('what nobody paid once is not made larger so: a stranger to it, an agent, another bot', async () => {
  // Expired: there is nothing to make larger.
  expect((await begin(1)).status).toBe(422);
  await bought();
  const { today } = await preview('crece');
  tills.team.ana.headers = await tills.server.signIn(tills.team.ana);
  tills.team.stranger.headers = await tills.server.signIn(tills.team.stranger);
  expect((await begin(today, {}, tills.team.ana)).status).toBe(403);
  expect((await begin(today, {}, tills.team.stranger)).status).toBe(404);
  expect((await tills.row()).plan_id).toBe('emprende');
});

it('a bank that takes the difference back leaves what was paid before it; one that takes that back ends both', async () => {
  const { flow } = tills.outside;
  const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';
  const first = await tills.opened({ mode: 'payment', plan_id: 'emprende' });
  await tills.pay(first.url);
  await tills.heard();
  const { ends_at } = await tills.row();
  const larger = async () => {
    const { today } = await preview('crece');
    const { url } = (await begin(today)).body as { url: string };
    await tills.pay(url);
    await tills.heard();
    expect((await tills.row()).plan_id).toBe('crece');
    return url;
  };
  const url = await larger();
  flow.annul(tokenOf(url));
  await tills.reconcile();
  expect(await tills.row()).toMatchObject({
    plan_id: 'emprende',
    amount: EMPRENDE,
    status: 'active',
    ends_at,
  });
  await larger();
  flow.annul(tokenOf(first.url));
  await tills.reconcile();
  expect(await tills.row()).toMatchObject({ status: 'past_due', activated: true });
});
