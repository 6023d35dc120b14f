import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientConfig } from '../../../contract/calls/platform.ts';
import { startTestServer, type TestServer } from '../../testing.ts';

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), 'charla-pages-'));

beforeAll(async () => {
  const clientFolder = join(folder, 'client');
  const widgetFolder = join(folder, 'widget');
  mkdirSync(join(clientFolder, 'assets'), { recursive: true });
  mkdirSync(widgetFolder);
  writeFileSync(
    join(clientFolder, 'index.html'),
    '<!doctype html><head><title>App</title><script src="/color-scheme.js"></script>' +
      '<script type="module" src="/assets/main-abc123.js"></script></head><body></body>',
  );
  writeFileSync(join(clientFolder, 'color-scheme.js'), 'colours()');
  mkdirSync(join(clientFolder, '.vite'));
  writeFileSync(
    join(clientFolder, '.vite', 'manifest.json'),
    JSON.stringify({
      'index.html': { file: 'assets/main-abc123.js', name: 'index', isEntry: true },
      _queries: { file: 'assets/queries-1.js', name: 'queries', imports: ['index.html'] },
      _shell: {
        file: 'assets/shell-1.js',
        name: 'shell',
        imports: ['_queries'],
        css: ['assets/shell-1.css'],
      },
      _inbox: { file: 'assets/inbox-1.js', name: 'inbox', imports: ['index.html', '_shell'] },
      _login: { file: 'assets/login-1.js', name: 'login', imports: ['index.html'] },
    }),
  );
  writeFileSync(join(clientFolder, 'assets', 'main-abc123.js'), `console.log('${'x'.repeat(4000)}')`);
  writeFileSync(join(clientFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(widgetFolder, 'widget.js'), 'chat()');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  server = await startTestServer(
    { staffConversationsUrl: 'https://staff.example.cl/x' },
    { clientFolder, widgetFolder },
  );
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const page = { accept: 'text/html,*/*' };
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

it.each(['/', '/login', '/charla-live-2', '/clients/detail-lead/0190-x', '/password_resets/a/b'])(
  'answers the page %s with the app, never cached, under a policy without inline scripts',
  async (path) => {
    const answer = await get(path, page);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<title>App</title>');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const policy = answer.headers.get('content-security-policy') ?? '';
    const directive = (name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `));
    expect(directive('script-src')).toBe("script-src 'self'");
    expect(directive('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(directive('connect-src')).toMatch(/^connect-src 'self' ws:\/\/\S+ https:\/\/staff.example.cl$/);
  },
);

it('answers the front page to everybody, a health probe or curl too', async () => {
  const answer = await get('/', { accept: '*/*' });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<title>App</title>');
});

it.each([
  ['/charla-live-2?bot=64', ['queries-1.js', 'shell-1.js', 'shell-1.css', 'inbox-1.js']],
  ['/agentes', ['queries-1.js', 'shell-1.js', 'shell-1.css']],
  ['/login', ['login-1.js']],
  ['/confirm/x', ['queries-1.js']],
  ['/', []],
])('names in the document of %s what its first screen needs, each once', async (path, files) => {
  const text = await (await get(path, page)).text();
  const named = [...text.matchAll(/<link rel="(?:modulepreload|stylesheet)"[^>]* href="\/assets\/([^"]+)"/g)];
  expect(named.map(([, file]) => file).sort()).toEqual([...files].sort());
  expect(text.match(/main-abc123/g)).toHaveLength(1);
});

it('brings the start settings in the document, as data that ends nothing, and answers 304 while it stands', async () => {
  const answer = await get('/agentes', page);
  const text = await answer.text();
  const data = /<script type="application\/json" id="client-config">(.*?)<\/script>/.exec(text)?.[1] ?? '';
  expect(clientConfig.parse(JSON.parse(data))).toMatchObject({
    staff_conversations_url: 'https://staff.example.cl/x',
    product: { name: 'Charla', slug: 'charla' },
  });
  const etag = answer.headers.get('etag') ?? '';
  const again = await get('/agentes', { ...page, 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await get('/login', { ...page, 'if-none-match': etag })).status).toBe(200);
});

it('names the script of the colours by what is in it: that one is kept for ever, the bare one is not', async () => {
  const [address = ''] = /\/color-scheme\.js\?[0-9a-f]{12}/.exec(await (await get('/', page)).text()) ?? [];
  expect((await get(address)).headers.get('cache-control')).toContain('immutable');
  for (const other of ['/color-scheme.js', '/color-scheme.js?000000000000', `${address}0`]) {
    expect((await get(other)).headers.get('cache-control')).toBe('no-cache');
  }
});

it('lets hashed files be kept for ever, compressed, and asks again for the others', async () => {
  const script = await get('/assets/main-abc123.js', { 'accept-encoding': 'br' });
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('content-encoding')).toBe('br');
  expect(script.headers.get('content-type')).toMatch(/javascript/);
  // A worker is governed by the policy that its own script came with.
  expect(script.headers.get('content-security-policy')).toMatch(/connect-src 'self'/);
  expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
});

it.each(['/svc/x', '/uploads/x/y', '/hooks/nothing'])(
  'answers %s with the envelope, also to a browser that wants a page',
  async (path) => {
    const answer = await get(path, page);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: 'not_found' });
  },
);

it('answers a missing file with 404, not with the app', async () => {
  expect((await get('/assets/old-build.js', { accept: '*/*' })).status).toBe(404);
});

it.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '//secret.txt',
  '/assets/..%5c..%5csecret.txt',
])('does not leave its folder for %s', async (path) => {
  expect(await (await get(path)).text()).not.toContain('secret');
});

it('gives the chat to any page', async () => {
  const answer = await get('/widget.js', { origin: 'https://tienda.example.cl' });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-type': expect.stringMatching(/javascript/),
  });
});

it('says what the client needs before sign-in', async () => {
  const answer = await get('/client-config.json');
  expect(clientConfig.parse(await answer.json())).toEqual({
    staff_conversations_url: 'https://staff.example.cl/x',
    product: { name: 'Charla', slug: 'charla' },
    demo: false,
    build: expect.stringMatching(/^[0-9a-f]{12}$/),
    maintenance: false,
  });
});
