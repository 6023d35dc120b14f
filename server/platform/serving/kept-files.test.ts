import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing.ts';

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), 'charla-kept-'));
const script = `console.log('${'ñandú '.repeat(1000)}')`;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><head><title>App</title></head>');
  writeFileSync(join(folder, 'assets/packed-1.js'), script);
  writeFileSync(join(folder, 'assets/packed-1.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets/small-1.css'), 'a{color:red}');
  writeFileSync(join(folder, 'assets/picture-1.webp'), 'RIFF');
  server = await startTestServer({}, { clientFolder: folder });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As it comes over the wire: `fetch` unpacks. */
function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      request(server.url + path, { headers, method }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}

it.each(['br', 'gzip, deflate, br', 'gzip;q=0.5, br;q=1.0'])(
  'sends what the build compressed to who says %s',
  async (accepted) => {
    const answer = await raw('/assets/packed-1.js', { 'accept-encoding': accepted });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(answer.body.equals(brotliCompressSync(script))).toBe(true);
  },
);

it.each(['', 'identity', 'br;q=0, identity', 'broken'])(
  'sends it whole to who takes no Brotli: %s',
  async (accepted) => {
    const answer = await raw('/assets/packed-1.js', accepted ? { 'accept-encoding': accepted } : {});
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body.toString()).toBe(script);
  },
);

it('packs on the way for who takes gzip alone', async () => {
  const answer = await fetch(`${server.url}/assets/packed-1.js`, { headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(await answer.text()).toBe(script);
});

it('says nothing again to who has it, and only the headers to who asks for them', async () => {
  const { headers } = await raw('/assets/packed-1.js');
  const again = await raw('/assets/packed-1.js', { 'if-none-match': String(headers['etag']) });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  const head = await raw('/assets/packed-1.js', { 'accept-encoding': 'br' }, 'HEAD');
  expect([head.status, head.body.length]).toEqual([200, 0]);
});

it('sends what was not compressed as it is, other kinds too, and no twin by its own name', async () => {
  expect((await raw('/assets/small-1.css', { 'accept-encoding': 'br' })).body.toString()).toBe(
    'a{color:red}',
  );
  const picture = await raw('/assets/picture-1.webp');
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp']);
  expect((await raw('/assets/packed-1.js.br')).status).toBe(404);
});
