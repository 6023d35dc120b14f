import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import { sql } from '../platform/database/database.ts';
import { signUpload } from '../platform/uploads/sign-upload.ts';
import { cleanName, uploadsFolder } from '../platform/uploads/upload-store.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

let server: TestServer;
let ana: Person;
let bruno: Person;
beforeAll(async () => {
  server = await startTestServer();
  await server.addBot(64);
  await server.addBot(7);
  ana = await server.addPerson('ana');
  bruno = await server.addPerson('bruno');
  await server.link(ana, 64, 'agente');
  await server.link(bruno, 64, 'agente');
  await server.addConversation('c1', 64, { state: 'taken', category: null, agent_id: ana.id });
});
afterAll(() => server.close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function upload(
  content: Buffer | string,
  name: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { ...ana.headers },
) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new Blob([new Uint8Array(Buffer.from(content))], { type: 'image/png' }), name);
  const answer = await fetch(`${server.url}/uploads`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const signed = (id: string, now = server.app.clock.now()) =>
  fetch(`${server.url}${signUpload(server.app, id, now)}`);

it('keeps a picture, and shows it by its signed address', async () => {
  const { status, body } = await upload(png, 'foto.png', { conversation_id: 'c1' });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { name: 'foto.png', type: 'image/png', size: png.length },
  });
  const answer = await signed(String(body.id));
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': "inline; filename*=UTF-8''foto.png",
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/sandbox/),
  });
});

it('shows part of a recording where a player asks for it', async () => {
  const { body } = await upload(png, 'foto.png', { conversation_id: 'c1' });
  const answer = await fetch(
    `${server.url}${signUpload(server.app, String(body.id), server.app.clock.now())}`,
    {
      headers: { range: 'bytes=0-3' },
    },
  );
  expect(answer.status).toBe(206);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png.subarray(0, 4));
});

it('goes by content: another name or type changes nothing', async () => {
  const { body } = await upload(png, 'informe.pdf', { bot_id: '64' });
  expect(body).toMatchObject({ type: 'image/png' });
});

it.each([
  ['informe.pdf', 'informe.png'],
  ['programa.exe', 'programa.png'],
  ['FOTO.PNG', 'FOTO.PNG'],
  ['sin ending', 'sin ending.png'],
  ['v1.2 de la foto', 'v1.2 de la foto.png'],
  ['pagina.html.', 'pagina.html..png'],
])('names a picture called %s by its bytes, and serves it so', async (name, shown) => {
  const { body } = await upload(png, name, { bot_id: '64' });
  expect(body).toMatchObject({ name: shown, type: 'image/png' });
  const answer = await signed(String(body.id));
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent(shown));
});

it('takes nothing for a deactivated bot', async () => {
  await server.app.db.query(sql`update bots set activated = false where id = 64`);
  try {
    const refused = await upload(png, 'foto.png', { bot_id: '64' });
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect((await upload(png, 'foto.png', { conversation_id: 'c1' })).status).toBe(503);
    expect(readdirSync(join(uploadsFolder(server.app), 'arriving'))).toEqual([]);
  } finally {
    await server.app.db.query(sql`update bots set activated = true where id = 64`);
  }
});

it('hands documents out as downloads', async () => {
  const { body } = await upload('%PDF-1.4\n%âãÏÓ\n', 'informe.pdf', { bot_id: '64' });
  const answer = await signed(String(body.id));
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  const text = await upload('nombre;total\nAna;3\n', 'ventas.csv', { bot_id: '64' });
  expect((await signed(String(text.body.id))).headers.get('content-disposition')).toMatch(/^attachment/);
});

it.each([
  ['a page', '<!doctype html><script>alert(1)</script>', 'foto.png', 415],
  ['a drawing with scripts', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'foto.svg', 415],
  ['a program', Buffer.from('7f454c4602010100', 'hex'), 'foto.png', 415],
  ['text that is none', Buffer.from([0x41, 0x00, 0x42]), 'notas.txt', 415],
  ['nothing', '', 'vacio.png', 422],
  ['too much', Buffer.alloc(LIMITS.attachmentMaxBytes + 1), 'grande.png', 413],
])('refuses %s and leaves nothing behind', async (_what, content, name, status) => {
  const before = await server.app.db.query(sql`select count(*) as n from uploads`);
  expect((await upload(content, name, { bot_id: '64' })).status).toBe(status);
  expect(await server.app.db.query(sql`select count(*) as n from uploads`)).toEqual(before);
  expect(readdirSync(join(uploadsFolder(server.app), 'arriving'))).toEqual([]);
});

it('lets only those upload who may write there', async () => {
  expect((await upload(png, 'a.png', { bot_id: '7' })).status).toBe(404);
  expect((await upload(png, 'a.png', { conversation_id: 'none' })).status).toBe(404);
  expect((await upload(png, 'a.png', { conversation_id: 'c1' }, { ...bruno.headers })).status).toBe(404);
  expect((await upload(png, 'a.png', {})).status).toBe(400);
  expect((await upload(png, 'a.png', { bot_id: '64' }, {})).status).toBe(401);
  expect(readdirSync(join(uploadsFolder(server.app), 'arriving'))).toEqual([]);
});

it('ends a signed address after ten minutes, and opens no other file with it', async () => {
  const first = String((await upload(png, 'a.png', { bot_id: '64' })).body.id);
  const second = String((await upload(png, 'b.png', { bot_id: '64' })).body.id);
  const now = server.app.clock.now();
  expect((await signed(first, new Date(now.getTime() - LIMITS.uploadUrl - 60_000))).status).toBe(404);
  const address = signUpload(server.app, first, now);
  expect((await fetch(server.url + address.replace(first, second))).status).toBe(404);
  expect((await fetch(server.url + address.replace(/expires=\d+/, 'expires=99999999999'))).status).toBe(404);
  expect((await fetch(`${server.url}/uploads/${first}`)).status).toBe(404);
});

it('throws away what no message took within a day', async () => {
  const { body } = await upload(png, 'a.png', { bot_id: '64' });
  const [row] = await server.app.db.query<{ path: string }>(
    sql`select path from uploads where id = ${body.id}`,
  );
  const file = join(uploadsFolder(server.app), row?.path ?? '');
  expect(existsSync(file)).toBe(true);
  server.pass(25 * 60 * 60 * 1000);
  await server.app.jobs.runDue();
  await expect.poll(() => existsSync(file)).toBe(false);
  expect((await signed(String(body.id))).status).toBe(404);
});

it('cleans names', () => {
  expect(cleanName('../../etc/passwd')).toBe('passwd');
  expect(cleanName('C:\\fotos\\a\u0000\n.png')).toBe('a.png');
  expect(cleanName('\u202egnp.exe')).toBe('gnp.exe');
  expect(cleanName('')).toBe('archivo');
});
