/** Documents take turns by bot: what one bot waits for, another one does not. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BotDocument } from '../../../contract/entities/document.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';
import { ownerOfNewBot } from '../testing.ts';

const API = '/svc/assistant/api/documents';
type Owner = { owner: Person; botId: number };

let server: TestServer;
let site: Server;
let origin: string;
/** Pages that somebody waits for: they are not answered until the test says so. */
const held: ServerResponse[] = [];

beforeAll(async () => {
  site = createServer((_request, response) => void held.push(response));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  server = await startTestServer({ outboundTrustedOrigins: [origin] });
}, 120_000);
afterAll(async () => {
  await server.close();
  site.closeAllConnections();
  site.close();
});

async function addPage({ owner, botId }: Owner, path: string): Promise<string> {
  const body = { bot_id: botId, url: `${origin}${path}` };
  const answer = await server.call('POST', `${API}/url`, { as: owner, body });
  expect(answer.status).toBe(200);
  return (answer.body as BotDocument).id;
}

async function addFile({ owner, botId }: Owner, name: string): Promise<string> {
  const form = new FormData();
  form.append('bot_id', String(botId));
  form.append('file', new Blob([`# ${name}\n\nDespachamos a todo Chile en tres días hábiles.`]), name);
  const { 'content-type': _, ...headers } = { 'content-type': '', ...owner.headers };
  const answer = await fetch(`${server.url}${API}`, {
    method: 'POST',
    headers: { ...headers, 'accept-version': 'v1' },
    body: form,
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as BotDocument).id;
}

const statusOf = async ({ owner }: Owner, id: string) =>
  ((await server.call('GET', `${API}/${id}`, { as: owner })).body as BotDocument).status;

it("reads another bot's light file while many slow ones of others wait, and then those by turns", async () => {
  const slow = await ownerOfNewBot(server, 'Lento');
  const slower = await ownerOfNewBot(server, 'Más lento');
  const light = await ownerOfNewBot(server, 'Liviano');
  const pages = [await addPage(slow, '/1'), await addPage(slow, '/2'), await addPage(slow, '/3')];
  const page = await addPage(slower, '/1');
  await expect.poll(() => held.length).toBe(2);
  // One of each bot; the last place is kept for light files.
  expect(await Promise.all(pages.map((id) => statusOf(slow, id)))).toEqual(['reading', 'waiting', 'waiting']);
  expect(await statusOf(slower, page)).toBe('reading');
  const unlucky = await addPage(light, '/1');
  const file = await addFile(light, 'despachos.txt');
  await expect.poll(() => statusOf(light, file), { timeout: 20_000 }).toBe('ready');
  expect(await statusOf(light, unlucky)).toBe('waiting');
  expect(await statusOf(slow, pages[0] ?? '')).toBe('reading');
  expect(held).toHaveLength(2);
  // Places become free: by turns, so the slow bot's second one and then the light bot's page, not the third.
  held[0]?.end('<p>Una página que tardó en llegar.</p>');
  await expect.poll(() => statusOf(slow, pages[1] ?? ''), { timeout: 20_000 }).toBe('reading');
  held[1]?.end('<p>Otra página que tardó en llegar.</p>');
  await expect.poll(() => statusOf(light, unlucky), { timeout: 20_000 }).toBe('reading');
  expect(await statusOf(slow, pages[2] ?? '')).toBe('waiting');
}, 60_000);
