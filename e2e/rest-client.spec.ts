/** The one REST client in a real browser, in a page and in a worker: what Node has not, and what both must say alike. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { bundle } from '../bench/support/bundle.ts';

const ENTRY = fileURLToPath(new URL('./support/rest-page.ts', import.meta.url));
const PLACES = ['page', 'worker'] as const;
const FILE_BYTES = 3_000_000;

let server: Server;
let origin = '';
/** Uploads that were ended before they were whole. */
let broken = 0;
/** Bytes of the last whole body. */
let got = 0;

test.beforeAll(async () => {
  const script = await bundle(ENTRY);
  server = createServer((asked, answer): unknown => {
    const json = (status: number, body: unknown, headers = {}) =>
      answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    if (asked.url === '/')
      return answer.writeHead(200, { 'content-type': 'text/html' }).end('<title>x</title>');
    if (asked.url === '/script.js')
      return answer.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script);
    // Reads so slowly that the other side has always something left to send, and notices its end.
    if (asked.url === '/slow') {
      asked.on('data', () => {
        asked.pause();
        setTimeout(() => asked.resume(), 20);
      });
      return asked.on('close', () => {
        broken += 1;
      });
    }
    // Takes a part and no more.
    if (asked.url === '/stuck') return asked.once('data', () => asked.pause());
    return buffer(asked).then(
      (body) => {
        got = body.length;
        if (asked.url === '/whole') return json(200, { id: 'up-1' });
        if (asked.url === '/late') return answer.writeHead(200).write('{"id":');
        if (asked.url === '/page')
          return answer.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413</h1>');
        if (asked.url === '/busy') return json(429, {}, { 'retry-after': '7' });
        if (asked.url === '/broken') return answer.writeHead(200).end('{"id": "up');
        return json(401, { error: 'unauthorized', message: 'Tu sesión terminó.' });
      },
      () => undefined,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('No port is free');
  origin = `http://127.0.0.1:${address.port}`;
});
test.afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

test('uploads with progress, their ends and refusals, and a 401 are told alike in a page and in a worker', async ({
  page,
}) => {
  await page.goto(origin);
  await page.addScriptTag({ url: '/script.js' });
  for (const place of PLACES) {
    const ask = (
      path: string,
      options: { bytes?: number; stopAtProgress?: boolean; timeout?: number } = {},
    ) =>
      page.evaluate(([place, address, options]) => Reflect.get(window, 'askRest')(place, address, options), [
        place,
        `${origin}${path}`,
        options,
      ] as const);

    const whole = await ask('/whole', { bytes: FILE_BYTES });
    expect(whole, place).toMatchObject({ data: { id: 'up-1' }, unauthorized: 0 });
    expect(whole.progress.at(-1), place).toBeGreaterThan(FILE_BYTES);
    expect(got, place).toBe(whole.progress.at(-1));

    const ends = broken;
    expect(await ask('/slow', { bytes: 20 * FILE_BYTES, stopAtProgress: true }), place).toMatchObject({
      thrown: 'AbortError',
    });
    await expect.poll(() => broken).toBe(ends + 1);
    const silence = { status: 0, code: 'network' };
    expect(await ask('/stuck', { bytes: 20 * FILE_BYTES, timeout: 700 }), place).toMatchObject(silence);
    expect(await ask('/late', { bytes: 10, timeout: 300 }), place).toMatchObject(silence);
    expect(await ask('/late', { timeout: 300 }), place).toMatchObject(silence);

    for (const bytes of [10, 0]) {
      expect(await ask('/page', { bytes }), place).toMatchObject({
        status: 413,
        code: 'too_large',
        message: 'El contenido supera el tamaño permitido.',
      });
      expect(await ask('/busy', { bytes }), place).toMatchObject({ status: 429, retryAfter: 7 });
      expect(await ask('/broken', { bytes }), place).toMatchObject({ status: 502, code: 'bad_answer' });
      expect(await ask('/over', { bytes }), place).toMatchObject({
        status: 401,
        message: 'Tu sesión terminó.',
        unauthorized: 1,
      });
    }
  }
});
