import { afterAll, beforeAll, expect, it } from 'vitest';
import { statusHistoryOf } from '../agents/status-history.ts';
import { agentDetailsOf, agentSummaries } from '../agents/summaries.ts';
import { auditPage } from '../audit/audits.ts';
import { placesOf } from '../billing/places.ts';
import { subscriptionOf } from '../billing/subscriptions.ts';
import { notificationPage } from '../notices/reading.ts';
import { type Database, sql } from '../platform/database/database.ts';
import { PEOPLE } from '../platform/demo/cast.ts';
import { testConfig } from '../testing.ts';
import { demoDatabase } from './testing.ts';

let db: Database;
let close: () => Promise<void>;
const now = new Date('2026-11-20T18:00:00.000Z');
beforeAll(async () => {
  ({ db, close } = await demoDatabase(now));
});
afterAll(() => close());

it('shows a plan, a trial and an expired one', async () => {
  expect(await subscriptionOf(db, 64, now)).toMatchObject({
    status: 'active',
    admissible_plan: { name: 'Crece', agents: 6 },
  });
  expect(await subscriptionOf(db, 101, now)).toMatchObject({ test_period: true, days_left: 9 });
  expect(await subscriptionOf(db, 102, now)).toMatchObject({
    status: 'expired',
    test_period: true,
    days_left: 0,
  });
  expect(await placesOf(db, { clock: { now: () => now } }, 64)).toEqual({ used: 4, max: 6 });
});

it('leaves every agent one open span that agrees with the link, and no gap or overlap before it', async () => {
  const wrong = await db.query(sql`
    select ub.id from user_bots ub join roles r on r.id = ub.role_id
    where r.base = 'agente' and not exists (
      select 1 from status_spans s where s.user_id = ub.user_id and s.bot_id = ub.bot_id and s.ended_at is null
        and s.status = ub.status and s.started_at = ub.status_since and s.started_at <= ${now})`);
  expect(wrong).toEqual([]);
  const gaps = await db.query(sql`
    select id from (
      select id, ended_at, lead(started_at) over (partition by bot_id, user_id order by started_at) as next from status_spans
    ) s where next is not null and next <> ended_at`);
  expect(gaps).toEqual([]);
});

it('gives the agents’ screens a month to show', async () => {
  const rows = await agentSummaries(db, 64, now);
  for (const name of ['ana', 'bruno', 'carla'] as const) {
    const row = rows.find(({ id }) => id === PEOPLE[name].id);
    expect(row?.last_activity, name).not.toBeNull();
    expect(row?.quantity_conversations, name).toBeGreaterThan(0);
  }
  const history = await statusHistoryOf(db, 64, { from: '2026-10-22', to: '2026-11-20' }, undefined, now);
  const ana = history.agents.find(({ id }) => id === PEOPLE.ana.id);
  const hours = ana?.days.reduce((sum, day) => sum + day.seconds.active / 3600, 0);
  expect(hours).toBeGreaterThan(100);
  // A whole day's seconds are all accounted for.
  const whole = ana?.days.at(-2)?.seconds;
  expect(Object.values(whole ?? {}).reduce((sum, value) => sum + value, 0)).toBeCloseTo(86_400, 3);
  const [details] = await agentDetailsOf(
    db,
    64,
    { from: '2026-10-22T03:00:00.000Z', to: now.toISOString() },
    [PEOPLE.ana.id],
    now,
  );
  expect(details?.messages).toBeGreaterThan(0);
  expect((details?.status_seconds.active ?? 0) / 3600).toBeCloseTo(hours ?? 0, 0);
});

it('fills bell and audit', async () => {
  const page = await notificationPage(
    { config: testConfig('.') },
    db,
    { userId: PEOPLE.propietaria.id, botId: 64, archived: false, onlyUnread: false },
    1,
    20,
  );
  expect(page.total).toBeGreaterThan(30);
  expect(page.unread).toBeGreaterThan(3);
  expect(page.notifications.every(({ item }) => item.created_at <= now.toISOString())).toBe(true);
  expect((await auditPage(db, { botId: 64, userId: 1 }, {}, 1)).total).toBeGreaterThan(20);
});
