/** A change of plan: what it costs is shown, charged to the peso, now or when the paid period ends; nothing is lost half-way. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { changeWhen } from '../../contract/rules/plan-change.ts';
import { type Playground, startPlayground } from '../../playground/playground.ts';
import { sql } from '../platform/database/database.ts';
import { startTestServer, type Team, type TestServer } from '../testing.ts';
import { paymentProviders } from './providers/providers.ts';
import { reconcile } from './reconcile.ts';

const DAY = 24 * 60 * 60 * 1000;
let server: TestServer;
let team: Team;
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
});
afterAll(async () => {
  await server.close();
  await outside.close();
});
beforeEach(async () => {
  await server.app.db.query(sql`delete from checkouts`);
  await server.app.db.query(sql`delete from charges`);
  await server.app.db.query(sql`delete from subscriptions`);
  await server.app.db.query(
    sql`insert into subscriptions (bot_id, plan_id, status) values (64, 'prueba', 'expired')`,
  );
  team.owner.headers = await server.signIn(team.owner);
});

const post = (path: string, body: object) =>
  server.call('POST', `/svc/main${path}`, { as: team.owner, body: { bot_id: 64, ...body } });
async function pass(ms: number) {
  passed += ms;
  server.pass(ms);
  outside.flow.turn();
  outside.stripe.turn();
  await server.app.jobs.runDue();
  await reconcile(server.app, paymentProviders(server.app));
  team.owner.headers = await server.signIn(team.owner);
}
async function subscribed(provider: 'flow' | 'stripe', plan: string, period = 'monthly') {
  const { body } = await post('/checkout', { plan_id: plan, plan_period: period, provider });
  const { id, url } = body as { id: string; url: string };
  if (provider === 'stripe') outside.stripe.choose(url.split('/').at(-1) ?? '', 'pay');
  else outside.flow.choose(new URL(url).searchParams.get('token') ?? '', 'pay');
  await server.call('GET', `/svc/main/checkout/${id}?ask=true`, { as: team.owner });
}
const preview = async (plan: string, period = 'monthly', when = '') => {
  const query = `bot_id=64&plan_id=${plan}&plan_period=${period}${when ? `&when=${when}` : ''}`;
  return (await server.call('GET', `/svc/main/billing/change?${query}`, { as: team.owner })).body as {
    when: string;
    whens: string[];
    today: number;
    next: { at: string; amount: number };
    as_of: string;
    message?: string;
  };
};
async function change(plan: string, period = 'monthly', when = '') {
  const shown = await preview(plan, period, when);
  const answer = await post('/billing/change', {
    plan_id: plan,
    plan_period: period,
    when: shown.when,
    today: shown.today,
    as_of: shown.as_of,
  });
  return { shown, answer };
}
async function row() {
  const [found] = await server.app.db.query<{
    plan_id: string;
    period: string | null;
    amount: number | null;
    next_plan_id: string | null;
    status: string;
  }>(sql`select plan_id, period, amount, next_plan_id, status from subscriptions where bot_id = 64`);
  return found;
}
const charged = async () =>
  (await server.app.db.query<{ amount: number }>(sql`select amount from charges order by at, id`)).map(
    ({ amount }) => amount,
  );

it('says when each change may be: from yearly to monthly is a downgrade', () => {
  const small = 24990;
  const large = 59990;
  expect(changeWhen({ price: small, period: 'monthly' }, { price: large, period: 'monthly' })).toContain(
    'now',
  );
  expect(changeWhen({ price: small, period: 'monthly' }, { price: small, period: 'yearly' })).toContain(
    'now',
  );
  expect(changeWhen({ price: large, period: 'monthly' }, { price: small, period: 'yearly' })).toEqual([
    'period_end',
  ]);
  expect(changeWhen({ price: small, period: 'yearly' }, { price: large, period: 'monthly' })).toEqual([
    'period_end',
  ]);
});

for (const provider of ['flow', 'stripe'] as const) {
  it(`${provider}: a larger plan is had at once, and today's charge is the one that was shown`, async () => {
    await subscribed(provider, 'emprende');
    await pass(10 * DAY);
    const [first] = await charged();
    const { shown, answer } = await change('crece');
    expect(shown.whens).toEqual(['now', 'period_end']);
    expect(shown.today).toBeGreaterThan(0);
    expect(shown.next.amount).toBe(59990);
    expect(answer).toMatchObject({
      status: 200,
      body: { admissible_plan: { id: 'crece' }, next_plan: null },
    });
    expect(await charged()).toEqual([first, shown.today]);
    expect(await row()).toMatchObject({
      plan_id: 'crece',
      amount: 59990,
      next_plan_id: null,
      status: 'active',
    });
  });

  it(`${provider}: a smaller plan waits for the end of what was paid, and can be taken back`, async () => {
    await subscribed(provider, 'crece');
    await pass(10 * DAY);
    const before = await charged();
    const { shown, answer } = await change('emprende');
    expect(shown).toMatchObject({ when: 'period_end', whens: ['period_end'], today: 0 });
    expect(answer.body).toMatchObject({
      status: 'active',
      admissible_plan: { id: 'crece' },
      next_plan: { name: 'Emprende', period: 'monthly' },
    });
    expect((await preview('empresa')).message).toMatch(/programado/);
    expect((await post('/billing/change_back', {})).body).toMatchObject({ next_plan: null });
    await change('emprende');
    expect(await charged()).toEqual(before);
    await pass(25 * DAY);
    expect(await row()).toMatchObject({ plan_id: 'emprende', next_plan_id: null, status: 'active' });
    expect((await charged()).at(-1)).toBe((await row())?.amount);
  });

  it(`${provider}: killed after the provider changed: the next question completes it`, async () => {
    await subscribed(provider, 'emprende');
    await pass(5 * DAY);
    await change('crece');
    // As it stood when the process died: wanted, done there, not written here.
    await server.app.db.query(sql`
      update subscriptions set plan_id = 'emprende', amount = 24990, next_plan_id = 'crece', next_plan_version = 1,
        next_period = 'monthly', next_amount = 59990, next_since = ${server.app.clock.now()} where bot_id = 64`);
    await pass(60_000);
    expect(await row()).toMatchObject({ plan_id: 'crece', amount: 59990, next_plan_id: null });
  });
}

it('charges nothing but what was shown, and clears what the provider never did', async () => {
  await subscribed('stripe', 'emprende');
  const shown = await preview('crece');
  const body = { plan_id: 'crece', plan_period: 'monthly', when: 'now', as_of: shown.as_of };
  expect((await post('/billing/change', { ...body, today: shown.today - 1 })).status).toBe(409);
  await server.app.db.query(sql`
    update subscriptions set next_plan_id = 'crece', next_plan_version = 1, next_period = 'monthly', next_amount = 59990,
      next_since = ${server.app.clock.now()} where bot_id = 64`);
  await pass(60_000);
  expect(await row()).toMatchObject({ plan_id: 'emprende', next_plan_id: 'crece' });
  await pass(15 * 60_000);
  expect(await row()).toMatchObject({ plan_id: 'emprende', next_plan_id: null });
});
