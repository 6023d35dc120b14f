/** Internal accounts: plans with versions, coupons, plans given by hand, what is in trouble; the month's conversations. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailsTo } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';
import { heldUntil, tellOfConversations } from './conversations.ts';
import { takeCoupon } from './coupons.ts';

const DAY = 24 * 60 * 60 * 1000;
let server: TestServer;
let team: Team;
let staff: Person;
beforeAll(async () => {
  server = await startTestServer({ staffEmails: ['interna@charla.test'] });
  team = await server.addTeam(64);
  staff = await server.addPerson('interna');
  await server.enrol(staff);
  await server.app.db.query(sql`
    insert into subscriptions (bot_id, plan_id, status, ends_at)
    values (64, 'emprende', 'active', ${new Date(server.app.clock.now().getTime() + 90 * DAY)})`);
});
afterAll(() => server.close());

const call = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object, as: Person = staff) =>
  server.call(method, `/svc/main${path}`, { as, ...(body ? { body } : {}) });
const plan = async (id: string) => {
  const { body } = await call('GET', '/settings/plans');
  const found = (body as Record<string, unknown>[]).find((one) => one['id'] === id);
  if (!found) throw new Error(`No plan ${id}`);
  return found;
};
const written = ({ version, name, description, price, price_yearly, ...rest }: Record<string, unknown>) => {
  const { agents, conversations, documents, channels, features, offered } = rest;
  return {
    version,
    name,
    description,
    price,
    price_yearly,
    agents,
    conversations,
    documents,
    channels,
    features,
    offered,
  };
};
const usage = async () =>
  (
    (await call('GET', '/billing/ways?bot_id=64', undefined, team.owner)).body as {
      usage: { documents: { max: number } };
    }
  ).usage;

it('writes a new version: who has the plan keeps its terms, and who saw an old one is told', async () => {
  const before = await plan('emprende');
  const saved = await call('PUT', '/settings/plans/emprende', {
    ...written(before),
    price: 29990,
    documents: 5,
  });
  expect(saved).toMatchObject({ status: 200, body: { version: 2, price: 29990, bots: 1, bots_before: 1 } });
  expect((await usage()).documents.max).toBe(before['documents']);
  expect((await call('PUT', '/settings/plans/emprende', { ...written(before), price: 1 })).status).toBe(409);
  const offered = await call('GET', `/qvo_plans/by_user_id/${team.owner.id}`, undefined, team.owner);
  expect(offered.body).toContainEqual(expect.objectContaining({ id: 'emprende', price: 29990 }));
  expect((await call('PUT', '/settings/plans/emprende', { ...written(before), price: 1.5 })).status).toBe(
    400,
  );
  expect((await call('GET', '/settings/plans', undefined, team.owner)).status).toBe(403);
});

it('gives a plan with reason and end: the bot opens, and closes when the day is over', async () => {
  await server.app.db.query(
    sql`update subscriptions set status = 'expired', ends_at = null, closed_bot = true`,
  );
  await server.app.db.query(sql`update bots set activated = false where id = 64`);
  const last = new Date(server.app.clock.now().getTime() + 3 * DAY).toISOString().slice(0, 10);
  const wish = { bot_id: 64, plan_id: 'crece', last_day: last, reason: 'Convenio' };
  expect((await call('POST', '/settings/grants', { ...wish, last_day: '2020-01-01' })).body).toMatchObject({
    details: { fields: { last_day: expect.any(String) } },
  });
  expect((await call('POST', '/settings/grants', { ...wish, bot_id: 999_999 })).status).toBe(422);
  expect(await call('POST', '/settings/grants', wish)).toMatchObject({
    status: 200,
    body: { status: 'active', admissible_plan: { id: 'crece' } },
  });
  const active = async () =>
    (await server.app.db.query<{ activated: boolean }>(sql`select activated from bots where id = 64`))[0];
  expect(await active()).toEqual({ activated: true });
  server.pass(5 * DAY);
  await server.app.jobs.runDue();
  expect(await active()).toEqual({ activated: false });
  staff.headers = await server.signIn(staff);
  team.owner.headers = await server.signIn(team.owner);
  await server.app.db.query(sql`
    update subscriptions set status = 'active', provider = 'flow', provider_subscription = 'sus_1'`);
  expect((await call('POST', '/settings/grants', { ...wish, last_day: null })).status).toBe(422);
  // What failed for good may still be tried over there: it is ended once nothing here names it any more.
  await server.app.db.query(sql`update subscriptions set status = 'expired'`);
  expect((await call('POST', '/settings/grants', { ...wish, last_day: null })).status).toBe(200);
  expect(
    await server.app.db.query(
      sql`select payload->>'subscription' as ends from jobs where kind = 'billing.refund'`,
    ),
  ).toEqual([{ ends: 'sus_1' }]);
  await server.app.db.query(sql`delete from jobs where kind = 'billing.refund'`);
});

it('a coupon is used as often and as long as it says', async () => {
  const body = { version: 0, percent: 15, periods: 3, last_day: null, max_uses: 1, active: true, note: null };
  expect((await call('PUT', '/settings/coupons/otoño', body)).status).toBe(422);
  expect((await call('PUT', '/settings/coupons/promo15', body)).body).toMatchObject({
    code: 'PROMO15',
    uses: 0,
  });
  const use = () => server.app.db.transaction((tx) => takeCoupon(tx, server.app, ' promo15 '));
  expect(await use()).toEqual({ code: 'PROMO15', percent: 15, periods: 3, version: 1 });
  expect((await call('PUT', '/settings/coupons/promo15', body)).status).toBe(409);
  await server.app.db.query(sql`
    insert into checkouts (id, bot_id, email, plan_id, plan_version, period, amount, provider, test, state, coupon, created_at)
    values ('k1', 64, 'a@b.cl', 'crece', 1, 'monthly', 50992, 'flow', true, 'pending', 'PROMO15', now())`);
  await expect(use()).rejects.toMatchObject({ details: { fields: { coupon: expect.any(String) } } });
  await server.app.db.query(sql`update checkouts set state = 'expired'`);
  expect(await use()).toMatchObject({ percent: 15 });
  const over = { ...body, version: 1, periods: null, last_day: '2020-01-01' };
  expect((await call('PUT', '/settings/coupons/promo15', over)).body).toMatchObject({
    version: 2,
    periods: null,
  });
  expect((await call('PUT', '/settings/coupons/promo15', over)).status).toBe(409);
  await expect(use()).rejects.toThrow();
});

it('lists what somebody has to look at, until they have', async () => {
  await server.app.db.query(sql`
    update checkouts set state = 'review', settled_at = now(), ref = 'cs_1' where id = 'k1'`);
  const troubles = async () => (await call('GET', '/settings/billing_troubles')).body;
  expect(await troubles()).toEqual([
    expect.objectContaining({ kind: 'review', id: 'k1', bot_id: 64, amount: 50992, owner: team.owner.email }),
  ]);
  expect((await call('POST', '/settings/billing_reviews/k1', { note: 'Devuelto' })).status).toBe(200);
  expect(await troubles()).toEqual([]);
  expect((await call('POST', '/settings/billing_reviews/k1', { note: 'Devuelto' })).status).toBe(404);
});

it('tells 80 and 100 % of the conversations once a month each, and holds campaigns from there', async () => {
  const now = server.app.clock.now();
  await server.app.db.query(sql`
    insert into plans (id, name, description, price, price_yearly, conversations, position)
    values ('cinco', 'Cinco', '', 0, 0, 5, 9)`);
  await server.app.db.query(sql`
    update subscriptions set plan_id = 'cinco', plan_version = 1, status = 'active', ends_at = null`);
  const lead = await server.app.db.query<{ id: string }>(sql`
    insert into leads (id, bot_id, name, created_at) values ('l-limit', 64, 'Ana', ${now}) returning id`);
  const begin = (id: string) =>
    server.app.db.query(sql`
      insert into conversations (id, bot_id, lead_id, state, channel, lead_name, created_at, last_message_date)
      values (${id}, 64, ${lead[0]?.id}, 'closed', 'web', 'Ana', ${now}, ${now})`);
  const told = async () => {
    await tellOfConversations(server.app);
    return [
      (await mailsTo(server, team.owner.email, 'ya usó el 80 %')).length,
      (await mailsTo(server, team.owner.email, 'llegó al límite de conversaciones')).length,
    ];
  };
  for (const id of ['a', 'b', 'c']) await begin(id);
  await tellOfConversations(server.app);
  expect(await server.app.db.query(sql`select share from conversations_told`)).toEqual([]);
  await begin('d');
  expect(await told()).toEqual([1, 0]);
  expect(await heldUntil(server.app.db, server.app, 64)).toBeNull();
  await begin('e');
  expect(await told()).toEqual([1, 1]);
  expect(await told()).toEqual([1, 1]);
  const until = await heldUntil(server.app.db, server.app, 64);
  const [full] = await mailsTo(server, team.owner.email, 'llegó al límite de conversaciones');
  expect(full).toMatch(/esperan hasta el 01\/\d\d\/\d{4}, o/);
  expect(until?.getTime()).toBeGreaterThan(now.getTime());
  expect(until && until.getTime() - now.getTime()).toBeLessThan(32 * DAY);
});
