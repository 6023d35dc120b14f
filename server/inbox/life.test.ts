/** Conversations that agents begin, remove and look up, and notes they correct, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountsByUser, SessionLogPage, SessionPage } from '../../contract/calls/conversation-lists.ts';
import type { ConversationPage } from '../../contract/calls/conversations.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { Message } from '../../contract/entities/message.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

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
});
afterAll(() => server.close());

const call = (method: string, path: string, as: Person, body?: object) =>
  server.call(method, `${BASE}${path}`, { as, ...(body ? { body } : {}) });
const fresh = (id: string, facts: Partial<Parameters<TestServer['addConversation']>[2]> = {}) =>
  server.addConversation(id, BOT, { state: 'active', category: null, agent_id: null, ...facts });
const lead = (id: string, fields: { phone?: string; rut?: string; name?: string } = {}) =>
  server.app.db.query(sql`
    insert into leads (id, bot_id, name, phone, rut) values
    (${id}, ${BOT}, ${fields.name ?? null}, ${fields.phone ?? null}, ${fields.rut ?? null})`);

test('by_lead_data finds a client by RUT however it is typed, and keeps archived ones apart', async () => {
  await fresh('rut-1');
  await fresh('rut-2', { state: 'archived' });
  await server.app.db.query(sql`
    update leads set rut = '12.345.678-5' where id in ('lead-rut-1', 'lead-rut-2')`);
  const find = async (search_text: string, extra: object = {}) =>
    (
      (await call('POST', '/conversations/by_lead_data', owner, { bot_id: BOT, search_text, ...extra }))
        .body as ConversationPage
    ).conversations.map(({ id }) => id);
  for (const text of ['12.345.678-5', '12345678-5', '123456785', '12.345.678']) {
    expect(await find(text)).toEqual(['rut-1']);
  }
  expect(await find('12345678-5', { archived: true })).toEqual(['rut-2']);
  expect(await find('99.999.999-9')).toEqual([]);
});

test('counts by tag and area tell what one sees; a colleague counts only for the heads', async () => {
  await server.addBot(90);
  await server.link(owner, 90, 'propietario');
  await server.link(ana, 90, 'agente');
  await server.link(bruno, 90, 'agente');
  await server.addConversation('n-1', 90, { state: 'pending', category: 'ventas', agent_id: null });
  await server.addConversation('n-2', 90, { state: 'taken', category: null, agent_id: bruno.id });
  await server.app.db.query(sql`update conversations set tags = '["vip", "mora"]' where id = 'n-1'`);
  await server.app.db.query(sql`update leads set tags = '["vip"]' where id in ('lead-n-1', 'lead-n-2')`);
  const count = async (of: Person, as: Person, body: object = {}) =>
    call('POST', `/conversations/count_states/90/${of.id}`, as, body);
  expect((await count(owner, owner)).body as CountsByUser).toMatchObject({
    base_counters: { pending: 1, taken: 1, active: 0 },
    tags: [
      { tag: 'mora', count: 1 },
      { tag: 'vip', count: 1 },
    ],
    categories: [
      { category: 'ventas', count: 1 },
      { category: null, count: 1 },
    ],
  });
  expect((await count(owner, owner, { tags_lead: ['vip'] })).body).toMatchObject({
    base_counters: { pending: 1, taken: 1 },
  });
  expect((await count(ana, ana, { is_admin: true })).body).toMatchObject({
    base_counters: { pending: 1, taken: 0 },
  });
  expect((await count(bruno, owner)).body).toMatchObject({ base_counters: { pending: 0, taken: 1 } });
  expect((await count(bruno, ana)).status).toBe(404);
});

const addConnection = () =>
  server.app.db.query(sql`
    insert into connections (id, bot_id, provider, name, account, credentials, created_at, updated_at)
    values ('numero', ${BOT}, 'whatsapp', 'Tienda', '1', 'sealed', now(), now())`);

test('an agent writes first: by the phone, once, and never to a foreign client', async () => {
  await lead('nuevo', { phone: '+56911112222', name: 'Rosa' });
  const start = (as: Person, extra: object = {}) =>
    call('POST', '/conversations', as, { bot_id: BOT, lead_id: 'nuevo', ...extra });
  // Nothing would carry a word: that is said at once.
  expect((await start(ana, { channel: 'whatsapp' })).body).toMatchObject({
    error: 'rule',
    message: expect.stringContaining('no tiene un número de WhatsApp en uso'),
  });
  await addConnection();
  const [one, two] = await Promise.all([start(ana), start(bruno)]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  const { conversation } = (one.status === 200 ? one : two).body as { conversation: Conversation };
  expect(conversation).toMatchObject({
    state: 'taken',
    channel: 'whatsapp',
    lead_name: 'Rosa',
    connection_id: 'numero',
  });
  expect((one.status === 409 ? one : two).body).toMatchObject({
    error: 'conflict',
    details: { conversation_id: conversation.id, agent: { id: conversation.agent_id } },
  });
  for (const [id, fields, channel, text] of [
    ['otra', { phone: '+56911112222' }, 'whatsapp', /es de otro cliente/],
    ['sin', {}, 'whatsapp', /su teléfono falta/],
    ['insta', { phone: '+56911113333' }, 'instagram', /no tiene una cuenta de Instagram/],
  ] as const) {
    await lead(id, fields);
    expect((await start(ana, { lead_id: id, channel })).body).toMatchObject({
      error: 'rule',
      message: expect.stringMatching(text),
    });
  }
  await lead('mudo');
  expect((await start(ana, { lead_id: 'mudo' })).body).toMatchObject({ error: 'rule' });
  expect((await call('POST', '/conversations', stranger, { bot_id: 7, lead_id: 'nuevo' })).status).toBe(404);
});

test('heads delete a conversation: it is over, agents no longer see it, and the audit knows', async () => {
  await fresh('weg', { state: 'taken', agent_id: ana.id });
  expect((await call('DELETE', '/conversations/weg', ana)).status).toBe(422);
  expect((await call('DELETE', '/conversations/weg', bruno)).status).toBe(404);
  expect((await call('DELETE', '/conversations/weg', owner)).body).toMatchObject({
    conversation: { state: 'archived', agent_id: null },
  });
  expect((await call('GET', '/conversations/weg', ana)).status).toBe(404);
  expect((await call('DELETE', '/conversations/weg', owner)).status).toBe(200);
  const audits = await server.app.db.query(sql`select 1 as one from audits where auditable_id = 'weg'`);
  expect(audits).toHaveLength(1);
});

test('people correct and take back their own notes, and nothing that was said to a customer', async () => {
  await fresh('notas', { state: 'taken', agent_id: ana.id });
  const say = async (text: string, note: boolean) =>
    (
      await call('POST', '/session_logs', ana, {
        conversation_id: 'notas',
        text,
        note,
        temporal_id: `t-${text}-0001`,
      })
    ).body as Message;
  const note = await say('ojo', true);
  const said = await say('hola', false);
  const edit = (id: string, as: Person, text = 'mejor así') =>
    call('PUT', `/session_logs/${id}`, as, { text });
  expect((await edit(note._id, ana)).body).toMatchObject({
    _id: note._id,
    text: 'mejor así',
    edited_at: expect.stringMatching(/Z$/),
  });
  expect((await edit(note._id, owner)).body).toMatchObject({
    message: 'Solo puedes modificar o eliminar tus propias notas.',
  });
  expect((await edit(note._id, bruno)).status).toBe(404);
  expect((await edit(note._id, ana, '  ')).status).toBe(422);
  expect((await edit(said._id, ana)).body).toMatchObject({
    message: 'Un mensaje enviado no se puede modificar ni eliminar.',
  });
  expect((await call('DELETE', `/session_logs/${said._id}`, ana)).status).toBe(422);
  expect((await call('DELETE', `/session_logs/${note._id}`, ana)).body).toMatchObject({ text: '' });
  const { conversation } = (await call('GET', '/conversations/notas', ana)).body as {
    conversation: Conversation;
  };
  expect(conversation.notes_count).toBe(0);
  expect((await edit(note._id, ana)).status).toBe(422);
});

test('messages and steps are listed within what one sees; steps are never changed', async () => {
  await fresh('serie', { state: 'taken', agent_id: ana.id });
  for (const text of ['uno', 'dos', 'tres']) {
    await call('POST', '/session_logs', ana, {
      conversation_id: 'serie',
      text,
      temporal_id: `serie-${text}`,
    });
  }
  await call('PUT', '/conversations/serie', ana, { state: 'closed' });
  const logs = async (as: Person) =>
    (await call('GET', `/session_logs?bot_id=${BOT}&conversation_id=serie&from=agent&items=2`, as))
      .body as SessionLogPage;
  expect(await logs(ana)).toMatchObject({
    total: 3,
    pages: 2,
    session_logs: [{ text: 'tres' }, { text: 'dos' }],
  });
  expect(await logs(bruno)).toMatchObject({ total: 0, session_logs: [] });
  const steps = (await call('GET', `/sessions?bot_id=${BOT}&conversation_id=serie`, ana)).body as SessionPage;
  expect(steps.sessions.map(({ event }) => event)).toEqual(['close']);
  const path = `/sessions/${steps.sessions[0]?._id}`;
  expect((await call('PUT', path, ana)).status).toBe(422);
  expect((await call('DELETE', path, owner)).status).toBe(422);
  const list = (await call('GET', `/conversations?bot_id=${BOT}&lead_id=lead-serie`, ana))
    .body as ConversationPage;
  expect(list.conversations.map(({ id }) => id)).toEqual(['serie']);
});
