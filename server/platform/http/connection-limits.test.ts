/** Slow and silent connections over raw sockets: each ends by itself, and others are served meanwhile. */
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing.ts';

/** Short ones, in the order in which they must end. Milliseconds. */
const TIMES = { head: 200, request: 400, upload: 2_000, idle: 1_000 };
const MOST = 12;

let server: TestServer;
const sockets: Socket[] = [];

/** A raw connection: what it received, and when it ended. */
async function open(): Promise<{ say(text: string): void; ended: Promise<string>; socket: Socket }> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  sockets.push(socket);
  let told = '';
  socket.on('data', (chunk) => {
    told += chunk.toString();
  });
  // A reset is an end as well.
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(told)));
  await new Promise((resolve) => socket.once('connect', resolve));
  return { say: (text) => void socket.write(text), ended, socket };
}

const head = (path: string, ...more: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', ...more, '', ''].join('\r\n');
const SIGN_IN = '/svc/main/auth/sign_in';
const json = ['Content-Type: application/json', 'Content-Length: 1000'];
const alive = async () => (await server.call('GET', '/healthz')).status;

beforeAll(async () => {
  server = await startTestServer({ connections: { times: TIMES, most: MOST } });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => server.close());

it('ends a connection that says nothing, and one whose head does not end', async () => {
  const silent = await open();
  const slow = await open();
  slow.say('GET /healthz HTTP/1.1\r\nX-Slow: a');
  expect(await silent.ended).toMatch(/^(HTTP\/1\.1 408 |$)/);
  expect(await slow.ended).toMatch(/^HTTP\/1\.1 408 /);
  expect(await alive()).toBe(200);
});

it('ends a body that does not come, or comes byte by byte, and says why', async () => {
  const absent = await open();
  absent.say(head(SIGN_IN, ...json));
  const dripping = await open();
  dripping.say(head(SIGN_IN, ...json));
  const drip = setInterval(() => dripping.say(' '), 50);
  for (const answer of await Promise.all([absent.ended, dripping.ended])) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"error":"too_slow"');
  }
  clearInterval(drip);
});

const UNSIGNED = [
  ['/hooks/mail', 404],
  ['/hooks/whatsapp', 401],
  ['/hooks/messenger', 401],
  ['/hooks/instagram', 401],
] as const;
it.each(UNSIGNED)('refuses what nobody signed at %s before its megabytes are read', async (path, status) => {
  const unsigned = await open();
  let told = '';
  unsigned.socket.on('data', (chunk) => {
    told += chunk.toString();
  });
  unsigned.say(head(path, 'Content-Type: application/json', 'Content-Length: 4000000'));
  await expect.poll(() => told, { interval: 5 }).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

it('also one that says that it is a file, where no files come', async () => {
  const pretending = await open();
  pretending.say(head(SIGN_IN, 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 1000'));
  expect(await pretending.ended).toMatch(/^HTTP\/1\.1 (408|4\d\d) /);
});

it('gives files longer, and ends them too', async () => {
  const { ana } = await server.addTeam(64);
  const credentials = Object.entries(ana.headers).map(([name, value]) => `${name}: ${value}`);
  const upload = await open();
  upload.say(
    head(
      '/uploads',
      ...credentials,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 100000',
    ),
  );
  upload.say('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
  const body = await open();
  body.say(head(SIGN_IN, ...json));
  const drip = setInterval(() => upload.say('a'), 50);
  const first = await Promise.race([upload.ended.then(() => 'upload'), body.ended.then(() => 'body')]);
  expect(first).toBe('body');
  await upload.ended;
  clearInterval(drip);
});

it('holds no more connections than it may, of one address half of them', async () => {
  const opened = await Promise.all(Array.from({ length: MOST }, open));
  // Those that it holds hear that their head takes too long; the others were never listened to.
  for (const { say } of opened) say('GET / HTTP/1.1\r\n');
  const told = await Promise.all(opened.map(({ ended }) => ended));
  const held = told.filter((answer) => answer.startsWith('HTTP/1.1 408 '));
  expect(held.length).toBeGreaterThan(0);
  expect(held.length).toBeLessThanOrEqual(MOST / 2);
  expect(await alive()).toBe(200);
});
