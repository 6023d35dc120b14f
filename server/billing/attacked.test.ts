/** Returns and calls of a till as an attacker brings them, and a till that says what no till should (BI-4, BI-6, BI-8). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';
import { paymentProviders } from './providers/providers.ts';
import { reconcile } from './reconcile.ts';

const PRICE = 59990;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Said {
  flowOrder: number | string;
  commerceOrder: string;
  status: number;
  amount: number | string;
  currency: string;
  requestDate: string | null;
  paymentData: { date: string | null } | null;
}

/** Flow as far as one payment goes; what it says of each is the test's. */
const said = new Map<string, Said>();
/** How often it was asked about each token. */
const asked = new Map<string, number>();
let orders = 0;
const till = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const url = new URL(request.url ?? '', 'http://till');
    const given =
      request.method === 'POST'
        ? new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
        : url.searchParams;
    const token = given.get('token') ?? '';
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/payment/create') {
      orders += 1;
      const made = `TILL${String(orders).padStart(12, '0')}`;
      said.set(made, {
        flowOrder: 9_000_000 + orders,
        commerceOrder: given.get('commerceOrder') ?? '',
        status: 1,
        amount: Number(given.get('amount')),
        currency: 'CLP',
        requestDate: null,
        paymentData: null,
      });
      answer(200, { url: 'http://till/pay', token: made, flowOrder: 9_000_000 + orders });
    } else if (url.pathname === '/payment/getStatus') {
      asked.set(token, (asked.get(token) ?? 0) + 1);
      const found = said.get(token);
      answer(found ? 200 : 400, found ?? { code: 105, message: 'No services available' });
    } else answer(404, { code: 404, message: 'not found' });
  });
});

let server: TestServer;
let mine: { botId: number; owner: Person };
let other: { botId: number; owner: Person };
beforeAll(async () => {
  await new Promise<void>((done) => till.listen(0, '127.0.0.1', done));
  server = await startTestServer({
    payments: {
      flow: {
        apiUrl: `http://127.0.0.1:${(till.address() as AddressInfo).port}`,
        apiKey: 'key',
        secretKey: 'secret',
      },
      stripe: null,
    },
  });
  const { owner, stranger } = await server.addTeam(64);
  mine = { botId: 64, owner };
  other = { botId: 7, owner: stranger };
});
afterAll(async () => {
  await server.close();
  await new Promise((done) => till.close(done));
});
beforeEach(async () => {
  const { db } = server.app;
  await db.query(sql`delete from charges`);
  await db.query(sql`delete from checkouts`);
  for (const { botId } of [mine, other]) {
    await db.query(sql`delete from subscriptions where bot_id = ${botId}`);
    await db.query(sql`
      insert into subscriptions (bot_id, plan_id, status, closed_bot) values (${botId}, 'prueba', 'expired', true)`);
    await db.query(sql`update bots set activated = false where id = ${botId}`);
  }
});

async function begun({ botId, owner }: typeof mine): Promise<{ id: string; token: string }> {
  const { status, body } = await server.call('POST', '/svc/main/checkout', {
    as: owner,
    body: { bot_id: botId, plan_id: 'crece', plan_period: 'monthly', provider: 'flow', mode: 'payment' },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { id, url } = body as { id: string; url: string };
  return { id, token: new URL(url).searchParams.get('token') ?? '' };
}
const pays = (token: string, more: Partial<Said> = {}) => {
  const found = said.get(token);
  if (!found) throw new Error('No such till');
  said.set(token, { ...found, status: 2, ...more });
};
const call = (path: string, token: string) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: FORM,
    body: `token=${token}`,
    redirect: 'manual',
  });
const told = async (token: string) => {
  expect((await call('/hooks/flow', token)).status).toBe(200);
  await server.app.jobs.runDue();
};
const stands = async (botId: number) => {
  const [row] = await server.app.db.query<{ status: string; activated: boolean; ends_at: string | null }>(sql`
    select s.status, b.activated, s.ends_at from subscriptions s join bots b on b.id = s.bot_id where s.bot_id = ${botId}`);
  return row;
};
const stateOf = async (id: string) =>
  (await server.app.db.query<{ state: string }>(sql`select state from checkouts where id = ${id}`))[0]?.state;
const charges = () =>
  server.app.db.query<{ bot_id: number | null; amount: number; state: string }>(sql`
    select bot_id, amount, state from charges order by bot_id`);

it('BI-6 a return with the token of another chatbot opens neither, and a paid one opens its own alone', async () => {
  const [a, b] = [await begun(mine), await begun(other)];
  pays(a.token);
  // The other's return, with what was paid here; then the other way about, and with what is none.
  for (const [id, token] of [
    [b.id, a.token],
    [a.id, b.token],
    [a.id, 'x'.repeat(300)],
    ['%00', a.token],
    ['../../x', a.token],
  ] as const) {
    const { status, headers } = await call(`/hooks/flow/return/${encodeURIComponent(id)}`, token);
    expect([303, 400]).toContain(status);
    expect(headers.get('location') ?? '/pago-exitoso/').toMatch(/^\/pago-exitoso\//);
  }
  expect(await server.app.db.query(sql`select id from checkouts where returned_at is not null`)).toHaveLength(
    0,
  );
  await told(b.token);
  expect(await stands(other.botId)).toMatchObject({ status: 'pending', activated: false });
  await told(a.token);
  expect(await stands(mine.botId)).toMatchObject({ status: 'active', activated: true });
  expect(await stands(other.botId)).toMatchObject({ status: 'pending', activated: false });
  expect(await charges()).toEqual([{ bot_id: mine.botId, amount: PRICE, state: 'paid' }]);
});

it('BI-4 told, returned and asked fifty times at once and again afterwards it is paid once', async () => {
  const { id, token } = await begun(mine);
  pays(token);
  const knocks = Array.from({ length: 15 }, () => [
    call('/hooks/flow', token),
    call(`/hooks/flow/return/${id}`, token),
    server.call('GET', `/svc/main/checkout/${id}?ask=true`, { as: mine.owner }),
    server.app.jobs.runDue(),
  ]);
  await Promise.all([...knocks.flat(), reconcile(server.app, paymentProviders(server.app))]);
  await server.app.jobs.runDue();
  const first = await stands(mine.botId);
  expect(first).toMatchObject({ status: 'active', activated: true });
  for (let again = 0; again < 3; again += 1) await told(token);
  await reconcile(server.app, paymentProviders(server.app));
  expect(await stands(mine.botId)).toEqual(first);
  expect(await charges()).toEqual([{ bot_id: mine.botId, amount: PRICE, state: 'paid' }]);
});

it.each<[string, Partial<Said>]>([
  ['a peso less', { amount: PRICE - 1 }],
  ['half a peso', { amount: PRICE + 0.5 }],
  ['more than a column holds', { amount: 3_000_000_000 }],
  ['less than nothing', { amount: -PRICE }],
  ['another currency', { currency: 'USD' }],
  ['the order of somebody else', { commerceOrder: 'somebody-else' }],
])('BI-6, BI-8 a till that says %s opens nothing, and holds up nobody else', async (_what, wrong) => {
  const [a, b] = [await begun(mine), await begun(other)];
  pays(a.token, wrong);
  pays(b.token);
  await told(a.token);
  await reconcile(server.app, paymentProviders(server.app));
  expect(await stands(mine.botId)).toMatchObject({ activated: false });
  expect(await stateOf(a.id)).toBe('review');
  expect(await stands(other.botId)).toMatchObject({ status: 'active', activated: true });
  expect((await charges()).filter(({ bot_id }) => bot_id === other.botId)).toHaveLength(1);
});

it.each<[string, Partial<Said>]>([
  ['more than a number holds', { amount: '1e400' }],
  ['no state', { status: Number.NaN }],
])('BI-8 a till that says %s said nothing, and holds up nobody else', async (_what, wrong) => {
  const [a, b] = [await begun(mine), await begun(other)];
  pays(a.token, wrong);
  pays(b.token);
  const page = await server.call('GET', `/svc/main/checkout/${a.id}?ask=true`, { as: mine.owner });
  expect(page).toMatchObject({ status: 200, body: { state: 'pending' } });
  await reconcile(server.app, paymentProviders(server.app));
  expect(await stateOf(a.id)).toBe('pending');
  expect(await stands(other.botId)).toMatchObject({ status: 'active', activated: true });
  pays(a.token, { amount: PRICE, status: 2 });
  await told(a.token);
  expect(await stands(mine.botId)).toMatchObject({ status: 'active', activated: true });
  // Nor does it take anything back.
  pays(a.token, wrong);
  await reconcile(server.app, paymentProviders(server.app));
  expect(await stands(mine.botId)).toMatchObject({ status: 'active', activated: true });
});

it('BI-8 an order number of NUL and half a character is written down as what can be kept', async () => {
  const { id, token } = await begun(mine);
  pays(token, { flowOrder: '77\u0000\ud800' });
  await told(token);
  expect(await stateOf(id)).toBe('paid');
  expect(await charges()).toEqual([{ bot_id: mine.botId, amount: PRICE, state: 'paid' }]);
});

it('a payment that stands for another chatbot already is none of a second one', async () => {
  const [a, b] = [await begun(mine), await begun(other)];
  pays(a.token);
  await told(a.token);
  // The till answers the second token with the first one's payment.
  const paid = said.get(a.token);
  if (!paid) throw new Error('Not paid');
  said.set(b.token, paid);
  await told(b.token);
  expect(await stands(other.botId)).toMatchObject({ activated: false });
  expect(await stateOf(b.id)).toBe('review');
  expect((await charges()).map(({ bot_id }) => bot_id)).toEqual([mine.botId]);
});

it('hundreds of calls with made-up tokens ask the till no oftener than a merchant’s busy minute', async () => {
  const before = [...asked.values()].reduce((sum, one) => sum + one, 0);
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, at) => call('/hooks/flow', `madeup${at}`).then(({ status }) => status)),
  );
  expect(new Set(answers)).toEqual(new Set([200, 429]));
  await server.app.jobs.runDue();
  const after = [...asked.values()].reduce((sum, one) => sum + one, 0);
  expect(after - before).toBeLessThanOrEqual(120);
});
