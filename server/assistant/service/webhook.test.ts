/** A bot's webhook over real HTTP: told once, signed, tried again, and never a reason to wait (docs/product.md §7 set_webhook). */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Assistant } from '../../../contract/entities/assistant.ts';
import { sql } from '../../platform/database/database.ts';
import { signatureOf } from '../../platform/outbound/signature.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';

const API = '/svc/assistant/api/assistants';
let receiver: Server;
let url: string;
let got: { headers: IncomingHttpHeaders; body: string }[] = [];
let answer: (response: ServerResponse) => void;
let server: TestServer;
let owner: Person;
let assistant: Assistant;
let socket: Socket;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      got.push({ headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/aviso`;
  server = await startTestServer({ outboundTrustedOrigins: [new URL(url).origin] });
  owner = await server.addPerson('duena');
  await server.addBot(9001);
  await server.link(owner, 9001, 'propietario');
  const made = await server.call('POST', '/svc/main/bot', {
    as: owner,
    body: { bot_name: 'Tienda', template: 'generica' },
  });
  const botId = (made.body as { id: number }).id;
  assistant = (await server.call('POST', API, { as: owner, body: { bot_id: botId } })).body as Assistant;
  const [row] = await server.app.db.query<{ token: string }>(sql`select token from bots where id = ${botId}`);
  socket = io(`${server.url}/visitor`, {
    auth: { botId, botToken: row?.token },
    transports: ['websocket'],
    forceNew: true,
  });
  await new Promise((resolve) => socket.once('CONNECTED', resolve));
}, 120_000);
afterAll(async () => {
  socket.disconnect();
  await server.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(async () => {
  got = [];
  answer = (response) => void response.writeHead(204).end();
  await server.app.db.query(sql`delete from jobs where kind = 'bot.webhook'`);
  await set(url);
});

const set = (webhook_url: string | null) =>
  server.call('POST', `${API}/${assistant.id}/set_webhook`, { as: owner, body: { webhook_url } });
const now = async () => (await server.call('GET', `${API}/${assistant.id}`, { as: owner })).body as Assistant;
const say = async (words: string) => {
  await socket.emitWithAck('VISITOR_MESSAGE', { text: words, temporal_id: crypto.randomUUID() });
  await server.app.jobs.runDue();
};
const calls = (count: number) => vi.waitFor(() => expect(got).toHaveLength(count), { timeout: 30_000 });
const waiting = async () =>
  (await server.app.db.query(sql`select 1 from jobs where kind = 'bot.webhook'`)).length;

it('hears of each answer once, under a signature that the assistant’s key proves', async () => {
  await say('¿cuál es su horario de atención?');
  await calls(1);
  const [call] = got;
  expect(JSON.parse(call?.body ?? '')).toMatchObject({
    event: 'bot_answered',
    bot_id: assistant.bot_id,
    text: '¿cuál es su horario de atención?',
    answers: [expect.any(String)],
  });
  const seconds = Number(/^t=(\d+)/.exec(String(call?.headers['x-charla-signature']))?.[1]);
  const { webhook } = await now();
  expect(call?.headers['x-charla-signature']).toBe(
    signatureOf(webhook?.secret ?? '', seconds, call?.body ?? ''),
  );
  await expect.poll(waiting).toBe(0);
  await expect.poll(async () => (await now()).webhook).toMatchObject({ failures: 0, error: null });
});

it('WH-9 gets the answer again after its own trouble, with the same number, and the assistant says what is wrong', async () => {
  answer = (response) => void response.writeHead(503).end();
  await say('hola');
  await calls(1);
  await expect
    .poll(async () => (await now()).webhook)
    .toMatchObject({ failures: 1, error: 'El webhook respondió con el código 503.' });
  answer = (response) => void response.writeHead(200).end('ok');
  server.pass(60_000);
  await server.app.jobs.runDue();
  await calls(2);
  expect(got[1]?.headers['x-charla-delivery']).toBe(got[0]?.headers['x-charla-delivery']);
  await expect.poll(waiting).toBe(0);
  await expect.poll(async () => (await now()).webhook).toMatchObject({ failures: 0, error: null });
});

it.each([
  ['a refusal', 410, {}],
  ['a redirect inwards', 302, { location: 'http://169.254.169.254/latest' }],
])('hears no more after %s', async (_name, status, headers) => {
  answer = (response) => void response.writeHead(status, headers).end();
  await say('hola');
  await calls(1);
  await expect.poll(waiting).toBe(0);
  // Noted after its job is over.
  await expect
    .poll(async () => (await now()).webhook?.error)
    .toBe(`El webhook respondió con el código ${status}.`);
});

it('is called at once by who tries it, signed as ever, and the answer says how it went', async () => {
  const tried = async () =>
    (await server.call('POST', `${API}/${assistant.id}/test_webhook`, { as: owner })).body as Assistant;
  expect((await tried()).webhook).toMatchObject({ failures: 0, error: null, called_at: expect.any(String) });
  expect(got).toHaveLength(1);
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ event: 'test', bot_id: assistant.bot_id });
  expect(got[0]?.headers['x-charla-signature']).toMatch(/^t=\d+,v1=/);
  answer = (response) => void response.writeHead(500).end();
  expect((await tried()).webhook).toMatchObject({
    failures: 1,
    error: 'El webhook respondió con el código 500.',
  });
  // Nothing is tried again by itself.
  expect(await waiting()).toBe(0);
  await set(null);
  const { status } = await server.call('POST', `${API}/${assistant.id}/test_webhook`, { as: owner });
  expect([status, got.length]).toEqual([422, 2]);
});

it('holds up neither the customer nor other jobs when it hangs', async () => {
  answer = () => undefined;
  await say('hola');
  // The jobs went on without it.
  expect(await waiting()).toBe(1);
  await calls(1);
  const ack: unknown = await socket.emitWithAck('VISITOR_MESSAGE', {
    text: 'sigo aquí',
    temporal_id: crypto.randomUUID(),
  });
  expect(ack).toHaveProperty('mid');
  await vi.waitFor(
    async () => expect((await now()).webhook?.error).toBe('El webhook no respondió a tiempo.'),
    {
      timeout: 30_000,
    },
  );
});

it.each([
  'https://10.0.0.8/x',
  'https://2130706433/',
  'https://[::1]/',
  'http://ejemplo.cl/',
  'http://127.0.0.1:1/',
])('%s is no address of a webhook', async (address) => {
  const { status, body } = await set(address);
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain('dirección pública');
});
