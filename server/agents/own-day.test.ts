/** An agent's own day says what /metrics and /agentes say of the same person and day. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, dayBegins, dayIn, TIME_ZONE } from '../../contract/days.ts';
import { OWN_DAY_METRICS, type OwnDay } from '../../contract/entities/own-day.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
let server: TestServer;
let noon = 0;
let owner: Person;
let ana: Person;
let bruno: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, bruno, stranger } = await server.addTeam(BOT));
  // Noon of a Chilean day, so that the work below falls on it; no clock is changed in the week before.
  const noonOf = (day: string) => Date.parse(dayBegins(day, TIME_ZONE)) + 12 * 3_600_000;
  let day = addDays(dayIn(Date.now(), TIME_ZONE), 1);
  while (noonOf(day) - noonOf(addDays(day, -7)) !== 7 * 86_400_000) day = addDays(day, 1);
  noon = noonOf(day);
  server.pass(noon - Date.now());
  // Days may have gone by since they signed in.
  for (const one of [owner, ana, bruno, stranger]) one.headers = await server.signIn(one);
  await work('old', ana, 7 * 24 * 60 + 30, 3, 5);
  await work('one', ana, 60, 4, 5);
  await work('two', ana, 50, 10, 3);
  await work('three', ana, 40, 7, null);
  await work('his', bruno, 30, 1, 1);
  await server.addConversation('waits', BOT, { state: 'taken', category: null, agent_id: ana.id });
  await server.app.db.query(
    sql`update conversations set waiting_since = ${server.app.clock.now()} where id = 'waits'`,
  );
});
afterAll(() => server.close());

/** A conversation so many minutes ago: handed over, taken, answered twice after so many minutes, closed, rated. */
async function work(id: string, who: Person, ago: number, minutes: number, stars: number | null) {
  const at = (after: number) => new Date(noon + (after - ago) * 60_000).toISOString();
  const { db } = server.app;
  await db.query(sql`insert into leads (id, bot_id, name) values (${`l-${id}`}, ${BOT}, 'Cliente')`);
  await db.query(sql`
    insert into conversations (id, bot_id, lead_id, state, channel, agent_id, lead_name, last_message_date, created_at,
      rating, rated_at)
    values (${id}, ${BOT}, ${`l-${id}`}, 'closed', 'web', ${who.id}, 'Cliente', ${at(minutes)}, ${at(0)},
      case when ${stars}::int is null then null else jsonb_build_object('stars', ${stars}::int, 'comment', null) end,
      case when ${stars}::int is null then null else ${at(minutes + 3)}::timestamptz end)`);
  const moves = [
    ['handoff', 'active', 'pending', null, null, 0],
    ['take', 'pending', 'taken', null, who.id, 1],
    ['close', 'taken', 'closed', who.id, who.id, minutes + 2],
  ] as const;
  for (const [event, from, to, before, after, when] of moves)
    await db.query(sql`
      insert into transitions (id, bot_id, conversation_id, event, from_state, to_state, from_agent, to_agent, actor, at)
      values (${`${id}-${event}`}, ${BOT}, ${id}, ${event}, ${from}, ${to}, ${before}::int, ${after}::int, '{}', ${at(when)})`);
  for (const [place, [sender, when]] of (
    [
      ['Cliente', 2],
      ['agent', minutes],
      ['agent', minutes + 1],
    ] as const
  ).entries())
    await db.query(sql`
      insert into messages (id, bot_id, conversation_id, sender, agent_id, text, mid, temporal_id, author, status, position, created_at)
      values (${`${id}-${place}`}, ${BOT}, ${id}, ${sender}, ${sender === 'agent' ? who.id : null}::int, 'Hola', ${`${id}-${place}`},
        ${`${id}-${place}`}, ${`a-${id}`}, 'sent', ${place + 1}, ${at(when)})`);
}

const dayOf = async (as: Person) =>
  (await server.call('GET', `/svc/main/own_day/${BOT}`, { as })).body as OwnDay;

it('PEOPLE-9 counts what the person did today, and what waits for them now', async () => {
  const day = await dayOf(ana);
  expect(day).toMatchObject({ day: dayIn(server.app.clock.now().getTime(), TIME_ZONE), waiting: 1 });
  expect(Object.fromEntries(day.figures.map(({ key, n, value }) => [key, { n, value }]))).toEqual({
    conversations: { n: 3, value: 3 },
    messages: { n: 6, value: 6 },
    first_response: { n: 3, value: 7 * 60 },
    agent_load: { n: 3, value: 3 },
    satisfaction: { n: 2, value: 4 },
  });
  expect(day.figures.find(({ key }) => key === 'first_response')?.previous).toEqual({ n: 1, value: 180 });
  expect(day.previous_day).toBe(addDays(day.day, -7));
});

it('PEOPLE-9 equals /metrics and /agentes for the same person and day, for today and the week before', async () => {
  for (const who of [ana, bruno, owner]) {
    const day = await dayOf(who);
    const { body } = await server.call(
      'GET',
      `/svc/main/metrics?bot_id=${BOT}&from=${day.day}&to=${addDays(day.day, 1)}&agent_id=${who.id}`,
      { as: owner },
    );
    const { metrics } = body as { metrics: { key: string; n: number; value: number; previous: object }[] };
    for (const key of OWN_DAY_METRICS) {
      const own = day.figures.find((figure) => figure.key === key);
      expect(own, key).toEqual({
        key,
        n: expect.any(Number),
        value: own?.value,
        previous: metrics.find((metric) => metric.key === key)?.previous,
      });
      expect(metrics.find((metric) => metric.key === key)).toMatchObject({ n: own?.n, value: own?.value });
    }
    const details = await server.call('POST', '/svc/main/agent_activities/agent_details', {
      as: owner,
      body: { bot_id: BOT, from: dayBegins(day.day, day.zone), to: day.read_at, agent_ids: [who.id] },
    });
    const [{ conversations, messages }] = details.body as [{ conversations: number; messages: number }];
    expect(day.figures.find(({ key }) => key === 'conversations')?.n).toBe(conversations);
    expect(day.figures.find(({ key }) => key === 'messages')?.n).toBe(messages);
  }
});

it('PEOPLE-9 is the own day of whoever asks: nobody names another, and a stranger has none here', async () => {
  const his = await server.call('GET', `/svc/main/own_day/${BOT}?agent_id=${ana.id}&user_id=${ana.id}`, {
    as: bruno,
  });
  expect((his.body as OwnDay | undefined)?.figures?.find(({ key }) => key === 'messages')?.n ?? 2).toBe(2);
  expect((await server.call('GET', `/svc/main/own_day/${BOT}`, { as: stranger })).status).toBe(404);
});
