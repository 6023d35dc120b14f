/** What changes between a till that was opened and the word that it was paid: the bot, its plan, a coupon's last use. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../platform/database/database.ts';
import type { Person } from '../testing.ts';
import { officeCoupons } from './coupons.ts';
import { paymentProviders } from './providers/providers.ts';
import { DAY, startTills, type Tills } from './testing.ts';

const WAYS = [
  ['flow', 'payment'],
  ['flow', 'subscription'],
  ['stripe', 'subscription'],
] as const;

let tills: Tills;
beforeAll(async () => {
  tills = await startTills();
});
afterAll(() => tills.close());
beforeEach(() => tills.reset());

let bots = 6400;
/** A bot whose plan ran out, of an owner who has another one. */
async function deletable(): Promise<{ botId: number; owner: Person }> {
  const { server } = tills;
  const botId = ++bots;
  await server.addBot(botId);
  const owner = await server.addPerson(`borra${botId}`);
  owner.headers = await server.signIn(owner);
  await server.link(owner, botId, 'propietario');
  await server.link(owner, 7, 'agente');
  await server.app.db.query(sql`
    insert into subscriptions (bot_id, plan_id, status, closed_bot) values (${botId}, 'prueba', 'expired', true)`);
  return { botId, owner };
}
const begin = ({ botId, owner }: { botId: number; owner: Person }, more: object) =>
  tills.server.call('POST', '/svc/main/checkout', {
    as: owner,
    body: { bot_id: botId, plan_id: 'crece', plan_period: 'monthly', ...more },
  });
const remove = ({ botId, owner }: { botId: number; owner: Person }) =>
  tills.server.call('DELETE', `/svc/main/bot/${botId}`, { as: owner });
const rowOf = async (botId: number) =>
  (
    await tills.server.app.db.query(sql`select status, plan_id from subscriptions where bot_id = ${botId}`)
  )[0];

it.each(WAYS)(
  'BI-9 what is paid for a bot that was deleted meanwhile goes back: %s, %s',
  async (provider, mode) => {
    const at = await deletable();
    const opened = await begin(at, { provider, mode });
    expect(opened.status).toBe(200);
    const { id, url } = opened.body as { id: string; url: string };
    expect((await remove(at)).status).toBe(200);
    await tills.pay(url);
    await tills.heard();
    await tills.reconcile();
    await tills.heard();
    expect(await tills.state(id)).toBe('review');
    expect(await tills.charges()).toMatchObject([{ state: 'refunded' }]);
    expect(await rowOf(at.botId)).toMatchObject({ plan_id: 'prueba' });
    // Nothing collects for it any more, neither before its rows go nor after.
    await tills.pass(40 * DAY);
    await tills.heard();
    await tills.reconcile();
    expect(await tills.charges()).toMatchObject([{ state: 'refunded' }]);
  },
);

it('BI-9 a signed link of a deleted bot opens no till', async () => {
  const at = await deletable();
  const made = await tills.server.call('POST', '/svc/main/billing/pay_link', {
    as: at.owner,
    body: { bot_id: at.botId, plan_id: 'crece', plan_period: 'monthly' },
  });
  const link = Object.fromEntries(new URL((made.body as { url: string }).url).searchParams);
  expect((await remove(at)).status).toBe(200);
  const body = { ...link, email: 'socia@tienda.cl', amount: 59_990 };
  expect((await tills.server.call('POST', '/svc/main/billing/pay_link/checkout', { body })).status).toBe(404);
  expect(await tills.server.app.db.query(sql`select id from checkouts where bot_id = ${at.botId}`)).toEqual(
    [],
  );
});

it('BI-9 a bot that was paid once can be deleted', async () => {
  const at = await deletable();
  const { url } = (await begin(at, { provider: 'flow', mode: 'payment' })).body as { url: string };
  await tills.pay(url);
  await tills.heard();
  expect(await rowOf(at.botId)).toMatchObject({ status: 'active' });
  expect((await remove(at)).body).toMatchObject({ ok: true });
});

it('BI-10 of many who use the last use of a coupon at once one gets it', async () => {
  const { server } = tills;
  await server.app.db.query(sql`
    insert into coupons (code, percent, max_uses, active, note, created_at)
    values ('UNAVEZ', 50, 1, true, null, now()) on conflict do nothing`);
  const many = await Promise.all(Array.from({ length: 8 }, deletable));
  const begun = await Promise.all(
    many.map((at) => begin(at, { provider: 'flow', mode: 'payment', coupon: 'UNAVEZ' })),
  );
  expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422, 422, 422]);
});

it('BI-10 what is paid at a till that was replaced, and goes back, uses no coupon', async () => {
  const { db } = tills.server.app;
  await db.query(sql`delete from coupons`);
  await db.query(sql`
    insert into coupons (code, percent, max_uses, active, note, created_at) values ('UNICO', 50, 2, true, null, now())`);
  const uses = async () => (await officeCoupons(db)).map((one) => one.uses);
  const first = await tills.opened({ mode: 'payment', coupon: 'UNICO' });
  await tills.pay(first.url, 'reject');
  await tills.heard();
  expect(await uses()).toEqual([0]);
  const second = await tills.opened({ mode: 'payment', coupon: 'UNICO' });
  await tills.pay(second.url);
  await tills.heard();
  // The first till is still open in another tab.
  await tills.pay(first.url);
  await tills.heard();
  await tills.heard();
  expect([await tills.state(first.id), await tills.state(second.id)]).toEqual(['review', 'paid']);
  expect((await tills.charges()).map(({ state }) => state).toSorted()).toEqual(['paid', 'refunded']);
  expect(await uses()).toEqual([1]);
});

it.each(WAYS)(
  'BI-11 an agreed plan stays, and what is paid meanwhile goes back: %s, %s',
  async (provider, mode) => {
    const { id, url } = await tills.opened({ provider, mode, plan_id: 'emprende' });
    await tills.server.app.db.query(sql`
    update subscriptions set plan_id = 'crece', status = 'active', ends_at = null, granted_reason = 'Acordado'
    where bot_id = 64`);
    await tills.pay(url);
    await tills.heard();
    await tills.reconcile();
    await tills.heard();
    expect(await tills.state(id)).toBe('review');
    expect(await tills.row()).toMatchObject({ plan_id: 'crece', status: 'active', ends_at: null });
    expect(await tills.charges()).toMatchObject([{ state: 'refunded' }]);
  },
);

it('BI-4 a larger plan that was begun in one period and is paid in the next goes back', async () => {
  const first = await tills.opened({ mode: 'payment', plan_id: 'emprende' });
  await tills.pay(first.url);
  await tills.heard();
  const { ends_at } = await tills.row();
  await tills.pass(Date.parse(ends_at ?? '') - tills.server.app.clock.now().getTime() - 3 * DAY);
  // Three days of the difference, while the till of the next whole period stands open beside it.
  const larger = await tills.opened({ mode: 'payment', plan_id: 'crece', upgrade: true });
  const next = await tills.opened({ mode: 'payment', plan_id: 'emprende' });
  await tills.pay(next.url);
  await tills.heard();
  await tills.pay(larger.url);
  await tills.heard();
  expect(await tills.row()).toMatchObject({ plan_id: 'emprende', prepaid: true });
  expect(await tills.state(larger.id)).toBe('review');
  expect((await tills.charges()).map(({ state }) => state).toSorted()).toEqual(['paid', 'paid', 'refunded']);
});

it('BI-9 what failed for good is collected for no more once its bot is deleted', async () => {
  const at = await deletable();
  const { url } = (await begin(at, { provider: 'stripe' })).body as { url: string };
  await tills.pay(url);
  await tills.heard();
  const { app } = tills.server;
  const [row] = await app.db.query<{ id: string | null }>(sql`
    update subscriptions set status = 'expired', ends_at = now() - interval '9 days' where bot_id = ${at.botId}
    returning provider_subscription as id`);
  const stands = async () => (await paymentProviders(app).stripe?.readSubscription(row?.id ?? ''))?.status;
  expect(await stands()).toBe('active');
  expect((await remove(at)).status).toBe(200);
  await app.jobs.runDue();
  expect(await stands()).toBe('canceled');
});
