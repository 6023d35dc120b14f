/** Paying, against the playground's Flow and Stripe: facts alone change a subscription (BI-1 to BI-7). */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CANCEL_FAILED } from '../../contract/calls/billing.ts';
import { LIMIT_TEXTS } from '../../contract/rules/plan-limits.ts';
import { type Playground, startPlayground } from '../../playground/playground.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';
import { paymentProviders } from './providers/providers.ts';
import { reconcile } from './reconcile.ts';
import { requireRoom } from './usage.ts';

const DAY = 24 * 60 * 60 * 1000;
let server: TestServer;
let team: Team;
let admin: Person;
let outside: Playground;
let passed = 0;

beforeAll(async () => {
  outside = await startPlayground(0, () => Date.now() + passed);
  server = await startTestServer({
    payments: {
      flow: {
        apiUrl: `${outside.url}/flow/api`,
        apiKey: outside.flow.apiKey,
        secretKey: outside.flow.secretKey,
      },
      stripe: {
        apiUrl: outside.url,
        secretKey: outside.stripe.secretKey,
        webhookSecret: outside.stripe.webhookSecret,
      },
    },
  });
  team = await server.addTeam(64);
  admin = await server.addPerson('adela');
  await server.link(admin, 64, 'administrador');
  outside.stripe.hookUrl = `${server.url}/hooks/stripe`;
});
afterAll(async () => {
  await server.close();
  await outside.close();
});
beforeEach(async () => {
  await server.app.db.query(sql`delete from checkouts`);
  await server.app.db.query(sql`delete from charges`);
  await server.app.db.query(sql`delete from payment_events`);
  await server.app.db.query(sql`delete from subscriptions`);
  await server.app.db.query(sql`update bots set activated = false where id = 64`);
  await server.app.db.query(sql`
    insert into subscriptions (bot_id, plan_id, status, closed_bot) values (64, 'prueba', 'expired', true)`);
  Object.assign(outside.flow.faults, { forget: false, silent: false, refuseCancel: false, double: false });
  Object.assign(outside.stripe.faults, { forget: false, silent: false, refuseCancel: false, double: false });
});

const pass = (ms: number) => {
  passed += ms;
  server.pass(ms);
  outside.flow.turn();
  outside.stripe.turn();
};
const begin = (provider: 'flow' | 'stripe', as: Person = team.owner, period = 'monthly') =>
  server.call('POST', '/svc/main/checkout', {
    as,
    body: { bot_id: 64, plan_id: 'crece', plan_period: period, provider },
  });
const opened = async (provider: 'flow' | 'stripe') => {
  const answer = await begin(provider);
  expect(answer.status).toBe(200);
  return answer.body as { id: string; url: string };
};
/** What a person does at the till; the browser goes where it is sent. */
async function pay(provider: 'flow' | 'stripe', url: string, choice = 'pay'): Promise<void> {
  if (provider === 'stripe') {
    outside.stripe.choose(url.split('/').at(-1) ?? '', choice);
    return;
  }
  const token = new URL(url).searchParams.get('token') ?? '';
  const back = outside.flow.choose(token, choice).replace(server.app.config.publicUrl, server.url);
  const answer = await fetch(back, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `token=${token}`,
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('location')?.startsWith('/pago-exitoso/')]).toEqual([303, true]);
}
async function heard(): Promise<void> {
  await outside.flow.callbacks.idle();
  await outside.stripe.callbacks.idle();
  await server.app.jobs.runDue();
}
const checkout = async (id: string, ask = false) =>
  (await server.call('GET', `/svc/main/checkout/${id}${ask ? '?ask=true' : ''}`, { as: team.owner }))
    .body as {
    state: string;
    subscription: { status: string; provider: string | null; period_end: string | null };
  };
async function row() {
  const [found] = await server.app.db.query<{
    status: string;
    activated: boolean;
    ends_at: string | null;
    id: number;
  }>(sql`
    select s.id, s.status, s.ends_at, b.activated from subscriptions s join bots b on b.id = s.bot_id where s.bot_id = 64`);
  if (!found) throw new Error('No row');
  return found;
}
const charges = () =>
  server.app.db.query<{ state: string; amount: number; refund_id: string | null }>(
    sql`select state, amount, refund_id from charges order by at, id`,
  );
const providers = () => paymentProviders(server.app);

for (const provider of ['flow', 'stripe'] as const) {
  it(`BI-3 ${provider}: a checkout that is paid opens the bot; the page that waits asks itself`, async () => {
    outside[provider].faults.forget = true;
    const { id, url } = await opened(provider);
    expect((await checkout(id)).state).toBe('pending');
    expect((await row()).status).toBe('pending');
    await pay(provider, url);
    // Nobody told us: the page has asked for nothing yet (BI-3).
    expect((await checkout(id)).state).toBe('pending');
    expect(await checkout(id, true)).toMatchObject({
      state: 'paid',
      subscription: { status: 'active', provider },
    });
    expect(await row()).toMatchObject({ status: 'active', activated: true });
    expect(await charges()).toEqual([{ state: 'paid', amount: 59990, refund_id: null }]);
  });

  it(`BI-7 ${provider}: what never called is found by the reconciliation`, async () => {
    outside[provider].faults.forget = true;
    const { id, url } = await opened(provider);
    await pay(provider, url);
    await reconcile(server.app, providers());
    expect((await checkout(id)).state).toBe('paid');
  });

  it(`BI-4 ${provider}: two open checkouts make one live subscription; the second payment goes back`, async () => {
    const first = await opened(provider);
    const second = await opened(provider);
    await pay(provider, first.url);
    await heard();
    await checkout(first.id, true);
    await pay(provider, second.url);
    await heard();
    await checkout(second.id, true);
    await heard();
    expect((await checkout(first.id)).state).toBe('paid');
    expect((await checkout(second.id)).state).toBe('review');
    expect((await charges()).map(({ state }) => state).sort()).toEqual(['paid', 'refunded']);
    expect(await row()).toMatchObject({ status: 'active', activated: true });
  });

  it(`BI-5 ${provider}: refuses, fails, is late, is mended: never paid and blocked`, async () => {
    const refused = await opened(provider);
    await pay(provider, refused.url, 'reject');
    await checkout(refused.id, true);
    const { id, url } = await opened(provider);
    await pay(provider, url, 'late');
    await heard();
    await checkout(id, true);
    expect(await row()).toMatchObject({ status: 'active', activated: true });
    pass(33 * DAY);
    await heard();
    await reconcile(server.app, providers());
    expect(await row()).toMatchObject({ status: 'past_due', activated: true });
    pass(4 * DAY);
    await heard();
    expect(await row()).toMatchObject({ status: 'expired', activated: false });
    const [known] = await server.app.db.query<{
      provider_customer: string | null;
      provider_subscription: string | null;
    }>(sql`select provider_customer, provider_subscription from subscriptions where bot_id = 64`);
    if (provider === 'flow') outside.flow.mend(known?.provider_customer ?? '');
    else outside.stripe.mend(known?.provider_subscription ?? '');
    await heard();
    await reconcile(server.app, providers());
    expect(await row()).toMatchObject({ status: 'active', activated: true });
    team.owner.headers = await server.signIn(team.owner);
  });

  it(`${provider}: a cancellation that it refuses or does not answer is status 800 and changes nothing`, async () => {
    const { id, url } = await opened(provider);
    await pay(provider, url);
    await heard();
    await checkout(id, true);
    const cancel = async (when: string) =>
      (
        await server.call('POST', '/svc/main/flow_requests/cancel_subscription', {
          as: team.owner,
          body: { id: (await row()).id, when },
        })
      ).body;
    outside[provider].faults.refuseCancel = true;
    expect(await cancel('now')).toEqual({ status: 800, message: CANCEL_FAILED });
    outside[provider].faults.silent = true;
    expect(await cancel('now')).toEqual({ status: 800, message: CANCEL_FAILED });
    const other = await server.call('POST', '/svc/main/bot', {
      as: team.owner,
      body: { bot_name: 'Otro', template: 'generica' },
    });
    expect(other.status).toBe(200);
    expect((await server.call('DELETE', '/svc/main/bot/64', { as: team.owner })).status).toBe(422);
    expect(await row()).toMatchObject({ status: 'active', activated: true });
    Object.assign(outside[provider].faults, { refuseCancel: false, silent: false });
    expect(await cancel('period_end')).toEqual({ status: 200, message: null });
    expect(await row()).toMatchObject({ status: 'cancel_scheduled', activated: true });
    expect(await cancel('now')).toEqual({ status: 200, message: null });
    expect(await row()).toMatchObject({ status: 'canceled', activated: false });
  });
}

it('BI-1, BI-2 the events of a life in any order, any number of times, end in the same state', async () => {
  outside.stripe.faults.forget = true;
  const { url } = await opened('stripe');
  const before = outside.stripe.callbacks.made.length;
  await pay('stripe', url);
  pass(32 * DAY);
  const made = outside.stripe.callbacks.made.slice(before);
  expect(made.length).toBeGreaterThanOrEqual(5);
  const deliver = async (bodies: string[]) => {
    for (const body of bodies) {
      const answer = await fetch(`${server.url}/hooks/stripe`, {
        method: 'POST',
        headers: outside.stripe.signed(body),
        body,
      });
      expect(answer.status).toBe(200);
    }
    await server.app.jobs.runDue();
  };
  const bodies = made.map(({ body }) => body);
  const ends = new Set<string>();
  const play = async (order: string[]) => {
    await server.app.db.query(sql`delete from payment_events`);
    await server.app.db.query(sql`delete from charges`);
    await server.app.db.query(sql`update checkouts set state = 'pending'`);
    await server.app.db.query(sql`
      update subscriptions set status = 'pending', ends_at = null, provider = null, provider_subscription = null, answered = 0`);
    await deliver(order);
    ends.add(JSON.stringify([await row(), await charges()]));
  };
  await play(bodies);
  await play(bodies.toReversed());
  // Every event at least once, some twice, in any order.
  const twice = fc.subarray(bodies);
  const shuffled = twice.chain((more) => {
    const all = [...bodies, ...more];
    return fc.shuffledSubarray(all, { minLength: all.length });
  });
  await fc.assert(
    fc.asyncProperty(shuffled, async (order) => {
      await play(order);
      expect(ends.size).toBe(1);
    }),
    { numRuns: 25 },
  );
  expect(ends.size).toBe(1);
  expect(await row()).toMatchObject({ status: 'active' });
  expect(await charges()).toHaveLength(2);
  team.owner.headers = await server.signIn(team.owner);
});

it('believes no hook: unsigned, wrongly signed, old, or a token that nobody knows', async () => {
  const body = JSON.stringify({
    id: 'evt_x',
    type: 'x',
    data: { object: { object: 'subscription', id: 'sub_x' } },
  });
  const post = async (path: string, headers: Record<string, string>, text = body) =>
    (await fetch(`${server.url}${path}`, { method: 'POST', headers, body: text })).status;
  expect(await post('/hooks/stripe', {})).toBe(401);
  expect(await post('/hooks/stripe', { 'stripe-signature': 't=1,v1=00' })).toBe(401);
  const old = Math.floor((Date.now() + passed) / 1000) - 301;
  expect(await post('/hooks/stripe', outside.stripe.signed(body, old))).toBe(401);
  expect(await post('/hooks/stripe', outside.stripe.signed(body))).toBe(200);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await post('/hooks/flow', form, 'token=0123456789ABCDEF')).toBe(200);
  expect(await post('/hooks/flow', form, 'token=../../x')).toBe(404);
  await server.app.jobs.runDue();
  expect((await row()).status).toBe('expired');
});

it('BI-6 another amount than was asked opens nothing, and people are told', async () => {
  const { id, url } = await opened('stripe');
  await server.app.db.query(sql`update checkouts set amount = 59989 where id = ${id}`);
  await pay('stripe', url);
  await heard();
  expect((await checkout(id)).state).toBe('review');
  expect(await row()).toMatchObject({ activated: false });
});

it('lets owners alone pay, and says what the matter is', async () => {
  for (const person of [team.owner, admin, team.ana, team.stranger])
    person.headers = await server.signIn(person);
  expect((await begin('flow', admin)).status).toBe(403);
  expect((await begin('flow', team.ana)).status).toBe(403);
  expect((await begin('flow', team.stranger)).status).toBe(404);
  outside.flow.faults.silent = true;
  expect((await begin('flow')).body).toMatchObject({ message: expect.stringMatching(/No se cobró nada/) });
  outside.flow.faults.silent = false;
  const { id, url } = await opened('flow');
  await pay('flow', url);
  await checkout(id, true);
  expect((await begin('stripe')).status).toBe(422);
  const ways = await server.call('GET', '/svc/main/billing/ways?bot_id=64', { as: admin });
  expect(ways.body).toMatchObject({
    ways: [
      { provider: 'flow', test: true },
      { provider: 'stripe', test: true },
    ],
  });
  const list = await server.call('GET', '/svc/main/billing/charges?bot_id=64', { as: team.owner });
  const [charge] = list.body as { id: string }[];
  expect((await server.call('GET', '/svc/main/billing/charges?bot_id=64', { as: admin })).status).toBe(403);
  const receipt = await server.call('GET', `/svc/main/billing/receipt/${charge?.id}`, { as: team.owner });
  const file = await fetch(`${server.url}${(receipt.body as { url: string }).url}`);
  expect([file.status, (await file.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
});

it('a trial goes on while somebody pays: the first charge is at its end', async () => {
  const end = new Date(server.app.clock.now().getTime() + 5 * DAY);
  await server.app.db.query(sql`
    update subscriptions set status = 'trialing', ends_at = ${end}, trial_ends_at = ${end}, closed_bot = false`);
  const { id, url } = await opened('stripe');
  await pay('stripe', url);
  await heard();
  expect(await checkout(id)).toMatchObject({
    state: 'paid',
    subscription: { status: 'trialing', provider: 'stripe', test_period: true },
  });
  expect(await charges()).toEqual([]);
  pass(7 * DAY);
  await heard();
  expect(await row()).toMatchObject({ status: 'active' });
  expect(await charges()).toHaveLength(1);
  team.owner.headers = await server.signIn(team.owner);
});

it('a plan without room lets nothing new in and deletes nothing', async () => {
  const documents = async () => {
    const { body } = await server.call('GET', '/svc/main/billing/ways?bot_id=64', { as: team.owner });
    return (body as { usage: { documents: { used: number; max: number } } }).usage.documents;
  };
  team.owner.headers = await server.signIn(team.owner);
  await server.app.db.query(sql`update subscriptions set plan_id = 'emprende', status = 'active'`);
  expect(await documents()).toEqual({ used: 0, max: 20 });
  await server.app.db.query(sql`update plans set documents = 0 where id = 'emprende'`);
  await expect(
    server.app.db.transaction((tx) => requireRoom(tx, server.app, 64, 'documents')),
  ).rejects.toMatchObject({ message: LIMIT_TEXTS.documents });
});

it('keeps company data whose RUT is one', async () => {
  team.owner.headers = await server.signIn(team.owner);
  const save = (rut: string) =>
    server.call('PUT', '/svc/main/billing/company', {
      as: team.owner,
      body: { bot_id: 64, name: 'Tienda SpA', rut, activity: 'Comercio', address: 'Av. Uno 123' },
    });
  expect((await save('76123456-1')).status).toBe(422);
  expect((await save('76123456-0')).body).toMatchObject({ rut: '76.123.456-0' });
});
