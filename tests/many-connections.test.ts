/**
 * Connections as no client of ours makes them: that leave while they are let in, ask to be let in again and again, hold a
 * handshake without a connection, or stay when the word that they must go was lost. What they held is free afterwards.
 */

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SERVER_LIMITS } from '../contract/server-limits.ts';
import { AgentStage, BOT } from '../server/inbox/live/testing.ts';
import { sql } from '../server/platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../server/testing.ts';
import { openRaw, type RawSocket } from './support/raw-socket.ts';

let stage: AgentStage;
let server: TestServer;
const open: RawSocket[] = [];
beforeAll(async () => {
  stage = await AgentStage.open();
  ({ server } = stage);
});
afterAll(() => server.close());
afterEach(() => {
  stage.hangUp();
  for (const socket of open.splice(0)) socket.leave();
});

async function raw(): Promise<RawSocket> {
  const socket = await openRaw(server.url);
  open.push(socket);
  return socket;
}
/** The next session is found only when it is let go: whoever is let in by it is in between meanwhile. */
function holdSession(): { asked: Promise<void>; go: () => void } {
  const { db } = server.app;
  const { query } = db;
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    db.query = (async (statement) => {
      if (!JSON.stringify(statement).includes('from auth_tokens')) return query.call(db, statement);
      db.query = query;
      const rows = await query.call(db, statement);
      resolve();
      await held;
      return rows;
    }) as typeof query;
  });
  return { asked, go };
}
const connections = () => server.app.realtime.namespace('/').server.engine.clientsCount;
const proof = ({ headers }: Pick<Person, 'headers'>) =>
  JSON.stringify({ 'access-token': headers['access-token'], client: headers.client, uid: headers.uid });
const VISITOR = JSON.stringify({ botId: BOT, botToken: `token-${BOT}` });

it('FLOOD-1 sockets that leave while they are let in hold no place of their session', async () => {
  const { ana } = stage;
  for (let round = 0; round < SERVER_LIMITS.sessionSockets + 5; round += 1) {
    const socket = await raw();
    await expect.poll(connections, { interval: 5 }).toBe(1);
    const { asked, go } = holdSession();
    socket.say(`40${proof(ana)}`);
    await asked;
    socket.leave();
    await expect.poll(connections, { interval: 5 }).toBe(0);
    go();
  }
  const { others } = await stage.connect(ana);
  await expect.poll(() => others.map(([name]) => name)).toContain('CONNECTED');
});

const ASKING = [
  ['agents', '40', '{"access-token":"x","client":"a","uid":"b@c.cl"}'],
  ['visitors', '40/visitor,', JSON.stringify({ botId: BOT, botToken: 'x' })],
] as const;
it.each(ASKING)(
  'FLOOD-2 one that asks for the %s’ side again and again is closed',
  async (_whose, packet, auth) => {
    const { say, told, closed } = await raw();
    for (let round = 0; round < 500; round += 1) say(packet + auth);
    await closed;
    expect(told.filter((text) => text.startsWith('44')).length).toBeLessThanOrEqual(5);
    // Others come in as ever.
    const visitor = await raw();
    visitor.say(`40/visitor,${VISITOR}`);
    await expect.poll(() => visitor.told.join()).toContain('CONNECTED');
  },
);

it('FLOOD-3 handshakes by polling are connections: an address has its part, is told, and has room again', async () => {
  const times = { head: 1_000, request: 2_000, upload: 5_000, idle: 5_000 };
  const small = await startTestServer({ connections: { times, most: 12 } });
  const shake = async () => {
    const answer = await fetch(`${small.url}/socket.io/?EIO=4&transport=polling`);
    const text = await answer.text();
    return { status: answer.status, text, sid: /"sid":"([^"]+)"/.exec(text)?.[1] };
  };
  try {
    const held = [];
    for (let count = 0; count < 6; count += 1) held.push(await shake());
    expect(held.map(({ status }) => status)).toEqual(held.map(() => 200));
    const refused = await shake();
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      403,
      expect.objectContaining({ message: expect.stringContaining('demasiadas conexiones') }),
    ]);
    // Those that are open go on, and calls are answered.
    expect((await small.call('GET', '/healthz')).status).toBe(200);
    await fetch(`${small.url}/socket.io/?EIO=4&transport=polling&sid=${held[0]?.sid}`, {
      method: 'POST',
      body: '1',
    });
    await expect.poll(async () => (await shake()).status).toBe(200);
  } finally {
    await small.close();
  }
});

it('RIGHTS-1 a session that ends while its socket is let in leaves no socket', async () => {
  await expect.poll(connections).toBe(0);
  const credentials = await server.signIn(stage.bruno);
  const { say, closed, told } = await raw();
  const { asked, go } = holdSession();
  say(`40${proof({ headers: credentials })}`);
  await asked;
  await server.call('DELETE', '/svc/main/auth/sign_out', { as: credentials });
  go();
  await closed;
  expect(told.join()).not.toContain('CONNECTED');
  expect(server.live.agents.size).toBe(0);
});

it('RIGHTS-2 who lost session, link or areas without a word of it is found by what the database says', async () => {
  const credentials = await server.signIn(stage.ana);
  const { socket } = await stage.connect(stage.ana, credentials);
  const gone = await server.addPerson('sin-aviso');
  await server.link(gone, BOT, 'agente', ['ventas']);
  const unlinked = await stage.connect(gone);
  await unlinked.join();
  const moved = await stage.connect(stage.bruno);
  const { sight } = await moved.join();
  const stays = await stage.connect(stage.admin);
  await stays.join();
  const ended = new Promise((resolve) => socket.on('disconnect', resolve));
  await server.app.db.query(sql`delete from auth_tokens where client = ${credentials.client}`);
  await server.app.db.query(sql`delete from user_bots where user_id = ${gone.id}`);
  await server.app.db.query(
    sql`update user_bots set category = '["ventas"]' where user_id = ${stage.bruno.id}`,
  );
  await server.live.agents.recheck();
  await ended;
  const reset = ['RESET', { bot_id: BOT }];
  await expect.poll(() => unlinked.others).toContainEqual(reset);
  await expect.poll(() => moved.others).toContainEqual(reset);
  expect(await moved.join({ after: 0, sight })).toMatchObject({ viewer: { areas: ['ventas'] } });
  expect(await unlinked.join()).toMatchObject({ error: 'not_found' });
  // Whoever lost nothing hears nothing; told once, nobody is told again.
  await server.live.agents.recheck();
  expect(stays.others).not.toContainEqual(reset);
  expect(unlinked.others.filter(([name]) => name === 'RESET')).toHaveLength(1);
});
