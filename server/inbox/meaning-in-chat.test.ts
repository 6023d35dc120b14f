/** Meaning in the chat and in the preview: asked before a turn, told in the trace, and never in an answer's way. */

import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPage, openSocket, type Page } from '../../tests/support/visitor-page.ts';
import { type FakeEmbeddings, startFakeEmbeddings } from '../assistant/meaning/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const ASK = 500;
let fake: FakeEmbeddings;
let server: TestServer;
let owner: Person;
let botId: number;
let token: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  fake = await startFakeEmbeddings();
  server = await startTestServer({
    outboundTrustedOrigins: [new URL(fake.url).origin],
    embeddings: {
      kind: 'remote',
      url: fake.url,
      apiKey: null,
      model: 'modelo-1',
      dailyTexts: 100_000,
      timeouts: { ask: ASK, learn: 10_000 },
    },
  });
  owner = await server.addPerson('duena');
  await server.addBot(9500);
  await server.link(owner, 9500, 'propietario');
  const made = await server.call('POST', '/svc/main/bot', {
    as: owner,
    body: { bot_name: 'Vivero', template: 'generica' },
  });
  botId = (made.body as { id: number }).id;
  const [row] = await server.app.db.query<{ token: string }>(sql`select token from bots where id = ${botId}`);
  token = row?.token ?? '';
  const form = new FormData();
  form.append('bot_id', String(botId));
  form.append('file', new Blob(['El riego de la suculenta es cada quince días.']), 'plantas.txt');
  await fetch(`${server.url}/svc/assistant/api/documents`, {
    method: 'POST',
    headers: { ...owner.headers, 'accept-version': 'v1' },
    body: form,
  });
  await server.assistant.reader.drain();
}, 120_000);
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await server.close();
  await fake.close();
});
beforeEach(() => {
  fake.next = 'answer';
});

interface Turn {
  messages: { text: string }[];
  trace: {
    via: string;
    meaning: { asked: boolean; reason: string | null } | null;
    meanings: { intent_name: string; words: number; meaning: number; score: number }[];
    passages: { id: string; by?: string; used: boolean }[];
  };
}
const preview = async (text: string) =>
  (
    await server.call('POST', '/svc/templates/api/client/draft/preview', {
      as: owner,
      body: { bot_id: botId, text },
    })
  ).body as Turn;
const STRANGE = 'cuántos morlacos por eso';
/** Waits until examples and passages are learned: before that the trace says that they are not. */
const learned = () =>
  expect
    .poll(async () => (await preview(STRANGE)).trace.meaning?.reason, { timeout: 60_000, interval: 200 })
    .toBeNull();
const page = (): Promise<Page> => openPage(openSocket(server.url, { botId, botToken: token }, sockets));

it('joins the scores of words, says so in the trace, and asks for a customer’s message once', async () => {
  await learned();
  const { trace } = await preview(STRANGE);
  expect(trace.meaning).toEqual({ asked: true, reason: null });
  // What it says nothing of loses; what it means keeps more than words alone gave to others.
  const meant = trace.meanings.filter(({ meaning }) => meaning > 0);
  expect(meant).not.toEqual([]);
  for (const { words, score } of trace.meanings) expect(score).not.toBe(words);
  expect((await preview('2')).trace.meaning).toMatchObject({ asked: false });
  fake.asked.length = 0;
  const seen = await page();
  await seen.write({ text: STRANGE });
  await expect.poll(() => seen.messages().filter(({ from }) => from === 'bot').length).toBeGreaterThan(0);
  expect(fake.asked).toEqual([[STRANGE]]);
});

it('finds a passage by what it means where no word is shared', async () => {
  await learned();
  await expect
    .poll(async () => (await preview('regadio regadio')).trace.via, { timeout: 30_000, interval: 200 })
    .toBe('document');
  const { trace, messages } = await preview('regadio regadio');
  expect(trace.passages).toMatchObject([{ by: 'meaning', used: true }]);
  expect(messages[0]?.text).toContain('El riego de la suculenta');
});

it('costs an answer no more than its time when the other side hangs', async () => {
  await learned();
  fake.next = 'hang';
  const begun = performance.now();
  const { trace } = await preview('perengana chirimbolo');
  expect(trace.meaning).toMatchObject({ asked: true, reason: expect.stringContaining('a tiempo') });
  expect(performance.now() - begun).toBeLessThan(ASK + 2_000);
  const seen = await page();
  await seen.write({ text: 'perengana chirimbolo' });
  await expect.poll(() => seen.messages().filter(({ from }) => from === 'bot').length).toBeGreaterThan(0);
});

it('asks nothing of what a customer writes to a person', async () => {
  const seen = await page();
  await seen.write({ text: 'hola' });
  await server.app.db.query(
    sql`update conversations set state = 'pending' where bot_id = ${botId} and id = (
      select id from conversations where bot_id = ${botId} order by created_at desc limit 1)`,
  );
  fake.asked.length = 0;
  await seen.write({ text: 'perengana para una persona' });
  expect(fake.asked).toEqual([]);
});
