/** Clients over HTTP: lists, creating, looking up, erasing; and the 24 h lock of their channels. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Lead } from '../../contract/entities/lead.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
let server: TestServer;
let ana: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer();
  ana = await server.addPerson('ana');
  stranger = await server.addPerson('nadie');
  await server.addBot(BOT);
  await server.addBot(7);
  await server.link(ana, BOT, 'agente');
  await server.link(stranger, 7, 'propietario');
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: object, as: Person = ana) =>
  server.call(method, `/svc/main${path}`, { as, ...(body ? { body } : {}) });
const create = (lead: object) => call('POST', '/leads', { lead: { bot_id: BOT, ...lead } });
const list = async (query: string) =>
  (await call('GET', `/leads?bot_id=${BOT}${query}`)).body as { leads: Lead[]; total: number; pages: number };

test('clients are created once for a phone, however it is written', async () => {
  const both = await Promise.all([
    create({ name: 'Rosa', phone: '+56 9 1111 2222', rut: '12345678-5', tags: ['vip'] }),
    create({ name: 'Rosa P.', phone: '56911112222' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const made = both.find(({ status }) => status === 200)?.body as Lead;
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
    error: 'conflict',
    message: 'Ya existe un cliente con este teléfono.',
    details: { lead_id: made._id },
  });
  expect((await create({ rut: '12.345.678-9' })).body).toMatchObject({ details: { field: 'rut' } });
  expect((await create({ notes: 'nadie' })).status).toBe(422);
});

test('lists are searched and filtered, and end at the bot', async () => {
  await create({ name: 'Pedro 100%', email: 'Pedro@Correo.cl', rut: '11.111.111-1', tags: ['mora'] });
  for (const query of [
    '&search=pedro',
    '&search=100%25',
    '&search=CORREO.cl',
    '&search=11111111-1',
    '&tag=mora',
  ]) {
    expect((await list(query)).leads.map(({ name }) => name)).toEqual(['Pedro 100%']);
  }
  expect((await list('&search=_edro')).total).toBe(0);
  expect(await list('&items=1')).toMatchObject({ pages: 2, total: 2 });
  expect((await call('GET', `/leads?bot_id=${BOT}`, undefined, stranger)).status).toBe(404);
});

test('a client is found by RUT, phone or e-mail; nobody is 404', async () => {
  const find = (lead: object) =>
    call('POST', '/leads/show_by_email_or_phone_or_rut', { lead: { bot_id: BOT, ...lead } });
  for (const lead of [{ rut: '111111111' }, { email: 'PEDRO@correo.cl' }]) {
    expect((await find(lead)).body).toMatchObject({ name: 'Pedro 100%' });
  }
  expect((await find({ phone: '+56 9 1111-2222' })).body).toMatchObject({ phone: expect.any(String) });
  expect((await find({})).status).toBe(404);
  expect((await find({ phone: '000' })).status).toBe(404);
});

test('duplicates share a phone; who never spoke is removed, of others the data is erased', async () => {
  await server.addConversation('charla', BOT, { state: 'taken', category: null, agent_id: ana.id });
  await server.app.db.query(sql`
    update leads set name = 'Rosa', phone = '911 112 222' where id = 'lead-charla'`);
  await server.app.db.query(sql`update leads set phone = '911112222' where phone like '%56911112222'`);
  const twins = (await call('GET', '/leads/lead-charla/duplicates')).body as Lead[];
  expect(twins).toHaveLength(1);
  expect((await call('DELETE', `/leads/${twins[0]?._id}`)).body).toEqual({ ok: true, removed: true });
  expect((await call('GET', `/leads/${twins[0]?._id}`)).status).toBe(404);
  expect((await call('DELETE', '/leads/lead-charla')).body).toEqual({ ok: true, removed: false });
  expect((await call('GET', '/leads/lead-charla')).body).toMatchObject({ name: null, phone: null });
});

test('beyond 24 h a free text is refused on WhatsApp; notes and the web are not', async () => {
  const send = (id: string, key: string, note = false) =>
    server.call('POST', '/svc/conversations/session_logs', {
      as: ana,
      body: { conversation_id: id, text: 'hola', temporal_id: `candado-${key}`, note },
    });
  for (const id of ['wa', 'web']) {
    await server.addConversation(id, BOT, { state: 'taken', category: null, agent_id: ana.id });
    await server.app.db.query(sql`
      update conversations set channel = ${id === 'wa' ? 'whatsapp' : 'web'},
        last_customer_message_at = ${new Date(Date.now() - 25 * 3_600_000)} where id = ${id}`);
  }
  expect((await send('wa', '1')).body).toMatchObject({
    error: 'rule',
    message: expect.stringContaining('24 horas'),
    details: { locked: true },
  });
  expect((await send('wa', '2', true)).status).toBe(200);
  expect((await send('web', '3')).status).toBe(200);
  await server.app.db.query(sql`
    update conversations set last_customer_message_at = ${new Date(Date.now() - 23 * 3_600_000)} where id = 'wa'`);
  expect((await send('wa', '4')).status).toBe(200);
});

test('what was changed of a client is listed, and an erased client takes the old values along', async () => {
  const made = (await create({ name: 'Inés', phone: '+56 9 4444 5555' })).body as Lead;
  await call('PUT', `/leads/${made._id}`, { lead: { name: 'Inés Rojas', email: 'ines@correo.cl' } });
  const changes = async () => (await call('GET', `/leads/${made._id}/changes`)).body;
  expect(await changes()).toMatchObject([
    {
      action: 'update',
      user_name: 'ana',
      changes: [
        { column_name: 'name', old_value: 'Inés', new_value: 'Inés Rojas' },
        { column_name: 'email', old_value: null, new_value: 'ines@correo.cl' },
      ],
    },
    { action: 'create' },
  ]);
  await server.addConversation('ines', BOT, { state: 'taken', category: null, agent_id: ana.id });
  await server.app.db.query(sql`update conversations set lead_id = ${made._id} where id = 'ines'`);
  expect((await call('DELETE', `/leads/${made._id}`)).body).toEqual({ ok: true, removed: false });
  expect(JSON.stringify(await changes())).not.toMatch(/Inés|ines@|4444 ?5555/);
  expect((await call('GET', `/leads/${made._id}/changes`, undefined, stranger)).status).toBe(404);
});
