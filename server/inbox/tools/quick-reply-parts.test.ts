/** Files and buttons of quick replies over HTTP: whose files, which buttons, what becomes of them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QuickReply } from '../../../contract/calls/inbox-tools.ts';
import type { Attachment } from '../../../contract/entities/message.ts';
import { sql } from '../../platform/database/database.ts';
import { uploadsFolder } from '../../platform/uploads/upload-store.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';

const BOT = 64;
const OTHER = 7;
const PATH = `/svc/conversations/quick_replies/${BOT}`;
let server: TestServer;
let owner: Person;
let ana: Person;
let bruno: Person;
let names = 0;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, bruno } = await server.addTeam(BOT));
});
afterAll(() => server.close());

const draft = (more: object) => ({ shortcut: `r${++names}`, text: 'Hola', shared: true, ...more });
const add = (as: Person, more: object) => server.call('POST', PATH, { as, body: draft(more) });
const change = (as: Person, of: QuickReply, more: object) =>
  server.call('PUT', `${PATH}/${of.id}`, {
    as,
    body: { shortcut: of.shortcut, text: of.text, shared: of.shared, ...more },
  });

async function upload(as: Person, botId = BOT): Promise<Attachment> {
  const form = new FormData();
  form.set('bot_id', String(botId));
  form.set('file', new Blob(['a;b\n']), 'precios.csv');
  const headers: Record<string, string> = { ...as.headers };
  const answer = await fetch(`${server.url}/uploads`, { method: 'POST', headers, body: form });
  return (await answer.json()) as Attachment;
}
const isKept = async (id: string) =>
  (await server.app.db.query(sql`select 1 from uploads where id = ${id}`)).length === 1;
const opens = async (url: string | undefined) => (await fetch(`${server.url}${url}`)).status;

test('INB-100 a quick reply carries files and buttons, for everybody who has it; what is left out of a change stays', async () => {
  const [one, two] = [await upload(ana), await upload(ana)];
  const made = (await add(ana, { attachments: [one.id, two.id], buttons: [' Sí ', 'No'] }))
    .body as QuickReply;
  expect(made).toMatchObject({ buttons: ['Sí', 'No'], attachments: [{ id: one.id }, { id: two.id }] });
  const seen = async (as: Person) =>
    ((await server.call('GET', PATH, { as })).body as QuickReply[]).find(({ id }) => id === made.id);
  expect(await opens((await seen(bruno))?.attachments[0]?.url)).toBe(200);
  // An older tab knows of neither.
  expect((await change(ana, made, { text: 'Otro' })).body).toMatchObject({
    text: 'Otro',
    buttons: ['Sí', 'No'],
    attachments: [{ id: one.id }, { id: two.id }],
  });
  // A head adds one of their own, and takes one of the author's out.
  const third = await upload(owner);
  const { body } = await change(owner, made, { attachments: [two.id, third.id], buttons: [] });
  expect(body).toMatchObject({ buttons: [], attachments: [{ id: two.id }, { id: third.id }] });
  expect(await isKept(one.id)).toBe(false);
});

test('INB-101 files of others, of another bot, of a message or of another quick reply are refused, and nothing changes', async () => {
  const made = (await add(ana, {})).body as QuickReply;
  const held = await upload(ana);
  await add(ana, { attachments: [held.id] });
  await server.link(ana, OTHER, 'agente');
  const foreign = [
    await upload(bruno),
    await upload(ana, OTHER),
    held,
    { id: 'no-such-file' },
    { id: "x' or '1'='1" },
  ];
  expect(foreign.every(({ id }) => typeof id === 'string')).toBe(true);
  for (const { id } of foreign) {
    const answer = await change(ana, made, { text: 'Cambiado', attachments: [id] });
    expect(answer).toMatchObject({ status: 422, body: { details: { uploads: 'unavailable' } } });
  }
  const kept = (await server.call('GET', PATH, { as: ana })).body as QuickReply[];
  expect(kept.find(({ id }) => id === made.id)).toMatchObject({ text: 'Hola', attachments: [] });
  const many = Array.from({ length: 11 }, (_, place) => `f${place}`);
  expect((await add(ana, { attachments: many })).status).toBe(400);
});

test('INB-101 a file of a quick reply goes into no message and no ticket, outlives its day, and goes with the quick reply', async () => {
  const file = await upload(ana);
  const made = (await add(ana, { attachments: [file.id] })).body as QuickReply;
  await server.addConversation('mia', BOT, { state: 'taken', category: null, agent_id: ana.id });
  const sent = await server.call('POST', '/svc/conversations/session_logs', {
    as: ana,
    body: { conversation_id: 'mia', text: 'x', temporal_id: 'one-of-a-reply', attachments: [file.id] },
  });
  expect(sent.status).toBe(422);
  server.pass(48 * 60 * 60 * 1000);
  await server.app.jobs.runDue();
  const [row] = await server.app.db.query<{ path: string }>(
    sql`select path from uploads where id = ${file.id}`,
  );
  const path = join(uploadsFolder(server.app), row?.path ?? '');
  expect(existsSync(path)).toBe(true);
  expect((await server.call('DELETE', `${PATH}/${made.id}`, { as: bruno })).status).toBe(422);
  expect(await isKept(file.id)).toBe(true);
  expect((await server.call('DELETE', `${PATH}/${made.id}`, { as: ana })).status).toBe(200);
  expect(await isKept(file.id)).toBe(false);
  await expect.poll(() => existsSync(path)).toBe(false);
});

test('INB-128 who has a quick reply has copies of its files: once per key, of nobody else’s, whatever becomes of it', async () => {
  const file = await upload(ana);
  const made = (await add(ana, { attachments: [file.id] })).body as QuickReply;
  const hidden = await upload(ana);
  const own = (await add(ana, { shared: false, attachments: [hidden.id] })).body as QuickReply;
  const copy = (as: Person, of: string, fileId: string, key = 'una-vez', at = BOT) =>
    server.call('POST', `/svc/conversations/quick_replies/${at}/${of}/files/${fileId}/copies`, {
      as,
      body: { key },
    });
  const [first, second] = await Promise.all([copy(bruno, made.id, file.id), copy(bruno, made.id, file.id)]);
  expect(first.body).toMatchObject({ name: 'precios.csv', size: 4 });
  expect(second.body).toEqual(first.body);
  const { id } = first.body as Attachment;
  expect(id).not.toBe(file.id);

  await server.link(bruno, OTHER, 'agente');
  const free = await upload(ana);
  const refused = [
    [own.id, hidden.id, BOT],
    [made.id, hidden.id, BOT],
    [made.id, free.id, BOT],
    [made.id, file.id, OTHER],
    ['no-such-reply', file.id, BOT],
    [made.id, "x' or '1'='1", BOT],
  ] as const;
  for (const [of, fileId, at] of refused)
    expect((await copy(bruno, of, encodeURIComponent(fileId), 'otra', at)).status).toBe(404);

  // It is an upload of Bruno's own: Ana can't send it, he can, and it outlives the quick reply.
  await server.addConversation('copia', BOT, { state: 'taken', category: null, agent_id: bruno.id });
  const send = (as: Person, key: string) =>
    server.call('POST', '/svc/conversations/session_logs', {
      as,
      body: { conversation_id: 'copia', text: 'x', temporal_id: key, attachments: [id] },
    });
  expect((await send(ana, 'of-another')).status).not.toBe(200);
  const sent = await send(bruno, 'of-his-own');
  expect((await server.call('DELETE', `${PATH}/${made.id}`, { as: ana })).status).toBe(200);
  expect(await opens((sent.body as { attachments: Attachment[] }).attachments[0]?.url)).toBe(200);

  // One that nobody sent goes after its day, and leaves the quick reply's.
  const unused = (await copy(ana, own.id, hidden.id, 'sin-uso')).body as Attachment;
  server.pass(25 * 60 * 60 * 1000);
  await server.app.jobs.runDue();
  expect(await isKept(unused.id)).toBe(false);
  const kept = (await server.call('GET', PATH, { as: ana })).body as QuickReply[];
  expect(await opens(kept.find((one) => one.id === own.id)?.attachments[0]?.url)).toBe(200);
});

test('INB-102 buttons that a channel would cut, mix up or show empty are refused at their field', async () => {
  const refused = [['Uno', 'Uno'], ['Uno', ' Uno\u202e '], ['   '], ['\u0000'], ['x'.repeat(21)]];
  for (const buttons of refused) {
    const answer = await add(ana, { buttons });
    expect(answer).toMatchObject({ status: 422, body: { details: { field: 'buttons' } } });
  }
  expect((await add(ana, { buttons: ['x'.repeat(500)] })).status).toBe(400);
  expect((await add(ana, { buttons: Array.from({ length: 11 }, (_, at) => `b${at}`) })).status).toBe(400);
  expect((await add(ana, { buttons: ['<b>hola</b>', '🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂'] })).status).toBe(200);
});

test('INB-134 a quick reply keeps links beside its buttons; an older tab leaves them; a hostile address refuses the whole', async () => {
  const links = [{ label: 'Ver catálogo', url: 'https://tienda.cl/' }];
  const given = [{ label: ' Ver catálogo', url: 'https://Tienda.cl' }];
  const made = (await add(ana, { buttons: ['Sí'], links: given })).body as QuickReply;
  expect(made).toMatchObject({ buttons: ['Sí'], links });
  expect((await change(ana, made, { text: 'Otro' })).body).toMatchObject({ buttons: ['Sí'], links });
  // What it keeps counts as well.
  expect(await change(ana, made, { buttons: ['Ver catálogo'] })).toMatchObject({
    status: 422,
    body: { details: { field: 'buttons' } },
  });
  const hostile = ['javascript:alert(1)', 'http://tienda.cl', 'https://a:b@tienda.cl', 'https://x.cl/\u202e'];
  for (const url of hostile) {
    expect(await change(ana, made, { links: [{ label: 'x', url }] })).toMatchObject({
      status: 422,
      body: { details: { field: 'buttons' } },
    });
  }
  expect((await change(ana, made, { links: [] })).body).toMatchObject({ buttons: ['Sí'], links: [] });
});
