/** Days of a plan are those of the bot's calendar, in mails and receipts too: a bot of Madrid is a day ahead by night. */
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_VERSION } from '../../contract/calendar/open-hours.ts';
import { addDays, dateOfDay, dayIn, startOfDay } from '../../contract/days.ts';
import { GRACE_DAYS } from '../../contract/rules/subscription.ts';
import { mailsTo } from '../access/testing.ts';
import { json, sql } from '../platform/database/database.ts';
import { startTestServer, type Team, type TestServer } from '../testing.ts';
import { lockSubscription, termsOf } from './row.ts';
import { writeSubscription } from './write-subscription.ts';

const DAY = 24 * 60 * 60 * 1000;
const ZONE = 'Europe/Madrid';
let server: TestServer;
let team: Team;
/** On whose first instant what was paid ends. */
let last: string;
beforeAll(async () => {
  server = await startTestServer();
  team = await server.addTeam(64);
  const calendar = [{ ...FIRST_VERSION, zone: ZONE, saved_at: null, saved_by: null }];
  const { db, clock } = server.app;
  await db.query(
    sql`insert into bot_calendars (bot_id, revision, versions, days) values (64, 1, ${json(calendar)}, '[]')`,
  );
  last = addDays(dayIn(clock.now().getTime(), ZONE), 5);
  await db.query(sql`
    insert into subscriptions (bot_id, plan_id, status, period, ends_at, provider, prepaid)
    values (64, 'crece', 'active', 'monthly', ${new Date(startOfDay(last, ZONE))}, 'flow', true)`);
  await db.transaction(async (tx) => {
    const row = await lockSubscription(tx, 64);
    if (row) await writeSubscription(tx, server.app, row, termsOf(row), null);
  });
});
afterAll(() => server.close());

const told = async (words: string) => (await mailsTo(server, team.owner.email, words)).length;

it('mails about a plan name the days of its bot', async () => {
  const until = dateOfDay(addDays(last, GRACE_DAYS));
  server.pass(3 * DAY);
  expect(await told(`está pagado hasta el ${dateOfDay(last)}`)).toBe(1);
  server.pass(startOfDay(last, ZONE) + 1 - server.app.clock.now().getTime());
  expect(await told(`sigue funcionando hasta el ${until}`)).toBe(1);
  server.pass(startOfDay(addDays(last, GRACE_DAYS), ZONE) - 2 * DAY - server.app.clock.now().getTime());
  expect(await told(`se desactivará el ${until}`)).toBe(1);
});

it('a receipt says the day of its bot', async () => {
  await server.app.db.query(sql`
    insert into charges (id, bot_id, provider, provider_id, amount, currency, state, test, email, plan_name, at)
    values ('paid', 64, 'flow', '1', 59990, 'CLP', 'paid', true, 'a@b.cl', 'Crece', '2026-11-21T23:30:00Z')`);
  const as = { ...team.owner, headers: await server.signIn(team.owner) };
  const { body } = await server.call('GET', '/svc/main/billing/receipt/paid', { as });
  const file = await fetch(`${server.url}${(body as { url: string }).url}`);
  const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  expect((await extractText(pdf, { mergePages: true })).text).toContain('22/11/2026');
});
