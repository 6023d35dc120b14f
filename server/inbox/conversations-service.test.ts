/** docs/product.md §7 'Conversations service' line by line: each test is named after its line. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  CountsByUser,
  FoundPage,
  SessionLogPage,
  SessionPage,
} from '../../contract/calls/conversation-lists.ts';
import type { ConversationPage, CounterBase, SessionRecord } from '../../contract/calls/conversations.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { Message } from '../../contract/entities/message.ts';
import { mailsTo } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
const BASE = '/svc/conversations';
let server: TestServer;
let owner: Person;
let ana: Person;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.addPerson('olga');
  ana = await server.addPerson('ana');
  await server.addBot(BOT);
  await server.link(owner, BOT, 'propietario');
  await server.link(ana, BOT, 'agente', ['ventas']);
  for (let n = 0; n < 17; n += 1) {
    const id = `c-${String(n).padStart(2, '0')}`;
    await server.addConversation(id, BOT, { state: 'active', category: null, agent_id: null });
    const at = new Date(Date.UTC(2026, 0, 1, n));
    await server.app.db.query(sql`update conversations set last_message_date = ${at} where id = ${id}`);
  }
  await server.addConversation('old', BOT, { state: 'archived', category: 'ventas', agent_id: null });
  await server.app.db.query(sql`
    update leads set name = 'Íñigo Peña', email = 'inigo@correo.cl', phone = '+56 9 4444 3333' where id in ('lead-c-03', 'lead-old')`);
  await server.app.db.query(
    sql`update conversations set lead_name = 'Íñigo Peña' where id in ('c-03', 'old')`,
  );
  await server.app.db.query(sql`update conversations set tags = '["vip"]' where id in ('c-03', 'c-04')`);
});
afterAll(() => server.close());

async function call<T>(method: string, path: string, body?: object, as: Person = owner): Promise<T> {
  const answer = await server.call(method, `${BASE}${path}`, { as, ...(body ? { body } : {}) });
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body as T;
}
const status = async (method: string, path: string, body?: object, as: Person = owner) =>
  (await server.call(method, `${BASE}${path}`, { as, ...(body ? { body } : {}) })).status;
const ids = (page: { conversations: Conversation[] }) => page.conversations.map(({ id }) => id);
const say = (conversation_id: string, text: string, key: string, rest: object = {}) =>
  call<Message>('POST', '/session_logs', { conversation_id, text, temporal_id: key, ...rest }, ana);

test('GET /conversations/{id}', async () => {
  expect(await call('GET', '/conversations/c-03')).toMatchObject({
    conversation: { id: 'c-03', bot_id: BOT, state: 'active', lead_name: 'Íñigo Peña' },
    seq: expect.any(Number),
    sight: expect.any(String),
  });
  expect(await status('GET', '/conversations/nobody')).toBe(404);
});

test('GET /conversations: newest first, paged', async () => {
  const path = `/conversations?bot_id=${BOT}&state=active`;
  const first = await call<ConversationPage>('GET', path);
  expect(first).toMatchObject({ page: 1, pages: 2, total: 17 });
  expect(ids(first)).toHaveLength(15);
  expect(ids(first)[0]).toBe('c-16');
  expect(ids(await call('GET', `${path}&page=2`))).toEqual(['c-01', 'c-00']);
  expect(ids(await call('GET', `/conversations?bot_id=${BOT}&lead_id=lead-c-07`))).toEqual(['c-07']);
});

test('PUT /conversations/{id}: exactly one change a call, by the legal moves', async () => {
  const put = <T>(body: object) => call<T>('PUT', '/conversations/c-10', body, ana);
  expect(await put({ state: 'taken', agent_id: ana.id })).toMatchObject({
    conversation: { state: 'taken', agent_id: ana.id },
  });
  expect(await put({ tags: ['a', 'a', ' b '] })).toMatchObject({ conversation: { tags: ['a', 'b'] } });
  expect(await put({ category: 'soporte' })).toMatchObject({ conversation: { category: 'soporte' } });
  expect(await put({ unread: true })).toMatchObject({ conversation: { unread: true } });
  expect(await put({ snoozed_until: '2999-01-01T00:00:00.000Z' })).toMatchObject({
    conversation: { snoozed_until: '2999-01-01T00:00:00.000Z' },
  });
  expect(await status('PUT', '/conversations/c-10', { state: 'archived' }, ana)).toBe(409);
  expect(await status('PUT', '/conversations/c-10', { tags: [], unread: true }, ana)).toBe(400);
});

test('POST and DELETE /conversations: begun by an agent, ended by a head', async () => {
  await server.app.db.query(sql`
    insert into leads (id, bot_id, name, phone) values ('nueva', ${BOT}, 'Rosa', '+56911112222')`);
  await server.app.db.query(sql`
    insert into connections (id, bot_id, provider, name, account, credentials, created_at, updated_at)
    values ('numero', ${BOT}, 'whatsapp', 'Tienda', '1', 'sealed', now(), now())`);
  const { conversation } = await call<{ conversation: Conversation }>(
    'POST',
    '/conversations',
    { bot_id: BOT, lead_id: 'nueva' },
    ana,
  );
  expect(conversation).toMatchObject({ state: 'taken', agent_id: ana.id, channel: 'whatsapp' });
  expect(await call('DELETE', `/conversations/${conversation.id}`)).toMatchObject({
    conversation: { state: 'archived' },
  });
});

test('POST count_states_{product}_live: base_counters and base_channel_counters of the asked state', async () => {
  const body = { bot_id: BOT, conversation_status: 'active', is_admin: false, agent_id: 999 };
  const counted = await call<CounterBase>('POST', '/conversations/count_states_charla_live', body);
  expect(counted.base_counters).toMatchObject({ active: 16, taken: 1, archived: 2 });
  expect(counted.base_channel_counters).toEqual({ web: 16, whatsapp: 0, instagram: 0, messenger: 0 });
  // Ana's own: the archived one is nobody's, and what is taken is hers.
  expect(
    (await call<CounterBase>('POST', '/conversations/count_states_charla_live', body, ana)).base_counters,
  ).toMatchObject({ active: 16, taken: 1, archived: 0 });
});

test('POST count_states/{botId}/{userId}: narrowed by tags_lead and category', async () => {
  const path = `/conversations/count_states/${BOT}/${owner.id}`;
  const all = await call<CountsByUser>('POST', path, {});
  expect(all.tags).toEqual([
    { tag: 'vip', count: 2 },
    { tag: 'a', count: 1 },
    { tag: 'b', count: 1 },
  ]);
  expect(all.categories).toContainEqual({ category: 'soporte', count: 1 });
  const narrow = await call<CountsByUser>('POST', path, { tags_lead: ['vip'], is_admin: true });
  expect(narrow.base_counters).toMatchObject({ active: 2, archived: 0 });
  expect(narrow.tags[0]).toEqual({ tag: 'vip', count: 2 });
  expect(narrow.categories.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  const area = await call<CountsByUser>('POST', path, { category: 'ventas' });
  expect(area.base_counters).toMatchObject({ active: 0, archived: 1 });
});

test('POST filter_conversation: filters, items (default 15), page (default 1)', async () => {
  const filter = (filters: object, rest: object = {}) =>
    call<ConversationPage>('POST', '/conversations/filter_conversation', {
      filters: { bot_id: BOT, ...filters },
      ...rest,
    });
  expect(await filter({ state: 'active' })).toMatchObject({ page: 1, pages: 2, total: 16 });
  expect(ids(await filter({ state: 'active' }))).toHaveLength(15);
  expect(ids(await filter({ state: 'active' }, { items: 5, page: 4 }))).toEqual(['c-00']);
  expect(ids(await filter({ tags: ['vip'] }))).toEqual(['c-04', 'c-03']);
  expect(ids(await filter({ agent_id: ana.id, state: 'taken' }))).toEqual(['c-10']);
  expect(ids(await filter({ snoozed: true }))).toEqual(['c-10']);
  expect((await filter({ state: 'taken', snoozed: false })).total).toBe(0);
  expect((await filter({ archived: true })).total).toBe(2);
  expect((await filter({ archived: false })).total).toBe(17);
  const from = new Date(Date.UTC(2026, 0, 1, 2)).toISOString();
  const to = new Date(Date.UTC(2026, 0, 1, 4)).toISOString();
  expect(ids(await filter({ from, to }))).toEqual(['c-04', 'c-03', 'c-02']);
});

test('POST by_lead_data: bot_id, search_text, items, page, archived; and where it was found', async () => {
  await call('PUT', '/conversations/c-11', { state: 'taken', agent_id: ana.id }, ana);
  const sent = await say('c-11', 'La tienda de Íñigo abre a las 9', 'lead-data-0001');
  const search = (search_text: string, rest: object = {}, as: Person = owner) =>
    call<FoundPage>('POST', '/conversations/by_lead_data', { bot_id: BOT, search_text, ...rest }, as);
  expect(ids(await search('peña'))).toEqual(['c-03']);
  expect((await search('INIGO')).found).toEqual(
    expect.arrayContaining([
      { conversation_id: 'c-03', in: 'name', text: 'Íñigo Peña', message_id: null },
      {
        conversation_id: 'c-11',
        in: 'message',
        text: 'La tienda de Íñigo abre a las 9',
        message_id: sent._id,
      },
    ]),
  );
  expect((await search('correo.cl')).found).toMatchObject([{ in: 'email', text: 'inigo@correo.cl' }]);
  expect((await search('4444 33')).found).toMatchObject([{ in: 'phone', text: '+56 9 4444 3333' }]);
  expect(ids(await search('peña', { archived: true }))).toEqual(['old']);
  expect(await search('', { items: 10, page: 2 })).toMatchObject({ page: 2, pages: 2, total: 17, found: [] });
  expect(ids(await search('inigo', { filters: { state: 'taken' } }))).toEqual(['c-11']);
  // What is not seen is not found.
  expect(ids(await search('peña', { archived: true }, ana))).toEqual([]);
});

test('PUT /conversations/mark_inactive/{id}', async () => {
  expect(await call('PUT', '/conversations/mark_inactive/c-12')).toMatchObject({
    conversation: { id: 'c-12', state: 'inactive' },
  });
  expect(await status('PUT', '/conversations/mark_inactive/c-12')).toBe(409);
});

test('POST /session_logs: the author comes from the session; sender and from must agree with it', async () => {
  expect(await say('c-10', 'hola', 'author-0001', { from: 'agent', sender: String(ana.id) })).toMatchObject({
    from: 'agent',
    agent: { id: ana.id },
  });
  const log = { conversation_id: 'c-10', text: 'x', temporal_id: 'author-0002' };
  expect(await status('POST', '/session_logs', { ...log, from: 'Cliente' }, ana)).toBe(422);
  expect(await status('POST', '/session_logs', { ...log, sender: String(owner.id) }, ana)).toBe(422);
});

test('GET /session_logs and GET /session_logs/by_conversation_id/{id}', async () => {
  for (const n of [1, 2, 3]) await say('c-10', `m${n}`, `pages-000${n}`);
  const page = await call<SessionLogPage>(
    'GET',
    `/session_logs?bot_id=${BOT}&conversation_id=c-10&from=agent&items=2`,
  );
  expect(page.session_logs.map(({ text }) => text)).toEqual(['m3', 'm2']);
  expect(page).toMatchObject({ page: 1, pages: 2, total: 4 });
  const last = await call<Message[]>('GET', '/session_logs/by_conversation_id/c-10?items=2');
  expect(last.map(({ text }) => text)).toEqual(['m2', 'm3']);
  const before = await call<Message[]>(
    'GET',
    `/session_logs/by_conversation_id/c-10?items=1&before=${last[0]?._id}`,
  );
  expect(before.map(({ text }) => text)).toEqual(['m1']);
});

test('GET /session_logs/by_conversation_id/{id}/found: where a text stands, newest first, for who sees it', async () => {
  const said: Message[] = [];
  for (const text of ['Ñandú en el JARDÍN', 'nada', '100% del jardin'])
    said.push(await say('c-10', text, `found-${said.length}`));
  const path = '/session_logs/by_conversation_id/c-10/found?text=';
  const find = (text: string) =>
    call<{ found: object[]; more: boolean }>('GET', path + encodeURIComponent(text));
  const place = (at: number) => ({ _id: said[at]?._id, order: said[at]?.order });
  expect(await find('jardín')).toEqual({ found: [place(2), place(0)], more: false });
  // Signs of LIKE are signs.
  expect(await find('100%')).toEqual({ found: [place(2)], more: false });
  expect((await find('n%u')).found).toEqual([]);
  expect((await find('  ')).found).toEqual([]);
  expect(await status('GET', `${path}${'x'.repeat(201)}`)).toBe(400);
  expect(await status('GET', '/session_logs/by_conversation_id/nobody/found?text=a')).toBe(404);
});

test('POST /conversations/{id}/transcript: what was said goes to the client’s own address, without notes', async () => {
  await server.app.db.query(
    sql`update users set email_confirmed_at = now() where id in (${owner.id}, ${ana.id})`,
  );
  const path = '/conversations/c-10/transcript';
  // Nobody's address is known.
  expect(await status('POST', path, undefined, ana)).toBe(422);
  await server.app.db.query(sql`update leads set email = 'marta@correo.cl' where id = 'lead-c-10'`);
  await say('c-10', 'Tu pedido va en camino', 'script-0001');
  await say('c-10', 'Míralo aquí', 'script-0003', {
    links: [{ label: 'Seguimiento', url: 'https://tienda.cl/pedido' }],
  });
  await say('c-10', 'ojo con este cliente', 'script-0002', { note: true });
  expect(await call('POST', path, undefined, ana)).toEqual({ email: 'marta@correo.cl' });
  const lines = await call<Message[]>('GET', '/session_logs/by_conversation_id/c-10?items=1');
  expect(lines[0]).toMatchObject({ from: 'system', text: 'ana envió la transcripción a marta@correo.cl' });
  const [mail = ''] = await mailsTo(server, 'marta@correo.cl', 'Tu conversación');
  expect(mail).toContain('Tu pedido va en camino');
  // INB-135
  expect(mail).toContain('[Seguimiento: https://tienda.cl/pedido]');
  expect(mail).not.toContain('ojo con este cliente');
  // A mailbox gets so many an hour.
  const answers = await Promise.all(Array.from({ length: 6 }, () => status('POST', path, undefined, ana)));
  expect(answers.filter((one) => one === 200)).toHaveLength(4);
  expect(answers.filter((one) => one === 429)).toHaveLength(2);
  // Who does not see it, and who has not proved their own address.
  expect(await status('POST', '/conversations/nobody/transcript')).toBe(404);
  await server.app.db.query(sql`update users set email_confirmed_at = null where id = ${ana.id}`);
  expect(await status('POST', path, undefined, ana)).toBe(422);
});

test.each(['1', 'ñ 你好 😀\n"', '😀'.repeat(100), 'x'.repeat(100)])(
  'POST /session_logs: temporal_id is any text of 1 to 100 characters (%s)',
  async (key) => {
    const sent = await say('c-10', `como ${key}`, key);
    expect(sent.temporal_id).toBe(key);
    expect((await say('c-10', 'otra vez', key))._id).toBe(sent._id);
  },
);
test.each(['', 'x'.repeat(101), '😀'.repeat(101), 'a\u0000b', '\ud800'])(
  'POST /session_logs: and nothing else is one (%j)',
  async (temporal_id) => {
    expect(
      await status('POST', '/session_logs', { conversation_id: 'c-10', text: 'x', temporal_id }, ana),
    ).toBe(400);
  },
);

test('PUT and DELETE /session_logs/{id}: one’s own notes', async () => {
  const note = await say('c-10', 'ojo', 'notes-00001', { note: true });
  expect(await call('PUT', `/session_logs/${note._id}`, { text: 'ojo 2' }, ana)).toMatchObject({
    text: 'ojo 2',
  });
  expect(await call('DELETE', `/session_logs/${note._id}`, undefined, ana)).toMatchObject({ text: '' });
});

test('POST /conversations/{id}/transcript: who does not see the conversation uses up nothing of what others may send', async () => {
  const { db } = server.app;
  await db.query(
    sql`update users set email_confirmed_at = now() where id = any(${[ana.id, owner.id]}::int[])`,
  );
  await server.addConversation('c-of-olga', BOT, { state: 'taken', category: null, agent_id: owner.id });
  await db.query(sql`update conversations set message_count = 1 where id = 'c-of-olga'`);
  await db.query(sql`
    insert into messages (id, conversation_id, bot_id, mid, status, sender, text, position)
    values ('c-of-olga', 'c-of-olga', ${BOT}, 'c-of-olga', 'sent', 'Cliente', 'Hola', 1)`);
  await db.query(sql`update leads set email = 'tres@correo.cl' where id = 'lead-c-of-olga'`);
  for (let times = 0; times < 8; times += 1)
    expect(await status('POST', '/conversations/c-of-olga/transcript', undefined, ana)).toBe(404);
  expect(await status('POST', '/conversations/c-of-olga/transcript', undefined, owner)).toBe(200);
});

test('POST /conversations/{id}/transcript: what is read as one is sent as one, in order of time', async () => {
  const { db } = server.app;
  await db.query(sql`update users set email_confirmed_at = now() where id = ${ana.id}`);
  for (const [id, said, at] of [
    ['c-by-instagram', 'Lo pregunté por Instagram', '2020-01-01'],
    ['c-by-web', 'Y ahora por la web', '2020-01-02'],
  ] as const) {
    await server.addConversation(id, BOT, { state: 'pending', category: null, agent_id: null });
    await db.query(sql`update conversations set message_count = 1 where id = ${id}`);
    await db.query(sql`
      insert into messages (id, conversation_id, bot_id, mid, status, sender, text, position, created_at)
      values (${id}, ${id}, ${BOT}, ${id}, 'sent', 'Cliente', ${said}, 1, ${at})`);
  }
  await db.query(sql`update conversations set lead_id = 'lead-c-by-web' where id = 'c-by-instagram'`);
  await db.query(sql`update leads set email = 'dos@correo.cl' where id = 'lead-c-by-web'`);
  await call('PUT', '/conversations/c-by-web', { state: 'taken', agent_id: ana.id }, ana);
  const seen = { last_seen: 1_000, source_seen: '2899-01-01T00:00:00.000Z' };
  const join = { source_id: 'c-by-instagram', temporal_id: 'join-0001', ...seen };
  await call('POST', '/conversations/c-by-web/joins', join, ana);
  expect(await call('POST', '/conversations/c-by-web/transcript', undefined, ana)).toEqual({
    email: 'dos@correo.cl',
  });
  const [mail = ''] = await mailsTo(server, 'dos@correo.cl', 'Tu conversación');
  expect(mail.indexOf('Lo pregunté por Instagram')).toBeGreaterThan(0);
  expect(mail.indexOf('Y ahora por la web')).toBeGreaterThan(mail.indexOf('Lo pregunté por Instagram'));
});

test('Sessions: the same shape; by_conversation_id takes order=DESC; history is not written by hand', async () => {
  const steps = await call<SessionRecord[]>('GET', '/sessions/by_conversation_id/c-10');
  expect(steps.map(({ event }) => event)).toEqual(['take', 'category']);
  const newest = await call<SessionRecord[]>('GET', '/sessions/by_conversation_id/c-10?order=DESC');
  expect(newest.map(({ event }) => event)).toEqual(['category', 'take']);
  const page = await call<SessionPage>('GET', `/sessions?bot_id=${BOT}&conversation_id=c-10&items=1`);
  expect(page).toMatchObject({ page: 1, pages: 2, total: 2, sessions: [{ event: 'category' }] });
  const path = `/sessions/${steps[0]?._id}`;
  expect(await status('POST', '/sessions', { conversation_id: 'c-10' })).toBe(422);
  expect([await status('PUT', path), await status('DELETE', path)]).toEqual([422, 422]);
});
