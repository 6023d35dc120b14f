/** Files and buttons of macros, over HTTP: whose files, what a run's message gets, what becomes of the bytes. */
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Macro } from '../../../contract/entities/macro.ts';
import type { Message } from '../../../contract/entities/message.ts';
import { sql } from '../../platform/database/database.ts';
import { uploadsFolder } from '../../platform/uploads/upload-store.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';

const BOT = 64;
const OTHER = 7;
const PATH = `/svc/conversations/macros/${BOT}`;
const NOTHING = { text: null, add_tags: [], remove_tags: [], assign: null, end: null };
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

async function talk(): Promise<string> {
  id = `charla-${++names}`;
  await server.addConversation(id, BOT, { state: 'taken', category: null, agent_id: ana.id });
  return id;
}
const draft = ({
  steps,
  ...more
}: {
  steps?: object;
  attachments?: string[];
  buttons?: string[];
  links?: object[];
}) => ({
  name: `m${++names}`,
  shared: true,
  steps: { ...NOTHING, text: 'Hola {nombre}', ...steps },
  ...more,
});
const add = (as: Person, more: Parameters<typeof draft>[0]) =>
  server.call('POST', PATH, { as, body: draft(more) });
const made = async (more: Parameters<typeof draft>[0]) => (await add(ana, more)).body as Macro;
const change = (as: Person, of: Macro, more: object) =>
  server.call('PUT', `${PATH}/${of.id}`, {
    as,
    body: { name: of.name, steps: of.steps, shared: of.shared, ...more },
  });
const remove = (as: Person, of: Macro) => server.call('DELETE', `${PATH}/${of.id}`, { as });
const run = (as: Person, of: Macro, more: object = {}) =>
  server.call('POST', `/svc/conversations/conversations/${id}/macro_runs`, {
    as,
    body: { macro_id: of.id, revision: of.revision, temporal_id: `run-${++names}`, last_seen: 0, ...more },
  });
const listed = async (of: Macro) =>
  ((await server.call('GET', PATH, { as: owner })).body as Macro[]).find((one) => one.id === of.id);
const said = async (conversationId = id) =>
  (
    (
      await server.call('GET', `/svc/conversations/session_logs/by_conversation_id/${conversationId}`, {
        as: owner,
      })
    ).body as Message[]
  ).filter(({ from }) => from === 'agent');
const reads = async (url: string | undefined) => {
  const answer = await fetch(`${server.url}${url}`);
  return answer.ok ? await answer.text() : answer.status;
};

/** An unused file of a person. @returns its id */
async function put(by: Person, botId = BOT): Promise<string> {
  const fileId = server.app.ids();
  await mkdir(uploadsFolder(server.app), { recursive: true });
  await writeFile(join(uploadsFolder(server.app), fileId), 'a;b\n');
  await server.app.db.query(sql`
    insert into uploads (id, bot_id, author, name, type, size, path)
    values (${fileId}, ${botId}, ${`u:${by.id}`}, 'tallas.csv', 'text/csv', 4, ${fileId})`);
  return fileId;
}
const onDisk = (fileId: string) => existsSync(join(uploadsFolder(server.app), fileId));

test('INB-125 a run’s message has the macro’s files and buttons, each message its own; once', async () => {
  const files = [await put(ana), await put(ana)];
  const macro = await made({ attachments: files, buttons: [' Sí ', 'No'], steps: { add_tags: ['vip'] } });
  expect(macro).toMatchObject({ attachments: [{ id: files[0] }, { id: files[1] }], buttons: ['Sí', 'No'] });
  expect(await run(ana, macro, { temporal_id: 'una-vez' })).toMatchObject({
    status: 200,
    body: { sent: true },
  });
  await run(ana, macro, { temporal_id: 'una-vez' });
  const first = id;
  await talk();
  await run(ana, macro);
  const [one, more] = await said(first);
  const [two] = await said();
  expect(more).toBeUndefined();
  expect(one).toMatchObject({
    attachments: [{ name: 'tallas.csv' }, {}],
    buttons: [{ label: 'Sí' }, { label: 'No' }],
  });
  expect(await reads(two?.attachments[1]?.url)).toBe('a;b\n');
  const ids = [...(one?.attachments ?? []), ...(two?.attachments ?? [])].map((file) => file.id);
  expect(new Set([...ids, ...files]).size).toBe(6);
});

test('INB-125 the bytes are stored once, and go with the last who has them', async () => {
  const file = await put(ana);
  const macro = await made({ attachments: [file] });
  await run(ana, macro);
  expect((await remove(ana, macro)).status).toBe(200);
  const [message] = await said();
  expect(await reads(message?.attachments[0]?.url)).toBe('a;b\n');
  expect(onDisk(file)).toBe(true);
  const erased = await server.call('DELETE', `/svc/main/leads/lead-${id}`, { as: owner });
  expect(erased.status).toBe(200);
  await expect.poll(() => onDisk(file)).toBe(false);
});

test('INB-126 files of others, of another bot, of a message or of another macro are refused, and nothing changes', async () => {
  await server.link(ana, OTHER, 'agente');
  const held = await put(ana);
  await made({ attachments: [held] });
  const macro = await made({});
  for (const fileId of [await put(bruno), await put(ana, OTHER), held, 'no-such-file', "x' or '1'='1"]) {
    const answer = await change(ana, macro, { attachments: [fileId] });
    expect(answer).toMatchObject({ status: 422, body: { details: { field: 'attachments' } } });
    expect((await add(ana, { attachments: [fileId] })).status).toBe(422);
  }
  expect(await listed(macro)).toMatchObject({ attachments: [], revision: 0 });
  const sent = await server.call('POST', '/svc/conversations/session_logs', {
    as: ana,
    body: { conversation_id: id, text: 'x', temporal_id: 'of-a-macro', attachments: [held] },
  });
  expect(sent.status).toBe(422);
  server.pass(48 * 60 * 60 * 1000);
  await server.app.jobs.runDue();
  expect(onDisk(held)).toBe(true);
});

test('INB-126 without words there is nothing to carry them; what are no buttons is refused at its field', async () => {
  const file = await put(ana);
  const none = { text: null, add_tags: ['vip'] };
  expect(await add(ana, { steps: none, attachments: [file] })).toMatchObject({
    status: 422,
    body: { details: { field: 'text' } },
  });
  expect(await add(ana, { steps: none, buttons: ['Sí'] })).toMatchObject({ status: 422 });
  expect(await add(ana, { buttons: ['Sí', ' Sí '] })).toMatchObject({
    status: 422,
    body: { details: { field: 'buttons' } },
  });
  const macro = await made({ attachments: [file], buttons: ['Sí'] });
  // An older tab knows of neither; and can't leave them without their words.
  expect((await change(ana, macro, { name: 'Otra' })).body).toMatchObject({
    attachments: [{ id: file }],
    buttons: ['Sí'],
    revision: 1,
  });
  expect((await change(ana, macro, { steps: { ...NOTHING, end: 'close' } })).status).toBe(422);
  expect((await change(ana, macro, { attachments: [], buttons: [] })).body).toMatchObject({
    attachments: [],
    buttons: [],
  });
  await expect.poll(() => onDisk(file)).toBe(false);
});

test('INB-127 a file that is gone, or options that do not fit, refuse the whole run: no words, no tag, no copy', async () => {
  const file = await put(ana);
  const macro = await made({ attachments: [file], steps: { add_tags: ['vip'] } });
  await rm(join(uploadsFolder(server.app), file));
  const refused = await run(ana, macro);
  expect(refused).toMatchObject({ status: 422, body: { details: { part: 'text' } } });
  expect((refused.body as { message: string }).message).toBe(
    'Respuesta: El archivo «tallas.csv» ya no está disponible.',
  );
  const long = await made({ steps: { text: 'x'.repeat(4090), add_tags: ['vip'] }, buttons: ['Sí', 'No'] });
  const at = server.app.clock.now();
  await server.app.db.query(sql`
    update conversations set channel = 'whatsapp', last_customer_message_at = ${at}
    where id = ${id}`);
  expect(await run(ana, long)).toMatchObject({
    status: 422,
    body: { details: { field: 'buttons', part: 'text' } },
  });
  expect(await said()).toEqual([]);
  expect(await server.app.db.query(sql`select tags from conversations where id = ${id}`)).toEqual([
    { tags: [] },
  ]);
  const copies = await server.app.db.query(sql`select id from uploads where conversation_id = ${id}`);
  expect(copies).toEqual([]);
});

test('INB-127 for many each gets files of its own; of those that refuse, none', async () => {
  const macro = await made({ attachments: [await put(ana)], buttons: ['Sí'] });
  const mine = [await talk(), await talk()];
  const others = `charla-${++names}`;
  await server.addConversation(others, BOT, { state: 'taken', category: null, agent_id: bruno.id });
  const applied = {
    macro: {
      id: macro.id,
      revision: macro.revision,
      run: `all-${++names}`,
      seen_at: '2999-01-01T00:00:00.000Z',
    },
  };
  const body = { bot_id: BOT, ids: [...mine, others], change: applied };
  const own = await server.call('POST', '/svc/conversations/conversations/bulk', { as: ana, body });
  expect(own.status).toBe(200);
  const sent = await Promise.all(mine.map((one) => said(one)));
  const ids = sent.flatMap((messages) =>
    messages.flatMap(({ attachments }) => attachments.map((file) => file.id)),
  );
  expect(new Set(ids).size).toBe(2);
  expect(await said(others)).toEqual([]);
});

test('INB-127 of runs, changes and deletions at once, each message has all of the files that its macro had, readable', async () => {
  const acts = fc.constantFrom('run', 'drop', 'swap', 'delete');
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 2, maxLength: 5 }), async (order) => {
      await talk();
      const [one, two, three] = [await put(ana), await put(ana), await put(ana)];
      const macro = await made({ attachments: [one, two], buttons: ['Sí'] });
      const act = {
        run: () => run(ana, macro),
        drop: () => change(ana, macro, { attachments: [one] }),
        swap: () => change(ana, macro, { attachments: [two, three] }),
        delete: () => remove(ana, macro),
      };
      const answers = await Promise.all(order.map((each) => act[each]()));
      for (const { status } of answers) expect([200, 404, 409, 422]).toContain(status);
      const ran = order.filter((each, at) => each === 'run' && answers[at]?.status === 200).length;
      const messages = await said();
      expect(messages).toHaveLength(ran);
      for (const { attachments } of messages) {
        // What was seen is what ran.
        expect(attachments).toHaveLength(2);
        for (const { url } of attachments) expect(await reads(url)).toBe('a;b\n');
      }
    }),
    { numRuns: 20 },
  );
});

test('INB-134 a macro keeps links, a change that names none leaves them, and its run says them; without words it has none', async () => {
  const links = [{ label: 'Ver catálogo', url: 'https://tienda.cl/' }];
  const macro = await made({ buttons: ['Sí'], links });
  expect(macro).toMatchObject({ buttons: ['Sí'], links });
  const changed = (await change(ana, macro, {})).body as Macro;
  expect(changed).toMatchObject({ buttons: ['Sí'], links });
  expect((await run(ana, changed)).status).toBe(200);
  expect((await said()).at(-1)?.buttons).toMatchObject([{ label: 'Sí' }, links[0]]);
  expect((await add(ana, { steps: { text: null, end: 'close' }, links })).status).toBe(422);
  expect((await add(ana, { links: [{ label: 'x', url: 'javascript:alert(1)' }] })).status).toBe(422);
});

test('INB-134 a run is refused whole, by its part, where the channel has no way for its link beside its buttons', async () => {
  const links = [{ label: 'Ver catálogo', url: 'https://tienda.cl/' }];
  const macro = await made({ buttons: ['Sí'], links, steps: { add_tags: ['vista'] } });
  await server.app.db.query(sql`
    update conversations set channel = 'whatsapp', last_customer_message_at = ${server.app.clock.now()} where id = ${id}`);
  const refused = await run(ana, macro);
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ message: expect.stringMatching(/^Respuesta: WhatsApp/) });
  expect(await said()).toEqual([]);
});
