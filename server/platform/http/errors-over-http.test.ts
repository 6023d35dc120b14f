import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { errorBody } from '../../../contract/errors.ts';
import { startTestServer, type TestServer, testConfig } from '../../testing.ts';
import { logTo } from '../log.ts';
import { readForm } from './form.ts';
import { createHttp } from './http-server.ts';
import { registerPublic } from './route.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const signIn = '/svc/main/auth/sign_in';
const json = { 'content-type': 'application/json' };
async function raw(path: string, init: RequestInit) {
  const answer = await fetch(`${server.url}${path}`, init);
  return { status: answer.status, body: await answer.json(), type: answer.headers.get('content-type') };
}

it.each([
  ['malformed JSON', signIn, { method: 'POST', headers: json, body: '{"email":' }, 400, 'bad_request'],
  [
    'a poisoned prototype',
    signIn,
    { method: 'POST', headers: json, body: '{"__proto__":{"x":1}}' },
    400,
    'bad_request',
  ],
  ['no body', signIn, { method: 'POST', headers: json }, 400, 'bad_request'],
  [
    'another body type',
    signIn,
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
    415,
    'unsupported_type',
  ],
  [
    'a body of over 1 MB',
    signIn,
    { method: 'POST', headers: json, body: JSON.stringify({ email: 'x'.repeat(1_000_001) }) },
    413,
    'too_large',
  ],
  [
    // Taken out of every text before anybody looks at it: an address like any other.
    'a zero byte',
    signIn,
    { method: 'POST', headers: json, body: JSON.stringify({ email: 'a\u0000@b.cl', password: 'x' }) },
    401,
    'unauthorized',
  ],
  ['an unknown call', '/svc/main/nothing', {}, 404, 'not_found'],
  ['an unknown hook', '/hooks/nothing', { headers: { accept: 'text/html' } }, 404, 'not_found'],
  ['an unknown method', signIn, { method: 'PATCH', headers: json, body: '{}' }, 404, 'not_found'],
  ['a broken address', '/svc/%zz', {}, 400, 'bad_request'],
  [
    'another version',
    signIn,
    { method: 'POST', headers: { ...json, 'accept-version': 'v2' }, body: '{}' },
    400,
    'bad_request',
  ],
  ['no session', '/svc/main/user_data/1', {}, 401, 'unauthorized'],
])('answers %s with the envelope', async (_what, path, init, status, code) => {
  const answer = await raw(path, init);
  expect(answer).toMatchObject({ status, body: { error: code }, type: 'application/json; charset=utf-8' });
  expect(errorBody.parse(answer.body).message).toMatch(/^[A-ZÁÉÍÓÚÑ¡¿].+[.a-zó]$/);
  expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.ts|stack|FST_/);
});

it('names the fields that do not fit, in Spanish', async () => {
  const { body } = await raw(signIn, { method: 'POST', headers: json, body: '{"email":3}' });
  expect(body).toMatchObject({
    details: { part: 'body', fields: { email: expect.stringMatching(/Entrada inválida/) } },
  });
});

it('answers bytes that are no HTTP request with the envelope too', async () => {
  const { port, hostname } = new URL(server.url);
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write('HOLA\r\n\r\n'));
    let received = '';
    socket.on('data', (part) => {
      received += String(part);
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
  expect(text).toMatch(/^HTTP\/1.1 400 /);
  expect(text).toContain('"error":"bad_request"');
});

it('hides what went wrong inside', async () => {
  const broken = await startTestServer();
  // Closed behind its back: every query fails as on a broken server.
  await broken.app.db.close();
  const answer = await broken.call('GET', '/svc/main/user_data/1', {
    as: { 'access-token': 'x', 'token-type': 'Bearer', client: 'c', expiry: '1', uid: 'u' },
  });
  expect(answer).toMatchObject({ status: 500, body: { error: 'server' } });
  expect(Object.keys(answer.body as object)).toEqual(['error', 'message']);
  expect((await broken.call('GET', '/readyz')).status).toBe(503);
  expect((await broken.call('GET', '/healthz')).status).toBe(200);
  await broken.close();
});

it('tells a call that its caller gave up from one that failed', async () => {
  const lines: { level: number; msg: string }[] = [];
  const written = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const { fastify } = await createHttp(testConfig('unused'), logTo(written, 'info'));
  let arrived: () => void = () => undefined;
  const halfway = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  fastify.post('/upload', async (request) => {
    const form = readForm(request, { file: 'file', maxBytes: 1_000_000 });
    request.raw.once('data', arrived);
    return form;
  });
  fastify.get('/broken', () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNRESET' })));
  const url = new URL(await fastify.listen({ host: '127.0.0.1', port: 0 }));
  const head = [
    'POST /upload HTTP/1.1',
    `Host: ${url.host}`,
    'content-type: multipart/form-data; boundary=x',
    'content-length: 100000',
  ];
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhola';
  const socket = connect(Number(url.port), url.hostname);
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}`);
  await halfway;
  socket.destroy();
  const gaveUp = { level: 30, msg: 'A call was aborted by its caller' };
  await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining(gaveUp)), {
    timeout: 20_000,
  });
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
  // The same word of a connection of ours, while the caller waits, is a failure.
  await fetch(new URL('/broken', url));
  expect(lines).toContainEqual(expect.objectContaining({ level: 50, msg: 'A call failed' }));
  await fastify.close();
});

it('lets no route come in after the start, so the table is whole', () => {
  expect(() =>
    registerPublic(server.app, 'too late', { method: 'GET', url: '/late', handler: async () => ({}) }),
  ).toThrow();
});
