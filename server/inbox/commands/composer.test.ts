/** What the composer sends, over HTTP: uploads asked twice, voice notes, mentions, templates after the 24 h window. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Attachment, Message } from '../../../contract/entities/message.ts';
import type { MessageTemplate } from '../../../contract/entities/message-template.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { LOCK_TEXT } from '../../../contract/rules/lock.ts';
import { json, sql } from '../../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';

const BOT = 64;
let server: TestServer;
let owner: Person;
let ana: Person;
let bruno: Person;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, bruno } = await server.addTeam(BOT));
  await server.addConversation('mia', BOT, { state: 'taken', category: null, agent_id: ana.id });
});
afterAll(() => server.close());

let keys = 0;
const send = (body: object, as: Person = ana) =>
  server.call('POST', '/svc/conversations/session_logs', {
    as,
    body: { conversation_id: 'mia', text: '', temporal_id: `temporal-${++keys}`, ...body },
  });

async function upload(content: Uint8Array<ArrayBuffer>, name: string, key?: string, as = ana) {
  const form = new FormData();
  form.set('conversation_id', 'mia');
  if (key) form.set('key', key);
  form.set('file', new Blob([content]), name);
  const headers: Record<string, string> = { ...as.headers };
  const answer = await fetch(`${server.url}/uploads`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: (await answer.json()) as Attachment };
}
const text = (words: string) => new TextEncoder().encode(words);

/** A WebM of one element inside another: header, endless segment, tracks of these kinds (1 picture, 2 sound). */
function webm(...kinds: number[]): Uint8Array<ArrayBuffer> {
  const element = (id: number[], content: number[]) => [...id, 0x80 + content.length, ...content];
  const tracks = kinds.flatMap((kind) => element([0xae], element([0x83], [kind])));
  const docType = element([0x42, 0x82], [...Buffer.from('webm')]);
  return Uint8Array.from([
    ...element([0x1a, 0x45, 0xdf, 0xa3], docType),
    ...[0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ...element([0x16, 0x54, 0xae, 0x6b], tracks),
    ...Array.from({ length: 32 }, () => 0),
  ]);
}

test('INB-15 an upload asked for twice under one key is kept once, also at the same instant; keys are each author’s own', async () => {
  const first = (await upload(text('a;b\n'), 'a.csv', 'file-0001')).body;
  expect((await upload(text('a;b\n'), 'a.csv', 'file-0001')).body).toEqual(first);
  const both = await Promise.all([1, 2, 3].map(() => upload(text('c;d\n'), 'c.csv', 'file-0002')));
  expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
  expect((await upload(text('a;b\n'), 'a.csv', 'file-0001', owner)).body.id).not.toBe(first.id);
  expect((await upload(text('a;b\n'), 'a.csv', 'short')).status).toBe(400);
});

test('INB-15 a file whose message was sent is still answered under its key, and goes into no second message', async () => {
  const file = (await upload(text('x;y\n'), 'x.csv', 'file-0003')).body;
  expect((await send({ attachments: [file.id] })).status).toBe(200);
  expect((await upload(text('x;y\n'), 'x.csv', 'file-0003')).body.id).toBe(file.id);
  expect((await send({ attachments: [file.id] })).body).toMatchObject({
    error: 'rule',
    details: { uploads: 'unavailable' },
  });
});

test('a reply that failed may be sent again with its files, by the person who answers now; nothing else gives its files away', async () => {
  const mine = (await upload(text('v;w\n'), 'v.csv', 'file-0004')).body;
  const { body: first } = await send({ attachments: [mine.id] });
  const fail = () =>
    server.app.db.query(sql`update messages set status = 'failed' where id = ${(first as Message)._id}`);
  expect((await send({ attachments: [mine.id] })).status).toBe(422);
  await fail();
  // Not into a note, nor into another conversation.
  expect((await send({ attachments: [mine.id], note: true })).status).toBe(422);
  await server.addConversation('otra', BOT, { state: 'taken', category: null, agent_id: ana.id });
  expect((await send({ conversation_id: 'otra', attachments: [mine.id] })).status).toBe(422);
  const again = await send({ attachments: [mine.id], temporal_id: 'again-once' });
  expect(again.body).toMatchObject({ attachments: [{ id: mine.id, name: 'v.csv' }] });
  expect((await send({ attachments: [mine.id], temporal_id: 'again-once' })).body).toEqual(again.body);
  // A note's file is the team's.
  const inner = (await upload(text('n;o\n'), 'n.csv', 'file-0005')).body;
  const { body: note } = await send({ attachments: [inner.id], note: true });
  await server.app.db.query(sql`update messages set status = 'failed' where id = ${(note as Message)._id}`);
  expect((await send({ attachments: [inner.id] })).status).toBe(422);
});

test('sound in a video’s container is sound; with a picture, or unreadable, it stays a video', async () => {
  const kind = async (file: Uint8Array<ArrayBuffer>) => (await upload(file, 'nota.webm')).body.type;
  expect(await kind(webm(2))).toBe('audio/webm');
  expect(await kind(webm(2, 1))).toBe('video/webm');
  expect(await kind(webm())).toBe('video/webm');
});

test('a note keeps whom it names; strangers to the bot are left out, a correction lets go of who is no longer in it', async () => {
  const note = (
    await send({ note: true, text: '@olga @bruno ¿lo ven?', mentions: [owner.id, bruno.id, 999_999] })
  ).body as Message;
  expect(note.mentions).toEqual([
    { id: owner.id, name: 'olga' },
    { id: bruno.id, name: 'bruno' },
  ]);
  const list = await server.call('GET', '/svc/conversations/session_logs/by_conversation_id/mia', {
    as: ana,
  });
  expect((list.body as Message[]).find(({ _id }) => _id === note._id)?.mentions).toEqual(note.mentions);
  const corrected = await server.call('PUT', `/svc/conversations/session_logs/${note._id}`, {
    as: ana,
    body: { text: 'Lo ve @olga' },
  });
  expect((corrected.body as Message).mentions).toEqual([{ id: owner.id, name: 'olga' }]);
});

async function addTemplate(id: string, status: string, channel = 'whatsapp') {
  await server.app.db.query(sql`
    insert into message_templates (id, bot_id, channel, name, language, category, status, header, body, footer, buttons, created_at)
    values (${id}, ${BOT}, ${channel}, ${id}, 'es', 'UTILITY', ${status}, 'Tu pedido', 'Hola {{1}}, va el {{2}}.', null,
      ${json(['Gracias'])}, ${server.app.clock.now()})`);
}

test('after 24 h only an approved template goes out, with its values, through the log; a note always does', async () => {
  await addTemplate('despachado', 'APPROVED');
  await addTemplate('pendiente', 'PENDING');
  await addTemplate('otro', 'APPROVED', 'messenger');
  await server.addConversation('wsp', BOT, { state: 'taken', category: null, agent_id: ana.id });
  const since = new Date(server.app.clock.now().getTime() - LIMITS.conversationLock);
  await server.app.db.query(sql`
    update conversations set channel = 'whatsapp', last_customer_message_at = ${since} where id = 'wsp'`);
  const at = (body: object, as?: Person) => send({ conversation_id: 'wsp', ...body }, as);

  expect((await at({ text: 'hola' })).body).toMatchObject({ error: 'rule', message: LOCK_TEXT });
  expect((await at({ text: 'nota', note: true })).status).toBe(200);
  const listed = await server.call('GET', `/svc/conversations/message_templates/${BOT}?channel=whatsapp`, {
    as: ana,
  });
  expect((listed.body as MessageTemplate[]).map(({ id }) => id)).toEqual(['despachado', 'pendiente']);

  expect((await at({ template: { id: 'despachado', values: ['Rosa'] } })).status).toBe(422);
  expect((await at({ template: { id: 'despachado', values: ['Rosa', 'uno\ndos'] } })).status).toBe(422);
  expect((await at({ template: { id: 'pendiente', values: ['Rosa', 'lunes'] } })).status).toBe(422);
  expect((await at({ template: { id: 'otro', values: ['Rosa', 'lunes'] } })).status).toBe(422);
  expect((await at({ template: { id: 'ninguna', values: [] } })).status).toBe(404);
  const sent = (await at({ text: 'se ignora', template: { id: 'despachado', values: ['Rosa', 'lunes'] } }))
    .body as Message;
  expect(sent).toMatchObject({
    text: 'Tu pedido\n\nHola Rosa, va el lunes.',
    template: { name: 'despachado', language: 'es' },
    buttons: [{ id: 'despachado-1', label: 'Gracias' }],
    from: 'agent',
    note: false,
    // No connection carries this conversation: nobody is told that it waits for one.
    message_status: 'failed',
    reason: expect.stringContaining('no está conectado'),
  });
  const [event] = await server.app.db.query<{ data: { message: Message } }>(sql`
    select data from events where bot_id = ${BOT} and name = 'NEW_MESSAGE' order by seq desc limit 1`);
  expect(event?.data.message).toMatchObject({ _id: sent._id, template: sent.template });
});

test('a template needs send-wsp', async () => {
  const dora = await server.addPerson('dora');
  const role = await server.addRole(BOT, 'agente', { live: ['read', 'add', 'edit'] });
  await server.app.db.query(sql`
    insert into user_bots (user_id, bot_id, role_id, category) values (${dora.id}, ${BOT}, ${role}, '[]')`);
  await server.addConversation('dora', BOT, { state: 'taken', category: null, agent_id: dora.id });
  const template = { id: 'despachado', values: ['Rosa', 'lunes'] };
  expect((await send({ conversation_id: 'dora', template }, dora)).status).toBe(403);
});
