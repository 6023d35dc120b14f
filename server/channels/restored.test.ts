/** After a restore nothing leaves by itself; what is restored can be used once an owner lets it. Against the playground. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseRecord, dumpDatabase } from '../platform/backup/dump.ts';
import { loadDatabase } from '../platform/backup/load.ts';
import { sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import { createLog } from '../platform/log.ts';
import { startTestServer, type TestServer } from '../testing.ts';
import { type ChannelWorld, type Chat, channelWorld, chatOf } from './testing.ts';

let world: ChannelWorld;
let chat: Chat;
let restored: TestServer | undefined;
beforeAll(async () => {
  world = await channelWorld();
  chat = chatOf(world);
});
afterAll(async () => {
  await restored?.close();
  await world.close();
});

/** The tables of a backup, in another database. */
async function copied() {
  const records: DatabaseRecord[] = [];
  await world.server.app.db.snapshot(async (tx) => {
    for await (const record of dumpDatabase(tx)) records.push(record);
  });
  const db = await testDatabase();
  const read = async function* () {
    yield* records;
  };
  await db.transaction((tx) => loadDatabase(tx, read()));
  return { db, text: JSON.stringify(records) };
}

it('nothing leaves by itself after a restore: no message, sign or file; an owner lets it, and all of it goes on', async () => {
  const { id, customer } = await chat.talk();
  await world.server.call('PUT', `/svc/main/connections/${world.connection.id}`, {
    as: world.team.owner,
    body: { paused: true },
  });
  const [first] = await chat.logOf(id);
  await chat.reply(id, { text: 'Va en camino' });
  await world.server.call('POST', `/svc/conversations/session_logs/${first?._id}/reaction`, {
    as: world.team.ana,
    body: { emoji: '👍' },
  });
  const { db, text } = await copied();
  // Sealed, as the tables have it.
  for (const secret of [world.number.accessToken, world.number.appSecret, world.number.verifyToken])
    expect(text).not.toContain(secret);
  // It was paused on purpose or not: what holds it now is that it was restored.
  await db.query(sql`update connections set paused = false`);
  restored = await startTestServer(
    { graphBaseUrl: world.playground.graphUrl, outboundTrustedOrigins: [world.playground.url] },
    undefined,
    db,
    createLog('fatal'),
  );
  const server = restored;
  const work = async () => {
    for (let round = 0; round < 4; round += 1) {
      server.pass(60_000);
      await server.channels.intake.runDue();
      await server.app.jobs.runDue();
      await server.channels.lanes.runDue();
    }
  };
  const { memory } = world.playground.whatsapp;
  const before = [memory.sent.length, memory.marks.length, memory.media.size];
  await work();
  expect([memory.sent.length, memory.marks.length, memory.media.size]).toEqual(before);
  const ask = (method: string, path: string) => server.call(method, path, { as: world.team.owner });
  expect((await ask('GET', `/svc/main/connections?bot_id=${world.connection.bot_id}`)).body).toMatchObject([
    { held: true },
  ]);
  expect((await ask('POST', `/svc/main/connections/${world.connection.id}/resume`)).body).toEqual({
    waiting: 1,
  });
  await work();
  expect(
    chat
      .sentTo(customer.phone)
      .map(({ body }) => JSON.stringify(body))
      .join(),
  ).toContain('Va en camino');
});
