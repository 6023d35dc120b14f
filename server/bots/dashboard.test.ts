import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BotDashboard, DASHBOARD_DAYS } from '../../contract/calls/dashboard.ts';
import { addDays } from '../../contract/days.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const DAY = 24 * 60 * 60 * 1000;
const BOT = 900;
let server: TestServer;
let owner: Person;
let agent: Person;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  await server.addBot(BOT);
  owner = await server.addPerson('duena');
  agent = await server.addPerson('agente');
  await server.link(owner, BOT, 'propietario');
  await server.link(agent, BOT, 'agente');
  const [bot] = await server.app.db.query<{ token: string }>(sql`select token from bots where id = ${BOT}`);
  token = bot?.token ?? '';
});
afterAll(() => server.close());

const read = async (as: Person): Promise<BotDashboard> => {
  const answer = await server.call('GET', `/svc/bots/dashboard/${BOT}`, { as });
  expect(answer.status).toBe(200);
  return answer.body as BotDashboard;
};

/** A conversation that began so many days ago, and was taken by somebody on that day. */
async function conversation(id: string, daysAgo: number, takenBy: number | null): Promise<void> {
  const { db, ids, clock } = server.app;
  // What nobody asked for and nobody holds is no conversation: the bot's own are open.
  await server.addConversation(id, BOT, {
    state: takenBy === null ? 'active' : 'closed',
    category: null,
    agent_id: takenBy,
  });
  const at = new Date(clock.now().getTime() - daysAgo * DAY);
  await db.query(sql`update conversations set created_at = ${at} where id = ${id}`);
  if (takenBy === null) return;
  await db.query(sql`
    insert into transitions (id, bot_id, conversation_id, event, from_state, to_state, to_agent, actor, at)
    values (${ids()}, ${BOT}, ${id}, 'OLD_COUNTERS_WHEN_TAKEN', 'pending', 'taken', ${takenBy}, '{}', ${at})`);
}

/** Opens the chat as a page of this site would; resolves when the server has noted it. */
async function openFrom(origin: string): Promise<void> {
  const socket = io(`${server.url}/visitor`, {
    auth: { botId: BOT, botToken: token },
    transports: ['websocket'],
    extraHeaders: { origin },
    reconnection: false,
  });
  await new Promise((resolve, reject) => socket.once('CONNECTED', resolve).once('connect_error', reject));
  await expect.poll(async () => (await read(owner)).sites.map((site) => site.origin)).toContain(origin);
  socket.disconnect();
}

describe('figures', () => {
  beforeAll(async () => {
    await conversation('c-today', 0, null);
    await conversation('c-yesterday', 1, agent.id);
    await server.app.db.query(sql`
      update conversations set rating = '{"stars": 4}', rated_at = created_at + interval '1 minute' where id = 'c-yesterday'`);
    await conversation('c-old', 8, owner.id);
    await conversation('c-too-old', DASHBOARD_DAYS + 1, agent.id);
  });

  it('counts each day, and compares the newer half with the older', async () => {
    const found = await read(owner);
    expect(found.days).toHaveLength(DASHBOARD_DAYS);
    expect(found.days.map(({ started }) => started).reduce((sum, one) => sum + one)).toBe(3);
    expect(found.days.at(-2)).toMatchObject({ started: 1, attended: 1 });
    expect(found).toMatchObject({
      scope: 'bot',
      now: { started: 2, unassisted: 1, attended: 1 },
      before: { started: 1, unassisted: 0, attended: 1 },
      team: { people: 2, connected: 0 },
    });
  });

  it('MT-1 says what the figures say under the same name, and so do the agents’ rows', async () => {
    const { days, now } = await read(owner);
    const from = days[DASHBOARD_DAYS / 2]?.day;
    const to = addDays(days.at(-1)?.day ?? '', 1);
    const path = `/svc/main/metrics?bot_id=${BOT}&from=${from}&to=${to}`;
    const { body } = await server.call('GET', path, { as: owner });
    const { metrics } = body as { metrics: { key: string; n: number; value: number | null }[] };
    const figure = (key: string) => metrics.find((one) => one.key === key);
    expect(figure('conversations')?.n).toBe(now.started);
    expect(figure('leads_new')?.n).toBe(now.leads);
    expect(figure('satisfaction')).toMatchObject({ n: now.ratings, value: now.rating });
    expect(now).toMatchObject({ ratings: 1, rating: 4 });
    const rows = await server.call('GET', `/svc/main/userbot/resume_agents_for_bot/${BOT}`, { as: owner });
    const row = (rows.body as { id: number; califications: number }[]).find(({ id }) => id === agent.id);
    expect(row?.califications).toBe(4);
  });

  it('shows an agent their own work and nothing of the others', async () => {
    const found = await read(agent);
    expect(found).toMatchObject({
      scope: 'own',
      now: { started: 0, unassisted: 0, attended: 1, leads: 0 },
      before: { attended: 0 },
      sites: [],
      steps: [],
    });
  });
});

it('takes a bot as taught once something beyond its template was published', async () => {
  const made = await server.call('POST', '/svc/main/bot', {
    as: owner,
    body: { bot_name: 'Vivero', template: 'generica' },
  });
  const { id } = made.body as { id: number };
  const taught = async () => {
    const { body } = await server.call('GET', `/svc/bots/dashboard/${id}`, { as: owner });
    return (body as BotDashboard).steps.find(({ step }) => step === 'teach')?.done;
  };
  const post = (path: string, body: object) =>
    server.call('POST', `/svc/templates/api/client/${path}`, { as: owner, body: { bot_id: id, ...body } });
  expect(await taught()).toBe(false);
  const rule = { title: 'Riego', answers: ['Cada quince días.'], examples: ['¿Cada cuánto se riega?'] };
  expect((await post('nodes/custom/node', rule)).status).toBe(200);
  expect(await taught()).toBe(false);
  expect((await post('draft/publish', {})).status).toBe(200);
  expect(await taught()).toBe(true);
});

describe('the snippet', () => {
  const check = (body: object) =>
    server.call('POST', '/svc/bots/snippet_check', { body: { bot_id: BOT, token, ...body } });
  const step = async (name: string) => (await read(owner)).steps.find((one) => one.step === name)?.done;

  it('is live once the chat was opened from another site, not from our own preview', async () => {
    await openFrom(server.app.config.publicUrl);
    expect([await step('try'), await step('install')]).toEqual([true, false]);
    await openFrom('https://www.tienda.cl');
    expect(await step('install')).toBe(true);
  });

  it('is live as soon as a page with it was loaded, though nobody opened the chat', async () => {
    const look = (origin: string, of = token) =>
      fetch(`${server.url}/visitor/look/${BOT}?token=${of}`, { headers: { origin } });
    expect((await look('https://nueva.cl', 'otro')).status).toBe(404);
    expect((await check({ web: 'nueva.cl' })).body).toMatchObject({ seen_at: null });
    expect((await look('https://nueva.cl')).status).toBe(200);
    await expect
      .poll(async () => (await check({ web: 'nueva.cl' })).body)
      .toMatchObject({ seen_at: expect.any(String) });
  });

  it('can be checked by the person who installs it', async () => {
    const seen = await check({ web: 'www.tienda.cl/contacto' });
    expect(seen.body).toMatchObject({ origin: 'https://www.tienda.cl', seen_at: expect.any(String) });
    expect((await check({ web: 'https://otra.cl' })).body).toMatchObject({ seen_at: null });
    expect((await check({ web: 'no es una dirección' })).status).toBe(422);
    expect((await check({ token: 'otro', web: 'https://www.tienda.cl' })).status).toBe(404);
  });
});
