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
  writeFileSync(join(clientFolder, 'index.html'), '<!doctype html><title>App</title>');
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
