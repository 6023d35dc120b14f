/** One reader of a bot's log in a process, for all who follow it. */
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, openSocket } from '../../../tests/support/visitor-page.ts';
import { type Database, json, sql } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';
import { appendEvents, type EventDraft } from '../event-log.ts';
import { SMALL_MODEL } from '../testing.ts';
import { accepted, has } from '../visitor/testing.ts';

const BOT = 64;
let server: TestServer;
let ana: Person;
/** How often rows of the log were read outside of a page of AUTO_RECONNECT. */
let reads = 0;

beforeAll(async () => {
  const db = await testDatabase();
  const counted: Database = {
    ...db,
    query(statement) {
      if (/from events\b.*\bseq > /s.test(statement.text)) reads += 1;
      return db.query(statement);
    },
  };
  server = await startTestServer({}, undefined, counted);
  await server.addBot(BOT);
  ana = await server.addPerson('ana');
  await server.link(ana, BOT, 'agente');
  await db.query(sql`insert into bot_models (bot_id, model) values (${BOT}, ${json(SMALL_MODEL)})`);
});
afterAll(() => server.close());

/** Commits them as a process that died before it could tell. */
const commitSilently = (drafts: readonly EventDraft[]) => {
  const mute = { ...server.app, bus: { ...server.app.bus, reached: () => undefined } };
  return server.app.db.transaction((tx) => appendEvents(tx, mute, BOT, drafts));
};
const status = (conversation_id: string, mid: string, message_status: 'delivered' | 'read'): EventDraft => ({
  name: 'NEW_MESSAGE_STATUS',
  actor: { kind: 'system' },
  data: { conversation_id, mid, message_status },
  conversation_id,
});

it('INB-48 reads the log once for agents and visitors together, and what it committed itself not at all', async () => {
  const agent = io(server.url, { auth: { ...ana.headers }, transports: ['websocket'], reconnection: false });
  const heard: string[] = [];
  agent.onAny((name: string, value: unknown) => {
    const many = name === 'EVENTS' ? (value as { name: string }[]) : [{ name }];
    for (const one of many) heard.push(one.name);
  });
  await agent.timeout(30_000).emitWithAck('AUTO_RECONNECT', { botId: BOT });
  const visitor = await openPage(openSocket(server.url, { botId: BOT, botToken: `token-${BOT}` }, []));
  reads = 0;
  const { conversation_id: id, mid } = accepted(await visitor.write({ text: '¿a qué hora abren?' }));
  await expect.poll(() => heard).toContain('NEW_CONVERSATION');
  await expect.poll(() => visitor.messages().length).toBeGreaterThan(0);
  expect(reads).toBe(0);

  await commitSilently([status(id, mid, 'read')]);
  await server.live.headRound();
  await has(visitor, 'NEW_MESSAGE_STATUS', { mid, message_status: 'read' });
  await expect.poll(() => heard).toContain('NEW_MESSAGE_STATUS');
  expect(reads).toBe(1);

  // The last agent is gone: visitors hear as ever.
  agent.disconnect();
  await commitSilently([status(id, mid, 'delivered')]);
  await server.live.headRound();
  await has(visitor, 'NEW_MESSAGE_STATUS', { mid, message_status: 'delivered' });
  expect(reads).toBe(2);
  visitor.socket.disconnect();
});

it('INB-48 hands visitors what comes after a hole, and what a database that was set back says again', async () => {
  const visitor = await openPage(openSocket(server.url, { botId: BOT, botToken: `token-${BOT}` }, []));
  const { conversation_id: id, mid } = accepted(await visitor.write({ text: '¿a qué hora abren?' }));
  await expect.poll(() => visitor.messages().length).toBeGreaterThan(0);
  const { seq } = await commitSilently([status(id, mid, 'delivered'), status(id, mid, 'read')]);
  await server.app.db.query(sql`delete from events where bot_id = ${BOT} and seq = ${seq - 1}`);
  await server.live.headRound();
  await has(visitor, 'NEW_MESSAGE_STATUS', { mid, message_status: 'read' });

  await server.app.db.query(sql`update bots set log_head = ${seq - 2} where id = ${BOT}`);
  await server.app.db.query(sql`delete from events where bot_id = ${BOT} and seq > ${seq - 2}`);
  await server.live.headRound();
  const before = visitor.got.length;
  await server.app.db.transaction((tx) => appendEvents(tx, server.app, BOT, [status(id, mid, 'delivered')]));
  await expect
    .poll(() => visitor.got.slice(before))
    .toContainEqual({
      name: 'NEW_MESSAGE_STATUS',
      data: { mid, message_status: 'delivered' },
    });
  visitor.socket.disconnect();
});
