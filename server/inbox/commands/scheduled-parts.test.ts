/** Files and buttons of messages that are sent later, over HTTP: whose files, where they wait, how they leave. */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Attachment, Message } from '../../../contract/entities/message.ts';
import type { ScheduledMessage } from '../../../contract/entities/scheduled-message.ts';
import { sql } from '../../platform/database/database.ts';
import { createJobs } from '../../platform/jobs/durable-jobs.ts';
import { uploadsFolder } from '../../platform/uploads/upload-store.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';
import { registerScheduledMessages } from './send-scheduled.ts';

const BOT = 64;
const OTHER = 7;
const HOUR = 3_600_000;
let server: TestServer;
let owner: Person;
let ana: Person;
let bruno: Person;
let names = 0;
let id: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, bruno } = await server.addTeam(BOT));
});
afterAll(() => server.close());
/** A conversation of its own for each test, which Ana has. */
beforeEach(() => talk());

async function talk(): Promise<void> {
  id = `charla-${++names}`;
  await server.addConversation(id, BOT, { state: 'taken', category: null, agent_id: ana.id });
}
const inMs = (ms: number) => new Date(server.app.clock.now().getTime() + ms).toISOString();
const plan = (as: Person, more: object) =>
  server.call('POST', `/svc/conversations/conversations/${id}/scheduled_messages`, {
    as,
    body: { text: 'La guía', send_at: inMs(HOUR), temporal_id: `plan-${++names}`, ...more },
  });
const planned = async (more: object) => (await plan(ana, more)).body as ScheduledMessage;
const change = (as: Person, of: string, more: object) =>
  server.call('PUT', `/svc/conversations/scheduled_messages/${of}`, {
    as,
    body: { text: 'La guía', send_at: inMs(HOUR), ...more },
  });
const cancel = (as: Person, of: string) =>
  server.call('DELETE', `/svc/conversations/scheduled_messages/${of}`, { as });
const sendNow = (as: Person, of: string) =>
  server.call('POST', `/svc/conversations/scheduled_messages/${of}/send`, { as, body: {} });
const reply = (as: Person, more: object) =>
  server.call('POST', '/svc/conversations/session_logs', {
    as,
    body: { conversation_id: id, text: 'x', temporal_id: `own-${++names}`, ...more },
  });
const kept = async () =>
  (
    (await server.call('GET', `/svc/conversations/conversations/${id}/scheduled_messages`, { as: owner }))
      .body as { scheduled_messages: ScheduledMessage[] }
  ).scheduled_messages;
const said = async () =>
  (
    (await server.call('GET', `/svc/conversations/session_logs/by_conversation_id/${id}`, { as: owner }))
      .body as Message[]
  ).filter(({ from }) => from === 'agent');
const later = async (ms: number) => {
  server.pass(ms);
  await server.app.jobs.runDue();
};

async function upload(as: Person, botId = BOT): Promise<Attachment> {
  const form = new FormData();
  form.set('bot_id', String(botId));
  form.set('file', new Blob(['a;b\n']), 'guia.csv');
  const headers: Record<string, string> = { ...as.headers };
  const answer = await fetch(`${server.url}/uploads`, { method: 'POST', headers, body: form });
  return (await answer.json()) as Attachment;
}
/** The same without a call: a person may make so many a minute. @returns its id */
async function put(by: Person): Promise<string> {
  const fileId = server.app.ids();
  await mkdir(uploadsFolder(server.app), { recursive: true });
  await writeFile(join(uploadsFolder(server.app), fileId), 'a;b\n');
  await server.app.db.query(sql`
    insert into uploads (id, bot_id, author, name, type, size, path)
    values (${fileId}, ${BOT}, ${`u:${by.id}`}, 'guia.csv', 'text/csv', 4, ${fileId})`);
  return fileId;
}
async function pathOf(fileId: string): Promise<string | null> {
  const [row] = await server.app.db.query<{ path: string }>(
    sql`select path from uploads where id = ${fileId}`,
  );
  return row ? join(uploadsFolder(server.app), row.path) : null;
}
const opens = async (url: string | undefined) => (await fetch(`${server.url}${url}`)).status;

test('INB-120 a planned message keeps its files and buttons, and leaves with all of them, once', async () => {
  const [one, two] = [await upload(ana), await upload(ana)];
  const made = await planned({ attachments: [one.id, two.id], buttons: [' Sí ', 'No'] });
  expect(made).toMatchObject({ buttons: ['Sí', 'No'], attachments: [{ id: one.id }, { id: two.id }] });
  const [seen] = await kept();
  expect(seen?.attachments).toMatchObject([{ name: 'guia.csv', size: 4 }, { name: 'guia.csv' }]);
  expect(await opens(seen?.attachments[0]?.url)).toBe(200);
  await later(HOUR);
  await later(HOUR);
  const [message, more] = await said();
  expect(more).toBeUndefined();
  expect(message).toMatchObject({
    text: 'La guía',
    attachments: [{ id: one.id }, { id: two.id }],
    buttons: [{ label: 'Sí' }, { label: 'No' }],
  });
  expect(await opens(message?.attachments[1]?.url)).toBe(200);
  expect(await kept()).toEqual([]);
});

test('INB-120 files alone are planned; buttons without words, or nothing at all, are not', async () => {
  const file = await upload(ana);
  await planned({ text: '', attachments: [file.id] });
  expect(await plan(ana, { text: '', buttons: ['Sí'] })).toMatchObject({
    status: 422,
    body: { details: { field: 'buttons' } },
  });
  expect(await plan(ana, { text: ' ', attachments: [] })).toMatchObject({
    status: 422,
    body: { details: { field: 'text' } },
  });
  expect(await plan(ana, { buttons: ['Sí', 'Sí'] })).toMatchObject({ status: 422 });
  expect((await plan(ana, { attachments: Array.from({ length: 11 }, (_, at) => `f${at}`) })).status).toBe(
    400,
  );
  expect(await kept()).toHaveLength(1);
  await later(HOUR);
  expect(await said()).toMatchObject([{ text: '', attachments: [{ id: file.id }] }]);
});

test('INB-121 files of others, of another bot, of a message or of another plan are refused, and nothing is kept', async () => {
  await server.link(ana, OTHER, 'agente');
  const [used, waiting] = [await upload(ana), await upload(ana)];
  await reply(ana, { attachments: [used.id] });
  const first = await planned({ attachments: [waiting.id] });
  const foreign = [
    await upload(bruno),
    await upload(ana, OTHER),
    used,
    waiting,
    { id: 'no-such-file' },
    { id: "x' or '1'='1" },
  ];
  for (const { id: fileId } of foreign) {
    const answer = await plan(ana, { attachments: [fileId] });
    expect(answer).toMatchObject({ status: 422, body: { details: { uploads: 'unavailable' } } });
  }
  const second = await planned({ text: 'Otra' });
  for (const { id: fileId } of foreign) {
    expect((await change(ana, second.id, { attachments: [fileId] })).status).toBe(422);
  }
  expect(await kept()).toMatchObject([
    { id: first.id, attachments: [{ id: waiting.id }] },
    { id: second.id, text: 'Otra', attachments: [] },
  ]);
});

test('INB-121 what waits goes into no message, no ticket and no quick reply, outlives its day, and ends with the plan', async () => {
  const file = await upload(ana);
  const made = await planned({ attachments: [file.id], send_at: inMs(72 * HOUR) });
  expect((await reply(ana, { attachments: [file.id] })).status).toBe(422);
  const quick = { shortcut: 'guia', text: 'x', shared: true, attachments: [file.id] };
  const asked = await server.call('POST', `/svc/conversations/quick_replies/${BOT}`, {
    as: ana,
    body: quick,
  });
  expect(asked.status).toBe(422);
  await later(48 * HOUR);
  const path = await pathOf(file.id);
  expect(existsSync(path ?? '')).toBe(true);
  expect((await cancel(bruno, made.id)).status).not.toBe(200);
  expect(existsSync(path ?? '')).toBe(true);
  expect((await cancel(ana, made.id)).body).toMatchObject({
    state: 'cancelled',
    attachments: [],
    buttons: [],
  });
  expect(await pathOf(file.id)).toBeNull();
  await expect.poll(() => existsSync(path ?? '')).toBe(false);
});

test('INB-121 they go with a deleted conversation', async () => {
  const file = await upload(ana);
  await planned({ attachments: [file.id] });
  const path = await pathOf(file.id);
  await server.call('DELETE', `/svc/conversations/conversations/${id}`, { as: owner });
  expect(await pathOf(file.id)).toBeNull();
  await expect.poll(() => existsSync(path ?? '')).toBe(false);
});

test('INB-122 a change keeps what it does not name and throws away what it leaves out; a colleague’s keeps them too', async () => {
  const [one, two] = [await upload(ana), await upload(ana)];
  const made = await planned({ attachments: [one.id, two.id], buttons: ['Sí'] });
  expect((await change(ana, made.id, { text: 'Otra' })).body).toMatchObject({
    text: 'Otra',
    attachments: [{ id: one.id }, { id: two.id }],
    buttons: ['Sí'],
  });
  await server.app.db.query(sql`update conversations set agent_id = ${owner.id} where id = ${id}`);
  const own = await upload(owner);
  expect((await change(owner, made.id, { attachments: [two.id, own.id], buttons: [] })).body).toMatchObject({
    attachments: [{ id: two.id }, { id: own.id }],
    buttons: [],
  });
  expect(await pathOf(one.id)).toBeNull();
  await later(HOUR);
  expect(await said()).toMatchObject([{ attachments: [{ id: two.id }, { id: own.id }], buttons: [] }]);
});

test('INB-123 a file that is gone holds the whole back, and is told; without it the message leaves', async () => {
  const [one, two] = [await upload(ana), await upload(ana)];
  const made = await planned({ attachments: [one.id, two.id] });
  await rm((await pathOf(two.id)) ?? '');
  await later(HOUR);
  expect(await said()).toEqual([]);
  expect(await kept()).toMatchObject([
    { state: 'unsent', reason: 'El archivo «guia.csv» ya no está disponible.', attachments: [{}, {}] },
  ]);
  expect(await sendNow(ana, made.id)).toMatchObject({
    status: 422,
    body: { details: { field: 'attachments' } },
  });
  expect(await said()).toEqual([]);
  await server.app.db.query(sql`delete from uploads where id = ${two.id}`);
  expect((await sendNow(ana, made.id)).status).toBe(422);
  await change(ana, made.id, { attachments: [one.id] });
  expect((await sendNow(ana, made.id)).body).toMatchObject({ attachments: [{ id: one.id }] });
  expect(await said()).toHaveLength(1);
});

test('INB-123 what its channel shows as words by then leaves as words; where they no longer fit it is held back', async () => {
  const file = await upload(ana);
  const text = 'x'.repeat(1100);
  await planned({ text, buttons: ['Sí', 'No'], attachments: [file.id] });
  const long = await planned({ text: 'y'.repeat(4090), buttons: ['Sí', 'No'], send_at: inMs(HOUR + 1) });
  const at = server.app.clock.now();
  await server.app.db.query(sql`
    update conversations set channel = 'whatsapp', last_customer_message_at = ${at} where id = ${id}`);
  await later(HOUR + 1);
  const [message, more] = await said();
  expect(more).toBeUndefined();
  expect(message).toMatchObject({ text: `${text}\n\n1. Sí\n2. No`, buttons: [], attachments: [{}] });
  expect(await kept()).toMatchObject([
    { id: long.id, state: 'unsent', reason: 'El texto y sus opciones no caben en un mensaje.' },
  ]);
});

test('INB-124 two processes that look at once send words and files once; one that dies in between sends nothing', async () => {
  const file = await upload(ana);
  await planned({ attachments: [file.id], buttons: ['Sí'] });
  const { db, clock, ids, log } = server.app;
  server.pass(HOUR);
  let left = 2;
  const dying = createJobs({ db, clock, ids, log });
  const dies = () => {
    if (left-- <= 0) throw new Error('It died here');
    return ids();
  };
  registerScheduledMessages({ ...server.app, jobs: dying, ids: dies });
  await dying.runDue();
  await dying.stop();
  expect(left).toBeLessThan(0);
  expect(await said()).toEqual([]);
  expect(await kept()).toMatchObject([{ state: 'waiting', attachments: [{ id: file.id }], buttons: ['Sí'] }]);
  server.pass(60_000);
  const other = createJobs({ db, clock, ids, log });
  registerScheduledMessages({ ...server.app, jobs: other });
  await Promise.all([server.app.jobs.runDue(), other.runDue()]);
  await other.stop();
  expect(await said()).toMatchObject([{ attachments: [{ id: file.id }], buttons: [{ label: 'Sí' }] }]);
});

test('INB-124 whatever is asked for at once, each file is in one place: with the plan, in one message, or gone', async () => {
  const acts = fc.constantFrom('send', 'due', 'cancel', 'drop', 'keep', 'reply', 'sweep');
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 2, maxLength: 6 }), async (order) => {
      await talk();
      const all = [await put(ana), await put(ana)];
      const made = await planned({ attachments: all, buttons: ['Sí'] });
      await server.app.db.query(sql`
        update scheduled_messages set send_at = ${inMs(0)} where id = ${made.id}`);
      await server.app.db.query(sql`
        update jobs set run_at = ${inMs(0)} where key = ${`conversation.scheduled:${made.id}`}`);
      const act = {
        send: () => sendNow(ana, made.id),
        due: () => server.app.jobs.runDue(),
        cancel: () => cancel(ana, made.id),
        drop: () => change(ana, made.id, { attachments: all.slice(0, 1) }),
        keep: () => change(ana, made.id, { text: 'Mejor así' }),
        reply: () => reply(ana, { attachments: all.slice(1) }),
        sweep: () => server.app.jobs.runDue(),
      };
      const answers = await Promise.all(order.map((one) => act[one]()));
      for (const answer of answers)
        if (typeof answer === 'object') expect([200, 409, 422]).toContain(answer.status);
      const messages = (await said()).filter(({ attachments }) => attachments.length > 0);
      const waiting = await kept();
      expect(messages.length + waiting.length).toBeLessThanOrEqual(1);
      const told = [...messages, ...waiting].flatMap(({ attachments }) => attachments.map((file) => file.id));
      const stored = await server.app.db.query<{ id: string }>(
        sql`select id from uploads where id = any(${all}::text[]) order by id`,
      );
      expect(stored.map((row) => row.id)).toEqual([...told].sort());
    }),
    { numRuns: 25 },
  );
});

test('INB-134 a planned message keeps its links, a change that names none leaves them, and they leave with it', async () => {
  const links = [{ label: 'Ver catálogo', url: 'https://tienda.cl/' }];
  const one = await planned({ buttons: ['Sí'], links });
  expect(one).toMatchObject({ buttons: ['Sí'], links });
  expect((await change(ana, one.id, {})).body).toMatchObject({ buttons: ['Sí'], links });
  expect((await plan(ana, { links: [{ label: 'x', url: 'http://tienda.cl' }] })).status).toBe(422);
  await later(HOUR + 1_000);
  expect((await said()).at(-1)?.buttons).toMatchObject([{ label: 'Sí' }, links[0]]);
  const two = await planned({ links });
  await cancel(ana, two.id);
  const [row] = await server.app.db.query(sql`select links from scheduled_messages where id = ${two.id}`);
  expect(row).toEqual({ links: [] });
});
