/** One period by one payment at Flow: told before its end, a grace after it, and never paid twice (BI-1 to BI-7). */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mailsTo } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { DAY, startTills, type Tills } from './testing.ts';

let tills: Tills;
beforeAll(async () => {
  tills = await startTills();
});
afterAll(() => tills.close());
beforeEach(() => tills.reset());

const CRECE = 59990;
const once = (more: object = {}) => tills.opened({ mode: 'payment', ...more });
const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';
const call = (token: string) =>
  fetch(`${tills.server.url}/hooks/flow`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `token=${token}`,
  });

it('BI-3 opens the bot for one period, says so before its end, and closes it once the grace is over', async () => {
  const { id, url } = await once();
  expect(await tills.row()).toMatchObject({ status: 'pending', activated: false });
  await tills.pay(url);
  await tills.heard();
  expect(await tills.state(id)).toBe('paid');
  const paid = await tills.row();
  expect(paid).toMatchObject({
    status: 'active',
    prepaid: true,
    activated: true,
    provider_subscription: null,
  });
  expect(await tills.charges()).toMatchObject([{ state: 'paid', amount: CRECE }]);
  // Nobody collects for it: no card is on file anywhere.
  expect(tills.outside.flow.subscriptions.size).toBe(0);
  const { team, server } = tills;
  const about = (subject: string) => mailsTo(server, team.owner.email, subject);
  expect((await tills.begin({ mode: 'payment' })).body).toMatchObject({
    message: expect.stringMatching(/se puede pagar desde el \d\d\/\d\d\/\d{4}\.$/),
  });
  await tills.pass(Date.parse(paid.ends_at ?? '') - server.app.clock.now().getTime() - 4 * DAY);
  await tills.heard();
  const [soon, ...more] = await about('está pagado hasta el');
  expect(soon).toMatch(/está pagado hasta el \d\d\/\d\d\/\d{4}/);
  expect(more).toEqual([]);
  expect(await tills.row()).toMatchObject({ status: 'active', activated: true });
  await tills.pass(4 * DAY + 1000);
  await tills.heard();
  expect(await tills.row()).toMatchObject({ status: 'past_due', activated: true });
  expect(await about('Terminó lo pagado')).toHaveLength(1);
  await tills.pass(4 * DAY);
  await tills.heard();
  expect(await tills.row()).toMatchObject({ status: 'expired', activated: false });
  expect(await about('se desactivó')).toHaveLength(1);
  // What is paid now goes on with nothing: it is a plan anew.
  const summary = await server.call('GET', '/svc/main/billing/summary?bot_id=64', { as: tills.payer });
  expect(summary.body).toMatchObject({ renews_from: null });
});

it('paying the next period early, or in the grace, takes no day away; after it the period begins with the payment', async () => {
  const first = await once();
  await tills.pay(first.url);
  await tills.heard();
  const one = await tills.row();
  const left = Date.parse(one.ends_at ?? '') - tills.server.app.clock.now().getTime();
  await tills.pass(left - 3 * DAY);
  const second = await once();
  await tills.pay(second.url);
  await tills.heard();
  const two = await tills.row();
  const month = (from: string | null, to: string | null) =>
    Math.round((Date.parse(to ?? '') - Date.parse(from ?? '')) / DAY);
  expect(month(one.ends_at, two.ends_at)).toBeGreaterThanOrEqual(28);
  await tills.pass(Date.parse(two.ends_at ?? '') - tills.server.app.clock.now().getTime() + DAY);
  await tills.heard();
  expect(await tills.row()).toMatchObject({ status: 'past_due', activated: true });
  const third = await once({ plan_id: 'emprende' });
  await tills.pay(third.url);
  await tills.heard();
  const three = await tills.row();
  expect(three).toMatchObject({ status: 'active', plan_id: 'emprende', activated: true });
  expect(month(two.ends_at, three.ends_at)).toBeGreaterThanOrEqual(28);
  await tills.pass(60 * DAY);
  await tills.heard();
  const fourth = await once();
  const now = tills.server.app.clock.now().getTime();
  await tills.pay(fourth.url);
  await tills.heard();
  expect(Date.parse((await tills.row()).ends_at ?? '') - now).toBeGreaterThan(28 * DAY);
  expect((await tills.charges()).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid', 'paid']);
});

it('a smaller plan waits for the end of what was paid, and is no change of what runs', async () => {
  const { url } = await once();
  await tills.pay(url);
  await tills.heard();
  const left = Date.parse((await tills.row()).ends_at ?? '') - tills.server.app.clock.now().getTime();
  await tills.pass(left - 3 * DAY);
  expect((await tills.begin({ mode: 'payment', plan_id: 'emprende' })).body).toMatchObject({
    message: expect.stringMatching(/plan más chico/),
  });
  const change = await tills.server.call(
    'GET',
    '/svc/main/billing/change?bot_id=64&plan_id=emprende&plan_period=monthly',
    { as: tills.payer },
  );
  expect(change).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/período por período/) },
  });
});

const PAIRS = [
  ['payment', 'payment'],
  ['payment', 'subscription'],
  ['subscription', 'payment'],
] as const;
for (const [one, other] of PAIRS)
  it(`BI-4 two open checkouts (${one}, ${other}) never make two: the second success goes back, with an alert`, async () => {
    const first = await tills.opened({ mode: one });
    const second = await tills.opened({ mode: other });
    await tills.pay(first.url);
    await tills.heard();
    await tills.asked(first.id);
    await tills.pay(second.url);
    await tills.heard();
    await tills.asked(second.id);
    await tills.heard();
    expect([await tills.state(first.id), await tills.state(second.id)]).toEqual(['paid', 'review']);
    expect((await tills.asked(first.id)).body).toMatchObject({ given_back: false });
    expect((await tills.asked(second.id)).body).toMatchObject({ given_back: true });
    expect(
      (await mailsTo(tills.server, tills.team.owner.email, 'Te devolvemos el pago completo')).length,
    ).toBeGreaterThan(0);
    expect((await tills.charges()).map(({ state }) => state).sort()).toEqual(['paid', 'refunded']);
    const living = [...tills.outside.flow.subscriptions.values()].filter(({ status }) => status !== 4);
    expect(living.length).toBe(one === 'subscription' ? 1 : 0);
    expect(await tills.row()).toMatchObject({
      status: 'active',
      activated: true,
      prepaid: one === 'payment',
    });
    expect((await mailsTo(tills.server, tills.team.owner.email, 'Revisamos un pago')).length).toBeGreaterThan(
      0,
    );
    for (const { subscriptionId } of living) tills.outside.flow.subscriptions.delete(subscriptionId);
    tills.outside.flow.subscriptions.clear();
  });

it('BI-1, BI-2 callbacks of a life in any order, any number of times, and asking in between, end in the same state', async () => {
  tills.lost = true;
  const refused = await once();
  await tills.pay(refused.url, 'reject');
  const { url } = await once();
  await tills.pay(url);
  const stranger = 'ABCDEF0123456789';
  const tokens = [tokenOf(refused.url), tokenOf(url), stranger];
  const ends = new Set<string>();
  const { db } = tills.server.app;
  const play = async (order: readonly string[]) => {
    await db.query(sql`delete from charges`);
    await db.query(sql`update checkouts set state = 'pending', settled_at = null`);
    await db.query(sql`
      update subscriptions set status = 'pending', ends_at = null, provider = null, prepaid = false, checkout_id = null`);
    for (const token of order) {
      expect((await call(token)).status).toBe(200);
      await tills.server.app.jobs.runDue();
    }
    await tills.reconcile();
    const states = await db.query(sql`select id, state from checkouts order by id`);
    const charges = (await tills.charges()).map(({ state, amount }) => [state, amount]);
    ends.add(JSON.stringify([await tills.row(), charges, states]));
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...tokens), { maxLength: 6 }), async (order) => {
      await play(order);
      expect(ends.size).toBe(1);
    }),
    { numRuns: 15 },
  );
  expect(await tills.row()).toMatchObject({ status: 'active', prepaid: true });
  expect(await tills.charges()).toHaveLength(1);
});

it('BI-5 what was paid counts from when it was paid, however late that is heard of', async () => {
  tills.lost = true;
  const { id, url } = await once();
  await tills.pay(url);
  const at = tills.server.app.clock.now().getTime();
  await tills.pass(5 * DAY);
  await tills.reconcile();
  expect(await tills.state(id)).toBe('paid');
  const end = Date.parse((await tills.row()).ends_at ?? '');
  expect(end - at).toBeLessThan(33 * DAY);
});

it('BI-6 another amount than was asked opens nothing, and people look at it', async () => {
  const { id, url } = await once();
  await tills.server.app.db.query(sql`update checkouts set amount = amount - 1 where id = ${id}`);
  await tills.pay(url);
  await tills.heard();
  expect(await tills.state(id)).toBe('review');
  expect(await tills.row()).toMatchObject({ activated: false });
  expect((await tills.begin({ mode: 'payment', amount: CRECE - 1 })).status).toBe(409);
});

it('BI-7 what Flow never told is found, also when it was paid after we had called it over', async () => {
  tills.lost = true;
  const { id, url } = await once();
  await tills.pass(22 * 60 * 60 * 1000);
  await tills.server.app.db.query(sql`update checkouts set state = 'expired' where id = ${id}`);
  await tills.pay(url);
  await tills.reconcile();
  expect(await tills.state(id)).toBe('paid');
  expect(await tills.row()).toMatchObject({ status: 'active', activated: true });
  // A period is not called over while a payment waits to be heard of.
  await tills.pass(31 * DAY);
  await tills.heard();
  const next = await once();
  await tills.pay(next.url);
  await tills.pass(4 * DAY);
  await tills.server.app.jobs.runDue();
  expect(await tills.row()).toMatchObject({ status: 'active', activated: true });
});

it('a payment that the bank takes back ends with the usual grace, and people are told', async () => {
  const { id, url } = await once();
  await tills.pay(url);
  await tills.heard();
  tills.outside.flow.annul(tokenOf(url));
  await tills.reconcile();
  expect(await tills.state(id)).toBe('review');
  expect(await tills.row()).toMatchObject({ status: 'past_due', activated: true });
  expect(await tills.charges()).toMatchObject([{ state: 'refunded' }]);
  await tills.pass(5 * DAY);
  await tills.heard();
  expect(await tills.row()).toMatchObject({ status: 'expired', activated: false });
});

it('Stripe takes no single payment, and a card subscription that failed for good is ended once something else is paid', async () => {
  expect((await tills.begin({ provider: 'stripe', mode: 'payment' })).status).toBe(422);
  const { url, id } = await tills.opened({ mode: 'subscription' });
  await tills.pay(url, 'late');
  await tills.asked(id);
  await tills.pass(33 * DAY);
  await tills.reconcile();
  await tills.pass(5 * DAY);
  await tills.heard();
  const failed = await tills.row();
  expect(failed).toMatchObject({ status: 'expired', activated: false });
  const next = await once();
  await tills.pay(next.url);
  await tills.heard();
  await tills.heard();
  expect(await tills.row()).toMatchObject({ status: 'active', prepaid: true, provider_subscription: null });
  expect(tills.outside.flow.subscriptions.get(failed.provider_subscription ?? '')?.status).toBe(4);
});
