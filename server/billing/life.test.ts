/** A subscription's life on a real server: nobody paid and blocked, nobody unpaid and open (BI-5). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailsTo } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { migrate, migrationsFolder } from '../platform/database/migrate.ts';
import { databaseBefore } from '../platform/database/testing.ts';
import { startTestServer, type Team, type TestServer } from '../testing.ts';
import { lockSubscription, termsOf } from './row.ts';
import { writeSubscription } from './write-subscription.ts';

const DAY = 24 * 60 * 60 * 1000;
let server: TestServer;
let team: Team;
beforeAll(async () => {
  server = await startTestServer();
  team = await server.addTeam(64);
  await server.app.db.query(sql`
    insert into subscriptions (bot_id, plan_id, status, period, ends_at, provider, provider_subscription)
    values (64, 'crece', 'active', 'monthly', ${new Date(server.app.clock.now().getTime() + DAY)}, 'flow', 'sus_1')`);
  await write({});
});
afterAll(() => server.close());

/** As whatever changes a row does it. */
const write = (change: Partial<ReturnType<typeof termsOf>>) =>
  server.app.db.transaction(async (tx) => {
    const row = await lockSubscription(tx, 64);
    if (!row) throw new Error('No row');
    await writeSubscription(tx, server.app, row, { ...termsOf(row), ...change }, null);
  });
async function state() {
  await server.app.jobs.runDue();
  const as = await server.signIn(team.owner);
  const { body } = await server.call('GET', '/svc/main/client_subscriptions/by_bot_id/64', { as });
  const [bot] = await server.app.db.query<{ activated: boolean }>(
    sql`select activated from bots where id = 64`,
  );
  return [(body as { status: string }).status, bot?.activated];
}

it('keeps a bot open while the grace lasts, closes it then, and paying brings it back', async () => {
  expect(await state()).toEqual(['active', true]);
  server.pass(DAY + 1);
  expect(await state()).toEqual(['past_due', true]);
  expect(await mailsTo(server, team.owner.email, 'No pudimos cobrar')).toHaveLength(1);
  server.pass(2 * DAY);
  expect(await state()).toEqual(['past_due', true]);
  expect(await mailsTo(server, team.owner.email, 'sigue sin pagarse')).toHaveLength(1);
  server.pass(2 * DAY);
  expect(await state()).toEqual(['expired', false]);
  expect(await mailsTo(server, team.owner.email, 'se desactivó')).toHaveLength(1);
  await write({ status: 'active', endsAt: server.app.clock.now().getTime() + 30 * DAY });
  expect(await state()).toEqual(['active', true]);
});

it('leaves a bot deactivated that people deactivated', async () => {
  await server.app.db.query(sql`update bots set activated = false where id = 64`);
  await write({ endsAt: server.app.clock.now().getTime() - 1, collected: false });
  await write({ status: 'active', endsAt: server.app.clock.now().getTime() + DAY });
  expect(await state()).toEqual(['active', false]);
});

it('reads the rows of before: what runs goes on, what nobody noticed gets its grace', async () => {
  const db = await databaseBefore('subscription_life');
  const old = [
    [1, 'prueba', 'trial', 5, true],
    [2, 'crece', 'active', -9, true],
    [3, 'empresa', 'active', null, true],
    [4, 'crece', 'cancelled', 5, true],
    [5, 'crece', 'cancelled', -5, false],
    [6, 'prueba', 'expired', -5, false],
  ] as const;
  for (const [id, plan, status, days, activated] of old) {
    await db.query(
      sql`insert into bots (id, bot_name, token, activated) values (${id}, 'B', ${`t${id}`}, ${activated})`,
    );
    const ends = days === null ? null : new Date(Date.now() + days * DAY);
    await db.query(
      sql`insert into subscriptions (bot_id, plan_id, status, ends_at) values (${id}, ${plan}, ${status}, ${ends})`,
    );
  }
  await migrate(db, migrationsFolder());
  const rows = await db.query<{ status: string; job: boolean; closed_bot: boolean }>(sql`
    select status, closed_bot, exists (select 1 from jobs j where j.key = 'subscription.end:' || s.bot_id) as job
    from subscriptions s order by bot_id`);
  expect(rows.map(({ status, job, closed_bot }) => [status, job, closed_bot])).toEqual([
    ['trialing', true, false],
    ['past_due', true, false],
    ['active', false, false],
    ['cancel_scheduled', true, false],
    ['canceled', false, false],
    ['expired', false, true],
  ]);
  await db.close();
});
