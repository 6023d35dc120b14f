/** Quick replies, saved views, the filter catalogue, filters and mentions, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConversationPage } from '../../../contract/calls/conversations.ts';
import type { FilterCatalogue, QuickReply, SavedView } from '../../../contract/calls/inbox-tools.ts';
import type { Notification } from '../../../contract/entities/notification.ts';
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import { sql } from '../../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';

const BOT = 64;
let server: TestServer;
let owner: Person;
let ana: Person;
let bruno: Person;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, bruno } = await server.addTeam(BOT));
});
afterAll(() => server.close());

const call = (method: string, path: string, as: Person, body?: object) =>
  server.call(method, `/svc/conversations${path}`, { as, ...(body ? { body } : {}) });

test('quick replies are one’s own or everybody’s; a shared one is changed by its author and the heads', async () => {
  const path = `/quick_replies/${BOT}`;
  const add = (as: Person, draft: object) => call('POST', path, as, { text: 'Hola {cliente}', ...draft });
  const shared = (await add(ana, { shortcut: 'saludo', shared: true })).body as QuickReply;
  expect(shared).toMatchObject({ shortcut: 'saludo', user_name: 'ana' });
  expect((await add(bruno, { shortcut: 'saludo', shared: true })).status).toBe(409);
  expect((await add(bruno, { shortcut: 'saludo', shared: false })).status).toBe(200);
  expect((await add(bruno, { shortcut: 'dos palabras', shared: false })).status).toBe(400);
  const seen = async (as: Person) =>
    ((await call('GET', path, as)).body as QuickReply[]).map((one) => [one.shortcut, one.shared]);
  expect(await seen(ana)).toEqual([['saludo', true]]);
  expect(await seen(bruno)).toEqual([
    ['saludo', false],
    ['saludo', true],
  ]);
  const change = (as: Person) =>
    call('PUT', `${path}/${shared.id}`, as, { shortcut: 'saludo', text: `de ${as.id}`, shared: true });
  expect((await change(bruno)).status).toBe(422);
  expect((await change(owner)).body).toMatchObject({ text: `de ${owner.id}` });
  expect((await call('DELETE', `${path}/${shared.id}`, bruno)).status).toBe(422);
  expect((await call('DELETE', `${path}/${shared.id}`, ana)).status).toBe(200);
  expect(await seen(ana)).toEqual([]);
});

test('INB-129 quick replies have an end: nobody fills the list that everybody is answered', async () => {
  const path = `/quick_replies/${BOT}`;
  const { sharedQuickReplies, ownQuickReplies } = SERVER_LIMITS;
  await server.app.db.query(sql`
    insert into quick_replies (id, bot_id, user_id, shortcut, text, shared, updated_at)
    select 'many-' || shared || n, ${BOT}, ${bruno.id}, 'many' || n, 'Hola', shared, now()
    from (select true as shared, generate_series(1, ${sharedQuickReplies}) as n
      union all select false, generate_series(1, ${ownQuickReplies})) many`);
  const add = (as: Person, shared: boolean) =>
    call('POST', path, as, { shortcut: `una-mas-${shared}`, text: 'Hola', shared });
  expect((await add(ana, true)).body).toMatchObject({
    message: `El equipo puede tener hasta ${sharedQuickReplies} respuestas rápidas. Elimina una primero.`,
  });
  expect((await add(bruno, false)).status).toBe(422);
  const own = (await add(ana, false)).body as QuickReply;
  // Neither by a change of one that is one's own.
  const change = (text: string, shared: boolean) =>
    call('PUT', `${path}/${own.id}`, ana, { shortcut: own.shortcut, text, shared });
  expect((await change('Hola', true)).status).toBe(422);
  expect((await change('Otro', false)).status).toBe(200);
  await server.app.db.query(sql`delete from quick_replies where id like 'many-%'`);
  expect((await change('Hola', true)).status).toBe(200);
  await call('DELETE', `${path}/${own.id}`, ana);
});

test('saved views are a person’s own', async () => {
  const path = `/saved_views/${BOT}`;
  const draft = { name: 'Sin leer', filters: { state: 'pending', unread_only: true } };
  const view = (await call('POST', path, ana, draft)).body as SavedView;
  expect(view).toMatchObject(draft);
  expect((await call('POST', path, ana, draft)).status).toBe(409);
  expect((await call('POST', path, bruno, draft)).status).toBe(200);
  expect((await call('PUT', `${path}/${view.id}`, bruno, draft)).status).toBe(404);
  expect((await call('PUT', `${path}/${view.id}`, ana, { ...draft, name: 'Míos' })).body).toMatchObject({
    name: 'Míos',
  });
  expect((await call('DELETE', `${path}/${view.id}`, bruno)).status).toBe(404);
  expect((await call('DELETE', `${path}/${view.id}`, ana)).status).toBe(200);
  expect((await call('GET', path, ana)).body).toEqual([]);
});

test('heads share views with everybody; what is shared only they change', async () => {
  const path = `/saved_views/${BOT}`;
  const draft = { name: 'Urgentes', filters: { tags: ['urgente'] }, shared: true };
  expect((await call('POST', path, ana, draft)).status).toBe(403);
  const view = (await call('POST', path, owner, draft)).body as SavedView;
  expect(view).toMatchObject({ shared: true, user_id: owner.id, user_name: 'olga' });
  expect((await call('POST', path, owner, draft)).status).toBe(409);
  const own = (await call('POST', path, ana, { ...draft, shared: false })).body as SavedView;
  const seen = ((await call('GET', path, ana)).body as SavedView[]).map(({ name, shared }) => [name, shared]);
  expect(seen).toEqual([
    ['Urgentes', false],
    ['Urgentes', true],
  ]);
  expect((await call('PUT', `${path}/${view.id}`, ana, { ...draft, shared: false })).status).toBe(403);
  expect((await call('DELETE', `${path}/${view.id}`, ana)).status).toBe(403);
  expect((await call('PUT', `${path}/${own.id}`, owner, draft)).status).toBe(404);
  expect((await call('DELETE', `${path}/${own.id}`, ana)).status).toBe(200);
  expect((await call('DELETE', `${path}/${view.id}`, owner)).status).toBe(200);
});

test('lists keep what is unread, and what a catalogue item names', async () => {
  const catalogue = (await call('GET', `/filter_catalogue/${BOT}`, ana)).body as FilterCatalogue;
  const brands = catalogue.marca.map(({ name }) => name);
  expect(catalogue.modelo.length).toBeGreaterThan(0);
  expect(catalogue.modelo.every(({ marca }) => brands.includes(marca))).toBe(true);
  for (const id of ['f-1', 'f-2', 'f-3']) {
    await server.addConversation(id, BOT, { state: 'active', category: null, agent_id: null });
  }
  await server.app.db.query(sql`
    update conversations set tags = '["austral"]', pending_messages_count = 1 where id = 'f-1'`);
  await server.app.db.query(sql`update leads set tags = '["austral", "temuco"]' where id = 'lead-f-2'`);
  const find = async (filters: object) =>
    (
      (
        await call('POST', '/conversations/filter_conversation', ana, {
          filters: { bot_id: BOT, ...filters },
        })
      ).body as ConversationPage
    ).conversations
      .map(({ id }) => id)
      .sort();
  expect(await find({ unread_only: true })).toEqual(['f-1']);
  expect(await find({ catalogue: { marca: 'austral' } })).toEqual(['f-1', 'f-2']);
  expect(await find({ catalogue: { marca: 'austral', ciudad: 'temuco' } })).toEqual(['f-2']);
  expect(await find({ catalogue: { area: 'ventas' } })).toEqual([]);
  // What a client's own data says counts as its tags do.
  await server.app.db.query(sql`
    update leads set city = 'puerto montt', fields = '{"solicitudes": "factura"}' where id = 'lead-f-3'`);
  expect(await find({ catalogue: { ciudad: 'puerto-montt', solicitudes: 'factura' } })).toEqual(['f-3']);
  expect(await find({ catalogue: { ciudad: 'santiago' } })).toEqual([]);
});

test('a colleague named in a note gets a notice, once, if they see the conversation', async () => {
  await server.addConversation('mia', BOT, { state: 'taken', category: null, agent_id: ana.id });
  const write = (key: string, note: boolean) =>
    call('POST', '/session_logs', ana, {
      conversation_id: 'mia',
      text: '@olga @bruno ¿lo ven?',
      note,
      mentions: [owner.id, bruno.id, ana.id, 999_999],
      temporal_id: `mencion-${key}`,
    });
  expect((await write('1', true)).status).toBe(200);
  expect((await write('1', true)).status).toBe(200);
  expect((await write('2', false)).status).toBe(422);
  const told = async (who: Person) =>
    (await server.call('GET', `/svc/main/user_notification/list/${who.id}`, { as: who }))
      .body as Notification[];
  expect(await told(owner)).toMatchObject([{ type: 'user_tagged', item: { icon: 'mention' } }]);
  expect(await told(bruno)).toEqual([]);
  expect(await told(ana)).toEqual([]);
});
