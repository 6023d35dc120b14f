/** The agents' sockets: who is let in, and that everybody gets every event of the log that they may, once, in order. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { EVENTS_FRAME } from '../../../contract/realtime/agent-socket.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import { WIRE_VERSION } from '../../../contract/wire-version.ts';
import { sql } from '../../platform/database/database.ts';
import type { Person, TestServer } from '../../testing.ts';
import { appendEvents } from '../event-log.ts';
import { countStates } from '../queries/counters.ts';
import { AgentStage, BOT, statusDraft } from './testing.ts';

let stage: AgentStage;
let server: TestServer;
let admin: Person;
let ana: Person;
let bruno: Person;
let stranger: Person;

beforeAll(async () => {
  stage = await AgentStage.open();
  ({ server, admin, ana, bruno, stranger } = stage);
});
afterAll(() => server.close());
afterEach(() => stage.hangUp());

it.each([
  ['a wrong token', { 'access-token': 'x' }],
  ['another browser', { client: 'x' }],
  ['no auth at all', null],
])('refuses %s with a reason that ends the session', async (_what, wrong) => {
  const credentials = wrong ? { ...ana.headers, ...wrong } : {};
  await expect(stage.connect(ana, credentials)).rejects.toMatchObject({ data: { error: 'unauthorized' } });
});

it('greets with who it is and the bots', async () => {
  const { others } = await stage.connect(ana);
  await expect
    .poll(() => others)
    .toContainEqual(['CONNECTED', { userId: ana.id, bots: [BOT], wire: WIRE_VERSION }]);
});

it('INB-7 joins at the head without `after`, then live', async () => {
  const before = await stage.append(2);
  const socket = await stage.connect(ana);
  expect(await socket.join()).toMatchObject({
    seq: before,
    events: [],
    more: false,
    viewer: { user_id: ana.id, base: 'agente', areas: ['ventas'] },
  });
  const after = await stage.append(1);
  expect((await socket.until(after)).map((frame) => frame.seq)).toEqual([after]);
});

it('INB-7 replays in pages, in order and without a hole, then live', async () => {
  const start = await stage.head();
  const end = await stage.append(1100);
  const socket = await stage.connect(ana);
  let after = start;
  let sizes: number[] = [];
  const numbers: number[] = [];
  for (let more = true; more; ) {
    const page = await socket.join({ after });
    sizes = [...sizes, page.events.length];
    numbers.push(...page.events.map((event) => event.seq));
    after = page.seq;
    more = page.more === true;
  }
  expect(sizes).toEqual([500, 500, 100]);
  expect(numbers).toEqual(Array.from({ length: 1100 }, (_, at) => start + 1 + at));
  expect(after).toBe(end);
});

it('INB-41 continues after an id that it knows, and only then', async () => {
  const last = await stage.append(1);
  const socket = await stage.connect(ana);
  const [event] = (await socket.join({ after: last - 1 })).events as unknown as { id: string }[];
  expect(await socket.join({ after: last, after_id: event?.id })).toMatchObject({ events: [], seq: last });
  expect(await socket.join({ after: last, after_id: 'of another log' })).toMatchObject({
    reset: true,
    seq: last,
  });
  expect(await socket.join({ after: last, after_id: null })).not.toHaveProperty('reset');
});

it('INB-41 counters tell the id at their number, to continue from', async () => {
  const seq = await stage.append(1);
  const base = await countStates(server.app.db, ana.id, BOT);
  const socket = await stage.connect(ana);
  const [event] = (await socket.join({ after: seq - 1 })).events as unknown as { id: string }[];
  expect(base).toMatchObject({ seq, seq_id: event?.id });
});

it('INB-24 says reset past the end, below the floor, and for another sight', async () => {
  const last = await stage.append(5);
  const socket = await stage.connect(ana);
  const { sight } = await socket.join();
  expect(await socket.join({ after: last + 1 })).toMatchObject({ reset: true, seq: last, sight });
  expect(await socket.join({ after: last, sight: 'another' })).toMatchObject({
    reset: true,
    seq: last,
    sight,
  });
  expect(await socket.join({ after: last, sight })).toMatchObject({ events: [], seq: last });
  await server.app.db.query(sql`update bots set log_floor = ${last - 2} where id = ${BOT}`);
  await server.app.db.query(sql`delete from events where bot_id = ${BOT} and seq <= ${last - 2}`);
  expect(await socket.join({ after: last - 3 })).toMatchObject({ reset: true });
  expect((await socket.join({ after: last - 2 })).events).toHaveLength(2);
});

it('INB-7 loses nothing between page and live while events are being written', async () => {
  const start = await stage.head();
  const writing = (async () => {
    for (let round = 0; round < 40; round++) await stage.append(3);
  })();
  const socket = await stage.connect(ana);
  const seen = new Set<number>();
  let after = start;
  for (let more = true; more; ) {
    const page = await socket.join({ after });
    for (const event of page.events) seen.add(event.seq);
    after = page.seq;
    more = page.more === true;
  }
  await writing;
  const end = await stage.head();
  for (const frame of await socket.until(end)) seen.add(frame.seq);
  expect([...seen].sort((a, b) => a - b)).toEqual(
    Array.from({ length: end - start }, (_, at) => start + 1 + at),
  );
});

it('INB-8 sends a burst as one frame, in order', async () => {
  const socket = await stage.connect(admin);
  const { seq } = await socket.join();
  const raw: string[] = [];
  socket.socket.onAny((name: string) => raw.push(name));
  await stage.append(20);
  const frames = await socket.until(seq + 20);
  expect(frames.map((frame) => frame.seq)).toEqual(Array.from({ length: 20 }, (_, at) => seq + 1 + at));
  expect(raw.filter((name) => name === EVENTS_FRAME)).toHaveLength(1);
});

it('INB-19 cuts by sight: whole for who sees it, cut for who lost it, a number for the rest', async () => {
  const id = await stage.pending('ventas');
  const [boss, seller, support] = await Promise.all([
    stage.connect(admin),
    stage.connect(ana),
    stage.connect(bruno),
  ]);
  await Promise.all([boss.join(), seller.join(), support.join()]);
  const start = await stage.head();
  // Ana's area sees it; Bruno's does not.
  await stage.change(ana, id, { state: 'taken', agent_id: ana.id });
  await stage.change(ana, id, { state: 'taken', agent_id: bruno.id, reason: 'Es de soporte' });
  const end = await stage.head();
  const [whole, lost, gained] = await Promise.all([boss.until(end), seller.until(end), support.until(end)]);
  const contiguous = (frames: LoggedFrame[]) => {
    let next = start + 1;
    for (const frame of frames) {
      expect(frame.seq).toBe(next);
      next = (('to' in frame && frame.to) || frame.seq) + 1;
    }
    expect(next).toBe(end + 1);
  };
  for (const frames of [whole, lost, gained]) contiguous(frames);
  const derived = (frames: LoggedFrame[]) => frames.find((frame) => frame.name === 'DERIVE_CONVERSATION');
  expect(derived(whole)).toMatchObject({
    data: { reason: 'Es de soporte', conversation: { lead_name: 'Cliente' } },
  });
  expect(derived(gained)).toMatchObject({
    data: { reason: 'Es de soporte', conversation: { agent_id: bruno.id } },
  });
  expect(derived(lost)).toMatchObject({ data: { conversation: { id, agent_id: bruno.id } } });
  expect(JSON.stringify(derived(lost))).not.toMatch(/Es de soporte|lead_name/);
  expect(gained[0]).toMatchObject({ name: 'REDACTED', seq: start + 1 });
  // INB-41: its id says as much of the log as that of an event that is seen.
  const hidden = gained[0]?.name === 'REDACTED' ? gained[0] : null;
  const after = hidden?.to ?? start + 1;
  expect(await support.join({ after, after_id: hidden?.id })).not.toHaveProperty('reset');
  expect(await support.join({ after, after_id: 'of another log' })).toMatchObject({ reset: true });
  // What came after the loss is numbers only.
  const at = lost.findIndex((frame) => frame.name === 'DERIVE_CONVERSATION');
  expect(lost.slice(at + 1).every((frame) => frame.name === 'REDACTED')).toBe(true);
});

it('INB-20 replays no text of what was seen then and is not now', async () => {
  const id = await stage.pending('ventas');
  const start = await stage.head();
  await stage.change(ana, id, { state: 'taken', agent_id: ana.id });
  const sent = await server.call('POST', '/svc/conversations/session_logs', {
    as: ana,
    body: { conversation_id: id, text: 'un secreto entre nosotros', temporal_id: `t-${id}-12345` },
  });
  expect(sent.status).toBe(200);
  const socket = await stage.connect(ana);
  expect(JSON.stringify(await socket.join({ after: start }))).toContain('un secreto');
  await stage.change(admin, id, { state: 'taken', agent_id: bruno.id, reason: 'motivo privado' });
  const page = await socket.join({ after: start });
  expect(JSON.stringify(page)).not.toMatch(/un secreto|motivo privado|Cliente"/);
  expect(page.seq).toBe(await stage.head());
});

it('INB-21 moves the sockets when areas change, then says RESET', async () => {
  const socket = await stage.connect(ana);
  const { sight } = await socket.join();
  const setAreas = async (areas: string) => {
    await server.app.db.query(sql`
      update user_bots set category = ${areas}::jsonb where user_id = ${ana.id} and bot_id = ${BOT}`);
    server.app.realtime.sightChanged(BOT, ana.id);
  };
  await setAreas('["soporte"]');
  await expect.poll(() => socket.others).toContainEqual(['RESET', { bot_id: BOT }]);
  expect(await socket.join({ after: await stage.head(), sight })).toMatchObject({
    reset: true,
    viewer: { areas: ['soporte'] },
  });
  const id = await stage.pending('soporte');
  await stage.change(admin, id, { tags: ['urgente'] });
  const frames = await socket.until(await stage.head());
  expect(frames.at(-1)).toMatchObject({
    name: 'UPDATE_CONVERSATION_CARD',
    data: { conversation: { tags: ['urgente'] } },
  });
  await setAreas('["ventas"]');
});

it('INB-22 lets nobody into a foreign bot, and out of one that they were unlinked from', async () => {
  const socket = await stage.connect(stranger);
  const foreign = await socket.join();
  expect(foreign).toMatchObject({ error: 'not_found' });
  expect(await socket.emit('AUTO_RECONNECT', { botId: 999_999 })).toEqual(foreign);

  const gone = await server.addPerson('gone');
  await server.link(gone, BOT, 'agente');
  const other = await stage.connect(gone);
  await other.join();
  await server.app.db.query(sql`delete from user_bots where user_id = ${gone.id}`);
  server.app.realtime.sightChanged(BOT, gone.id);
  await expect.poll(() => other.others).toContainEqual(['RESET', { bot_id: BOT }]);
  const witness = await stage.connect(admin);
  await witness.join();
  await witness.until(await stage.append(1));
  expect(other.frames).toEqual([]);
  expect(await other.join()).toMatchObject({ error: 'not_found' });
});

it('answers malformed and unknown packets, and goes on', async () => {
  const socket = await stage.connect(ana);
  const bad = { error: 'bad_request', message: expect.any(String) };
  expect(await socket.emit('AUTO_RECONNECT')).toMatchObject(bad);
  expect(await socket.emit('AUTO_RECONNECT', null)).toMatchObject(bad);
  expect(await socket.emit('AUTO_RECONNECT', { botId: '64' })).toMatchObject(bad);
  expect(await socket.emit('AUTO_RECONNECT', { botId: BOT, after: -1 })).toMatchObject(bad);
  expect(await socket.emit('AUTO_RECONNECT', { botId: BOT }, 'two')).toMatchObject(bad);
  expect(await socket.emit('DROP_TABLE', { botId: BOT })).toMatchObject(bad);
  expect(await socket.emit('toString', {})).toMatchObject(bad);
  expect(await socket.emit('TYPING', { botId: BOT, conversation_id: 'x'.repeat(1_000_000) })).toMatchObject(
    bad,
  );
  socket.socket.emit('AUTO_RECONNECT', Buffer.alloc(1000));
  expect(await socket.join()).toHaveProperty('seq');
  expect(socket.socket.connected).toBe(true);
});

it('ends the sockets of a browser that signs out, and only those', async () => {
  const mine = await server.signIn(ana);
  const [first, second] = [await stage.connect(ana, mine), await stage.connect(ana)];
  const ended = new Promise((resolve) => first.socket.on('disconnect', resolve));
  await server.call('DELETE', '/svc/main/auth/sign_out', { as: mine });
  await ended;
  expect(second.socket.connected).toBe(true);
});

it('INB-9 says HEAD after the events up to it, also those whose hint was lost', async () => {
  const socket = await stage.connect(admin);
  const { seq } = await socket.join();
  // Committed by a process that died before it could tell.
  const mute = { ...server.app, bus: { ...server.app.bus, reached: () => undefined } };
  await server.app.db.transaction((tx) => appendEvents(tx, mute, BOT, [statusDraft()]));
  await server.live.headRound();
  await expect
    .poll(() => socket.others)
    .toContainEqual(['HEAD', expect.objectContaining({ bot_id: BOT, seq: seq + 1 })]);
  expect(socket.frames.map((frame) => frame.seq)).toEqual([seq + 1]);
});

it('INB-149 says HEAD at the end of many events, once, after the last of them, and not after a few', async () => {
  const socket = await stage.connect(admin);
  await socket.join();
  // Those of every five seconds say what else they know.
  const heads = () =>
    socket.others.filter(([name, said]) => name === 'HEAD' && !Object.hasOwn(said as object, 'live'));
  await socket.until(await stage.append(3));
  const last = await stage.append(1_700);
  await expect.poll(heads).toEqual([['HEAD', { bot_id: BOT, seq: last }]]);
  expect(socket.frames.at(-1)?.seq).toBe(last);
  await socket.until(await stage.append(3));
  expect(heads()).toHaveLength(1);
});

it('INB-40 says RESET when the database was set back', async () => {
  const socket = await stage.connect(admin);
  const last = await stage.append(3);
  const joined = await socket.join();
  expect(joined.seq).toBe(last);
  await server.app.db.query(sql`update bots set log_head = ${last - 2} where id = ${BOT}`);
  await server.app.db.query(sql`delete from events where bot_id = ${BOT} and seq > ${last - 2}`);
  await server.live.headRound();
  await expect.poll(() => socket.others).toContainEqual(['RESET', { bot_id: BOT }]);
  expect((await socket.until(await stage.append(1))).at(-1)?.seq).toBe(last - 1);
});

it('holds so many sockets of a session, and has room again when one closes', async () => {
  const opened = await Promise.all(
    Array.from({ length: SERVER_LIMITS.sessionSockets }, () => stage.connect(ana)),
  );
  await expect(stage.connect(ana)).rejects.toMatchObject({ data: { error: 'too_many' } });
  // Another browser of the same person, and other people, have their own.
  await stage.connect(ana, await server.signIn(ana));
  await stage.connect(bruno);
  opened[0]?.socket.disconnect();
  await expect
    .poll(() =>
      stage.connect(ana).then(
        () => 'in',
        () => 'out',
      ),
    )
    .toBe('in');
});
