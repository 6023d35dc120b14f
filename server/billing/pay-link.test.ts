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
    state: 'open',
    test: true,
  });
  expect((await read({ ...link, link: '64.monthly.emprende' })).status).toBe(404);
  expect((await read({ ...link, expires: '9999999999' })).status).toBe(404);
  const pay = (email: string) =>
    server.call('POST', '/svc/main/billing/pay_link/checkout', { body: { ...link, email } });
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
