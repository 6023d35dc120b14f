/** A signed link: somebody without an account pays for a bot, and learns nothing else. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Playground, startPlayground } from '../../playground/playground.ts';
import { sql } from '../platform/database/database.ts';
import { startTestServer, type Team, type TestServer } from '../testing.ts';

let server: TestServer;
let team: Team;
let outside: Playground;
beforeAll(async () => {
  outside = await startPlayground(0);
  server = await startTestServer({
    payments: {
      flow: null,
      stripe: {
        apiUrl: outside.url,
        secretKey: outside.stripe.secretKey,
        webhookSecret: outside.stripe.webhookSecret,
      },
    },
  });
  team = await server.addTeam(64);
  await server.app.db.query(
    sql`insert into subscriptions (bot_id, plan_id, status, closed_bot) values (64, 'prueba', 'expired', true)`,
  );
  await server.app.db.query(sql`update bots set activated = false where id = 64`);
});
afterAll(async () => {
  await server.close();
  await outside.close();
});

it('is made by who may pay, opens a till for anybody, and the bot works once it is paid', async () => {
  const body = { bot_id: 64, plan_id: 'crece', plan_period: 'monthly' };
  const make = (as = team.owner) => server.call('POST', '/svc/main/billing/pay_link', { as, body });
  expect((await make(team.ana)).status).toBe(403);
  expect((await make(team.stranger)).status).toBe(404);
  const made = await make();
  const { searchParams, pathname } = new URL((made.body as { url: string }).url);
  expect(pathname).toBe('/stripe');
  const link = Object.fromEntries(searchParams);
  const read = (query: Record<string, string>) =>
    server.call('GET', `/svc/main/billing/pay_link?${new URLSearchParams(query)}`);
  expect((await read(link)).body).toEqual({
    bot_name: expect.any(String),
    plan_name: 'Crece',
    description: expect.any(String),
    plan_period: 'monthly',
    amount: 59990,
    full_amount: 59990,
    coupon: null,
    coupon_over: false,
    state: 'open',
    test: true,
  });
  expect((await read({ ...link, link: '64.monthly.emprende' })).status).toBe(404);
  expect((await read({ ...link, expires: '9999999999' })).status).toBe(404);
  const pay = (email: string) =>
    server.call('POST', '/svc/main/billing/pay_link/checkout', { body: { ...link, email, amount: 59990 } });
  expect((await pay('nadie')).body).toMatchObject({ details: { fields: { email: expect.any(String) } } });
  const { url } = (await pay('socia@tienda.cl')).body as { url: string };
  const session = url.split('/').at(-1) ?? '';
  const back = () => server.call('GET', `/svc/main/billing/stripe_return?session=${session}`);
  expect((await back()).body).toMatchObject({ state: 'pending' });
  outside.stripe.choose(session, 'pay');
  expect((await back()).body).toMatchObject({ state: 'paid' });
  expect((await read(link)).body).toMatchObject({ state: 'paid' });
  const [bot] = await server.app.db.query<{ activated: boolean }>(
    sql`select activated from bots where id = 64`,
  );
  expect(bot).toEqual({ activated: true });
  server.pass(8 * 24 * 60 * 60 * 1000);
  expect((await read(link)).status).toBe(404);
});

it('BI-6 carries a coupon: what it takes off is shown, asked for and compared, and the whole price once it is over', async () => {
  const { db } = server.app;
  // Days have passed.
  team.owner.headers = await server.signIn(team.owner);
  await db.query(sql`delete from checkouts`);
  await db.query(sql`delete from charges`);
  await db.query(sql`delete from subscriptions`);
  await db.query(
    sql`insert into subscriptions (bot_id, plan_id, status, closed_bot) values (64, 'prueba', 'expired', true)`,
  );
  await db.query(sql`
    insert into coupons (code, percent, periods, active, note, created_at) values ('SOCIA20', 20, 3, true, null, now())`);
  const make = (coupon: string | null) =>
    server.call('POST', '/svc/main/billing/pay_link', {
      as: team.owner,
      body: { bot_id: 64, plan_id: 'crece', plan_period: 'monthly', coupon },
    });
  expect((await make('NADA')).body).toMatchObject({ details: { fields: { coupon: expect.any(String) } } });
  const { url } = (await make(' socia20 ')).body as { url: string };
  const link = Object.fromEntries(new URL(url).searchParams);
  const read = async () =>
    (await server.call('GET', `/svc/main/billing/pay_link?${new URLSearchParams(link)}`)).body;
  expect(await read()).toMatchObject({
    amount: 47_992,
    full_amount: 59_990,
    coupon: { code: 'SOCIA20', percent: 20, periods: 3 },
    coupon_over: false,
  });
  // Nobody writes a code into a link, nor takes one out.
  const forged = { ...link, link: (link['link'] ?? '').replace('SOCIA20', 'TODO100') };
  for (const other of [forged, { ...link, link: '64.monthly.crece' }])
    expect(
      (await server.call('GET', `/svc/main/billing/pay_link?${new URLSearchParams(other)}`)).status,
    ).toBe(404);
  const pay = (amount: number) =>
    server.call('POST', '/svc/main/billing/pay_link/checkout', {
      body: { ...link, email: 'socia@tienda.cl', amount },
    });
  expect((await pay(59_990)).status).toBe(409);
  const till = (await pay(47_992)).body as { url: string };
  outside.stripe.choose(till.url.split('/').at(-1) ?? '', 'pay');
  await server.call('GET', `/svc/main/billing/stripe_return?session=${till.url.split('/').at(-1)}`);
  await server.app.jobs.runDue();
  expect(await db.query(sql`select amount, full_amount, coupon from checkouts`)).toEqual([
    { amount: 47_992, full_amount: 59_990, coupon: 'SOCIA20' },
  ]);
  // Switched off since it was sent: whoever opens it sees the whole price, and is asked for no other.
  await db.query(sql`delete from subscriptions`);
  await db.query(sql`update coupons set active = false where code = 'SOCIA20'`);
  expect(await read()).toMatchObject({ amount: 59_990, coupon: null, coupon_over: true });
  expect((await pay(47_992)).status).toBe(409);
});
