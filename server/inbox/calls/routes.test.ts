/** The Conversations service and the lead calls over HTTP, as a client of docs/protocol.md uses them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConversationPage, CounterBase } from '../../../contract/calls/conversations.ts';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { Message } from '../../../contract/entities/message.ts';
import { sql } from '../../platform/database/database.ts';
import { type Answer, type Person, startTestServer, type TestServer } from '../../testing.ts';

const BOT = 64;
const BASE = '/svc/conversations';
let server: TestServer;
let owner: Person;
let ana: Person;
let bruno: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, bruno, stranger } = await server.addTeam(BOT));
  for (let n = 0; n < 23; n += 1) {
    const id = `list-${String(n).padStart(2, '0')}`;
    await server.addConversation(id, BOT, { state: 'active', category: null, agent_id: null });
    // Several at the same instant: the order among them is by id.
    await server.app.db.query(sql`
      update conversations set last_message_date = ${new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 3)))} where id = ${id}`);
  }
});
afterAll(() => server.close());

const post = (path: string, body: object, as: Person = owner) =>
  server.call('POST', `${BASE}${path}`, { as, body });
const get = (path: string, as: Person = owner) => server.call('GET', `${BASE}${path}`, { as });
const put = (path: string, body: object | undefined, as: Person = owner) =>
  server.call('PUT', `${BASE}${path}`, { as, ...(body ? { body } : {}) });
const filter = async (filters: object, rest: object = {}, as: Person = owner) =>
  (await post('/conversations/filter_conversation', { filters: { bot_id: BOT, ...filters }, ...rest }, as))
    .body as ConversationPage;
const fresh = (id: string, facts: Partial<Parameters<TestServer['addConversation']>[2]> = {}) =>
  server.addConversation(id, BOT, { state: 'active', category: null, agent_id: null, ...facts });
const code = (answer: Answer) => [answer.status, (answer.body as { error: string }).error];

test('lists come in pages and below a card, whole and without repetition', async () => {
  const all = (await filter({ state: 'active' }, { items: 100 })).conversations.map(({ id }) => id);
  expect(all).toHaveLength(23);
  const first = await filter({ state: 'active' });
  expect(first).toMatchObject({ page: 1, pages: 2, total: 23 });
  const second = await filter({ state: 'active' }, { page: 2 });
  expect([...first.conversations, ...second.conversations].map(({ id }) => id)).toEqual(all);
  const walked: string[] = [];
  let before: object | undefined;
  for (;;) {
    const page = await filter({ state: 'active', ...(before ? { before } : {}) }, { items: 4 });
    const last = page.conversations.at(-1);
    if (!last) break;
    walked.push(...page.conversations.map(({ id }) => id));
    before = { last_message_date: last.last_message_date, id: last.id };
  }
  expect(walked).toEqual(all);
});

test('INB-18 counters, list and card carry number, sight and viewer of their snapshot', async () => {
  const counters = (await post('/conversations/count_states_charla_live', { bot_id: BOT }))
    .body as CounterBase;
  expect(counters.base_counters.active).toBe(23);
  expect(counters.base_channel_counters).toEqual({ web: 23, whatsapp: 0, instagram: 0, messenger: 0 });
  expect(counters.viewer).toEqual({ user_id: owner.id, base: 'administrador', areas: [] });
  const page = await filter({ state: 'active' });
  expect([page.seq, page.sight]).toEqual([counters.seq, counters.sight]);
  const messages = await get('/session_logs/by_conversation_id/list-00');
  expect(messages.headers.get('x-seq')).toBe(String(counters.seq));
  expect(messages.headers.get('x-sight')).toBe(counters.sight);
});

test('INB-16 what an agent counts comes from the session, whatever the body says', async () => {
  await fresh('of-bruno', { state: 'taken', agent_id: bruno.id });
  const body = { bot_id: BOT, conversation_status: 'taken', is_admin: true, agent_id: bruno.id };
  const counters = (await post('/conversations/count_states_charla_live', body, ana)).body as CounterBase;
  expect(counters.base_counters.taken).toBe(0);
  expect((await filter({ state: 'taken', agent_id: bruno.id }, {}, ana)).total).toBe(0);
  expect((await filter({ state: 'taken' }, {}, bruno)).total).toBe(1);
});

test('search finds by name, contact and words, without regard to accents, within what one sees', async () => {
  await fresh('search-1', { state: 'taken', agent_id: bruno.id });
  await server.app.db.query(sql`
    update conversations set lead_name = 'María Ñuñez 100%' where id = 'search-1'`);
  await server.app.db.query(sql`
    update leads set email = 'maria@correo.cl', phone = '+56911112222' where id = 'lead-search-1'`);
  await post(
    '/session_logs',
    { conversation_id: 'search-1', text: '¿Dónde está mi camión?', temporal_id: 'search-msg-1' },
    bruno,
  );
  for (const search of ['maria', 'MARÍA ñuñ', '100%', 'correo.cl', '9 1111 2222', 'camion']) {
    expect((await filter({ search }, {}, bruno)).conversations.map(({ id }) => id)).toEqual(['search-1']);
    expect((await filter({ search }, {}, ana)).total).toBe(0);
  }
  for (const search of ['1000', '_aria', "'; drop table leads; --"])
    expect((await filter({ search })).total).toBe(0);
});

test('a conversation lives its life over HTTP, and its steps are in the log', async () => {
  await fresh('life');
  const taken = await put('/conversations/life', { state: 'taken', agent_id: ana.id }, ana);
  expect(taken.body).toMatchObject({
    conversation: { state: 'taken', agent_name: 'ana' },
    seq: expect.any(Number),
  });
  const late = await put('/conversations/life', { state: 'taken', agent_id: bruno.id }, bruno);
  expect(late.body).toMatchObject({
    error: 'already_taken',
    details: { state: 'taken', agent: { id: ana.id, name: 'ana' } },
  });
  expect(late.status).toBe(409);
  const sent = await post(
    '/session_logs',
    { conversation_id: 'life', text: 'hola', temporal_id: 'life-0001', from: 'agent' },
    ana,
  );
  expect(sent.body).toMatchObject({ from: 'agent', message_status: 'sent', temporal_id: 'life-0001' });
  expect(
    (await put('/conversations/life', { state: 'taken', agent_id: bruno.id, reason: 'turno' }, ana)).status,
  ).toBe(200);
  expect(code(await get('/conversations/life', ana))).toEqual([404, 'not_found']);
  expect(code(await get('/session_logs/by_conversation_id/life', ana))).toEqual([404, 'not_found']);
  expect(code(await get('/sessions/by_conversation_id/life', ana))).toEqual([404, 'not_found']);
  expect((await put('/conversations/mark_inactive/life', undefined, bruno)).status).toBe(200);
  expect(code(await put('/conversations/life', { state: 'archived' }, bruno))).toEqual([409, 'illegal_move']);
  await put('/conversations/life', { state: 'closed' }, bruno);
  await put('/conversations/life', { state: 'archived' }, bruno);
  const steps = (await get('/sessions/by_conversation_id/life?order=DESC', bruno)).body as {
    event: string;
    reason: string | null;
  }[];
  expect(steps.map(({ event }) => event)).toEqual(['archive', 'close', 'mark_inactive', 'derive', 'take']);
  expect(steps[3]?.reason).toBe('turno');
});

test('messages come oldest first, and those before one of them', async () => {
  await fresh('pages', { state: 'taken', agent_id: ana.id });
  for (let n = 1; n <= 7; n += 1) {
    await post(
      '/session_logs',
      { conversation_id: 'pages', text: `m${n}`, temporal_id: `pages-000${n}` },
      ana,
    );
  }
  const read = async (query: string) =>
    (await get(`/session_logs/by_conversation_id/pages${query}`, ana)).body as Message[];
  const last = await read('?items=3');
  expect(last.map(({ text }) => text)).toEqual(['m5', 'm6', 'm7']);
  expect((await read(`?items=3&before=${last[0]?._id}`)).map(({ text }) => text)).toEqual(['m2', 'm3', 'm4']);
  expect(await read('?before=nobody')).toEqual([]);
  const all = await read('');
  const texts = async (query: string) => (await read(query)).map(({ text }) => text);
  const [m4] = all.filter(({ text }) => text === 'm4');
  expect(await texts(`?items=2&after=${m4?._id}`)).toEqual(['m5', 'm6']);
  expect(await texts(`?items=3&around=${m4?._id}`)).toEqual(['m3', 'm4', 'm5']);
  expect(await texts(`?items=1&around=${m4?._id}`)).toEqual(['m4']);
  expect(await texts(`?items=5&around=${all[0]?._id}`)).toEqual(['m1', 'm2', 'm3', 'm4', 'm5']);
  expect(await texts(`?items=3&at=${m4?.created_at}`)).toContain('m4');
  expect(await texts('?items=3&at=2000-01-01T00:00:00.000Z')).toContain('m1');
  expect(await texts('?items=3&at=2100-01-01T00:00:00.000Z')).toEqual(['m6', 'm7']);
  expect(await texts('?after=nobody')).toEqual([]);
  expect(await texts('?around=nobody')).toEqual([]);
});

test('INB-22 foreign bots and ids, and nonsense, change nothing', async () => {
  await fresh('foreign');
  expect(code(await get('/conversations/foreign', stranger))).toEqual([404, 'not_found']);
  expect(code(await put('/conversations/foreign', { state: 'closed' }, stranger))).toEqual([
    404,
    'not_found',
  ]);
  expect(
    code(
      await post(
        '/session_logs',
        { conversation_id: 'foreign', text: 'x', temporal_id: 'foreign-1', note: true },
        stranger,
      ),
    ),
  ).toEqual([404, 'not_found']);
  for (const body of [
    {},
    { state: 'lost' },
    { state: 'closed', tags: [] },
    { state: 'taken' },
    { unread: 'si' },
  ]) {
    expect((await put('/conversations/foreign', body)).status).toBe(400);
  }
  expect(code(await put('/conversations/foreign', { state: 'taken', agent_id: stranger.id }))).toEqual([
    422,
    'rule',
  ]);
  expect(code(await put('/conversations/foreign', { snoozed_until: '2020-01-01T00:00:00Z' }))).toEqual([
    422,
    'rule',
  ]);
  const { conversation } = (await get('/conversations/foreign')).body as { conversation: Conversation };
  expect(conversation).toMatchObject({ state: 'active', agent_id: null, tags: [] });
});

test('leads are read and corrected by those who may, and their cards follow', async () => {
  await fresh('with-lead');
  const path = '/svc/main/leads/lead-with-lead';
  const change = (lead: object, as = ana) => server.call('PUT', path, { as, body: { lead } });
  const answer = await change({
    name: ' Rosa  Pérez ',
    email: 'Rosa@Correo.CL',
    phone: '+56 9 8765 4321',
    rut: '123456785',
  });
  expect(answer.body).toMatchObject({
    name: 'Rosa Pérez',
    email: 'rosa@correo.cl',
    phone: '+56987654321',
    rut: '12.345.678-5',
  });
  expect(
    ((await get('/conversations/with-lead')).body as { conversation: Conversation }).conversation.lead_name,
  ).toBe('Rosa Pérez');
  for (const lead of [{ rut: '12.345.678-9' }, { email: 'x' }, { phone: 'abc' }]) {
    expect((await change(lead)).body).toMatchObject({
      error: 'rule',
      details: { field: Object.keys(lead)[0] },
    });
  }
  expect(code(await change({ name: 'x' }, stranger))).toEqual([404, 'not_found']);
  expect((await server.call('GET', path, { as: bruno })).body).toMatchObject({
    _id: 'lead-with-lead',
    name: 'Rosa Pérez',
  });
  const audits = await server.app.db.query(
    sql`select user_email, changes from audits where auditable_id = 'lead-with-lead'`,
  );
  expect(audits).toHaveLength(1);
});
