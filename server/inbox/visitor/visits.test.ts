/** Where a visitor is: what is kept of what their browser says, who learns of it, and that an owner can switch it off. */
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Visit } from '../../../contract/entities/visit.ts';
import { sql } from '../../platform/database/database.ts';
import type { Person, TestServer } from '../../testing.ts';
import { accepted, VisitorStage } from './testing.ts';

let stage: VisitorStage;
let server: TestServer;
let botId: number;

beforeAll(async () => {
  stage = await VisitorStage.open();
  ({ server } = stage);
});
afterAll(() => server.close());
beforeEach(async () => {
  botId = await stage.nextBot();
});
afterEach(() => stage.hangUp());

const PAGE = {
  page: 'https://tienda.cl/zapatos?color=rojo&token=abc#x',
  referrer: 'https://www.google.com/search?q=zapatos&session_id=9',
  zone: 'America/Santiago',
};
const rows = () => server.app.db.query(sql`select 1 as one from visits where bot_id = ${botId}`);
const shown = async (id: string, as: Person = stage.ana) =>
  server.call('GET', `/svc/conversations/visits/by_conversation_id/${id}`, { as });
const visitOf = async (id: string) => ((await shown(id)).body as { visit: Visit | null }).visit;

test('keeps nothing of somebody who only looks, and the page of their first message', async () => {
  const visitor = await stage.page();
  expect(visitor.connected.visits).toBe(true);
  expect(await visitor.socket.emitWithAck('PAGE', PAGE)).toEqual({ ok: true });
  expect(await rows()).toEqual([]);
  const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
  expect(await visitOf(id)).toMatchObject({
    page: 'https://tienda.cl/zapatos?color=rojo',
    referrer: 'https://www.google.com/search?q=zapatos',
    zone: 'America/Santiago',
    device: { kind: 'computer' },
    visits: 1,
  });
});

test('tells those who see the conversation of the next page, and counts a visit after half an hour', async () => {
  const visitor = await stage.page();
  await visitor.socket.emitWithAck('PAGE', PAGE);
  const { conversation_id: id } = accepted(await visitor.write({ text: 'quiero hablar con una persona' }));
  await stage.take(id);
  const heard: Record<string, unknown[]> = { ana: [], bruno: [] };
  for (const name of ['ana', 'bruno'] as const) {
    const socket = io(server.url, {
      auth: { ...stage[name].headers },
      transports: ['websocket'],
      forceNew: true,
    });
    stage.sockets.push(socket);
    socket.on('VISITOR_PAGE', (data: unknown) => heard[name]?.push(data));
    await socket.emitWithAck('AUTO_RECONNECT', { botId });
  }
  await visitor.socket.emitWithAck('PAGE', { ...PAGE, page: 'https://tienda.cl/botas', referrer: PAGE.page });
  await expect.poll(() => heard['ana']).toEqual([{ bot_id: botId, conversation_id: id }]);
  expect(heard['bruno']).toEqual([]);
  // The site itself brought nobody: who did still stands.
  expect(await visitOf(id)).toMatchObject({
    page: 'https://tienda.cl/botas',
    referrer: 'https://www.google.com/search?q=zapatos',
    visits: 1,
  });
  await server.app.db.query(
    sql`update visits set seen_at = seen_at - interval '31 minutes' where bot_id = ${botId}`,
  );
  await visitor.socket.emitWithAck('PAGE', { page: 'https://tienda.cl/' });
  expect(await visitOf(id)).toMatchObject({
    page: 'https://tienda.cl/',
    referrer: null,
    zone: null,
    visits: 2,
  });
  await visitor.socket.emitWithAck('PAGE', { page: 'https://tienda.cl/' });
  expect(await visitOf(id)).toMatchObject({ visits: 2 });
});

describe('what a page says', () => {
  test('is taken as not said when it is nonsense, and slowed down when it never ends', async () => {
    const visitor = await stage.page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    const said = (page: unknown) => visitor.socket.emitWithAck('PAGE', page);
    expect(await said({ page: 'javascript:alert(1)', referrer: { a: 1 }, zone: '../etc' })).toEqual({
      ok: true,
    });
    expect(await visitOf(id)).toMatchObject({ page: null, referrer: null, zone: null });
    expect(await said('x')).toMatchObject({ error: 'bad_request' });
    await said({ page: `https://tienda.cl/${'a'.repeat(100_000)}` });
    expect(await visitOf(id)).toMatchObject({ page: null });
    const answers = await Promise.all(Array.from({ length: 40 }, () => said(PAGE)));
    expect(answers).toContainEqual(expect.objectContaining({ error: 'too_many' }));
    expect(await rows()).toHaveLength(1);
  });

  test('is for the eyes of those who see the conversation', async () => {
    const visitor = await stage.page();
    await visitor.socket.emitWithAck('PAGE', PAGE);
    const { conversation_id: id } = accepted(await visitor.write({ text: 'quiero hablar con una persona' }));
    await stage.take(id);
    expect((await shown(id)).status).toBe(200);
    expect((await shown(id, stage.bruno)).status).toBe(404);
    expect((await shown(id, await server.addPerson('extraño'))).status).toBe(404);
  });
});

test('an owner switches it off: nothing is kept any more, and what was kept is gone', async () => {
  const visitor = await stage.page();
  await visitor.socket.emitWithAck('PAGE', PAGE);
  const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
  const change = (as: Person) =>
    server.call('PUT', `/svc/main/bot/${botId}`, { as, body: { 'chatbot[visits]': 'false' } });
  expect((await change(stage.ana)).status).toBe(403);
  expect(await rows()).toHaveLength(1);
  expect((await change(stage.owner)).status).toBe(200);
  expect(await rows()).toEqual([]);
  await visitor.socket.emitWithAck('PAGE', PAGE);
  expect(await visitOf(id)).toBeNull();
  expect((await stage.page()).connected.visits).toBe(false);
});

test('erasing the client erases it, too', async () => {
  const visitor = await stage.page();
  await visitor.socket.emitWithAck('PAGE', PAGE);
  accepted(await visitor.write({ text: 'hola' }));
  const [lead] = await server.app.db.query<{ id: string }>(sql`select id from leads where bot_id = ${botId}`);
  const erased = await server.call('DELETE', `/svc/main/leads/${lead?.id}`, { as: stage.owner });
  expect(erased.status).toBe(200);
  expect(await rows()).toEqual([]);
});
