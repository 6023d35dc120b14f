import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Credentials } from '../../../contract/entities/user.ts';
import { autoReconnectAck, EVENTS_FRAME } from '../../../contract/realtime/agent-socket.ts';
import { EVENT_NAMES, type LoggedFrame, parseFrame } from '../../../contract/realtime/events.ts';
import { sql } from '../../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';
import { appendEvents, type EventDraft } from '../event-log.ts';

const BOT = 64;
let server: TestServer;
let admin: Person;
let ana: Person;
let bruno: Person;
let stranger: Person;
const open: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await server.addBot(BOT);
  await server.addBot(7);
  admin = await server.addPerson('admin');
  ana = await server.addPerson('ana');
  bruno = await server.addPerson('bruno');
  stranger = await server.addPerson('stranger');
  await server.link(admin, BOT, 'administrador');
  await server.link(ana, BOT, 'agente', ['ventas']);
  await server.link(bruno, BOT, 'agente', ['soporte']);
  await server.link(stranger, 7, 'propietario');
});
afterAll(() => server.close());
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});

type Ack = Record<string, unknown> & { seq: number; sight: string; events: { seq: number; name: string }[] };

/** A connected socket and everything that it was sent. */
async function connect(person: Person, credentials: Partial<Credentials> = person.headers) {
  const socket = io(server.url, { auth: { ...credentials }, transports: ['websocket'], reconnection: false });
  open.push(socket);
  const frames: LoggedFrame[] = [];
  const others: [string, unknown][] = [];
  const take = (name: string, value: unknown) => {
    const frame = parseFrame(name, value);
    if (!frame) throw new Error(`${name} does not fit the contract: ${JSON.stringify(value)}`);
    frames.push(frame);
  };
  socket.onAny((name: string, ...args: unknown[]) => {
    expect(args).toHaveLength(1);
    if (name === EVENTS_FRAME) for (const one of args[0] as { name: string }[]) take(one.name, one);
    else if (name === 'REDACTED' || (EVENT_NAMES as string[]).includes(name)) take(name, args[0]);
    else others.push([name, args[0]]);
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve());
    socket.on('connect_error', reject);
  });
  const emit = (name: string, ...args: unknown[]) =>
    socket.timeout(5000).emitWithAck(name, ...args) as Promise<Ack>;
  const join = async (request: object = {}) => {
    const ack = await emit('AUTO_RECONNECT', { botId: BOT, ...request });
    expect(autoReconnectAck.safeParse(ack).success).toBe(true);
    return ack;
  };
  /** What filled the numbers after `from` until `to` has come. */
  const until = async (to: number) => {
    const reached = () => Math.max(0, ...frames.map((frame) => ('to' in frame && frame.to) || frame.seq));
    await expect.poll(reached, { timeout: 5000 }).toBeGreaterThanOrEqual(to);
    return frames;
  };
  return { socket, frames, others, emit, join, until };
}

const status = (at: string): EventDraft => ({
  name: 'AGENT_STATUS',
  actor: { kind: 'system' },
  data: { agent_id: 1, status: 'active', since: at },
});
/** Appends so many events that everybody sees, in one transaction. */
async function append(count: number): Promise<number> {
  const drafts = Array.from({ length: count }, () => status('2026-11-21T12:00:00.000Z'));
  return (await server.app.db.transaction((tx) => appendEvents(tx, server.app, BOT, drafts))).seq;
}
let conversations = 0;
async function pending(category: 'ventas' | 'soporte' | null = null): Promise<string> {
  const id = `c${++conversations}`;
  await server.addConversation(id, BOT, { state: 'pending', category, agent_id: null });
  return id;
}
const change = (person: Person, id: string, body: object) =>
  server.call('PUT', `/svc/conversations/conversations/${id}`, { as: person, body });
const head = async () =>
  (await server.app.db.query<{ log_head: number }>(sql`select log_head from bots where id = ${BOT}`))[0]
    ?.log_head ?? 0;

it.each([
  ['a wrong token', { 'access-token': 'x' }],
  ['another browser', { client: 'x' }],
  ['no auth at all', null],
])('refuses %s with a reason that ends the session', async (_what, change) => {
  const credentials = change ? { ...ana.headers, ...change } : {};
  await expect(connect(ana, credentials)).rejects.toMatchObject({ data: { error: 'unauthorized' } });
});

it('greets with who it is and the bots', async () => {
  const { others } = await connect(ana);
  await expect.poll(() => others).toContainEqual(['CONNECTED', { userId: ana.id, bots: [BOT] }]);
});

it('joins at the head without `after`, then live', async () => {
  const before = await append(2);
  const socket = await connect(ana);
  expect(await socket.join()).toMatchObject({
    seq: before,
    events: [],
    more: false,
    viewer: { user_id: ana.id, base: 'agente', areas: ['ventas'] },
  });
  const after = await append(1);
  expect((await socket.until(after)).map((frame) => frame.seq)).toEqual([after]);
});

it('replays in pages, in order and without a hole, then live', async () => {
  const start = await head();
  const end = await append(1100);
  const socket = await connect(ana);
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

it('continues after an id that it knows, and only then', async () => {
  const last = await append(1);
  const socket = await connect(ana);
  const [event] = (await socket.join({ after: last - 1 })).events as unknown as { id: string }[];
  expect(await socket.join({ after: last, after_id: event?.id })).toMatchObject({ events: [], seq: last });
  expect(await socket.join({ after: last, after_id: 'of another log' })).toMatchObject({
    reset: true,
    seq: last,
  });
  expect(await socket.join({ after: last, after_id: null })).not.toHaveProperty('reset');
});

it('says reset past the end, below the floor, and for another sight', async () => {
  const last = await append(5);
  const socket = await connect(ana);
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

it('loses nothing between page and live while events are being written', async () => {
  const start = await head();
  const writing = (async () => {
    for (let round = 0; round < 40; round++) await append(3);
  })();
  const socket = await connect(ana);
  const seen = new Set<number>();
  let after = start;
  for (let more = true; more; ) {
    const page = await socket.join({ after });
    for (const event of page.events) seen.add(event.seq);
    after = page.seq;
    more = page.more === true;
  }
  await writing;
  const end = await head();
  for (const frame of await socket.until(end)) seen.add(frame.seq);
  expect([...seen].sort((a, b) => a - b)).toEqual(
    Array.from({ length: end - start }, (_, at) => start + 1 + at),
  );
});

it('sends a burst as one frame, in order', async () => {
  const socket = await connect(admin);
  const { seq } = await socket.join();
  const raw: string[] = [];
  socket.socket.onAny((name: string) => raw.push(name));
  await append(20);
  const frames = await socket.until(seq + 20);
  expect(frames.map((frame) => frame.seq)).toEqual(Array.from({ length: 20 }, (_, at) => seq + 1 + at));
  expect(raw.filter((name) => name === EVENTS_FRAME)).toHaveLength(1);
});

it('cuts by sight: whole for who sees it, cut for who lost it, a number for the rest', async () => {
  const id = await pending('ventas');
  const [boss, seller, support] = await Promise.all([connect(admin), connect(ana), connect(bruno)]);
  await Promise.all([boss.join(), seller.join(), support.join()]);
  const start = await head();
  // Ana's area sees it; Bruno's does not.
  await change(ana, id, { state: 'taken', agent_id: ana.id });
  await change(ana, id, { state: 'taken', agent_id: bruno.id, reason: 'Es de soporte' });
  const end = await head();
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
  // What came after the loss is numbers only.
  const at = lost.findIndex((frame) => frame.name === 'DERIVE_CONVERSATION');
  expect(lost.slice(at + 1).every((frame) => frame.name === 'REDACTED')).toBe(true);
});

it('replays no text of what was seen then and is not now', async () => {
  const id = await pending('ventas');
  const start = await head();
  await change(ana, id, { state: 'taken', agent_id: ana.id });
  const sent = await server.call('POST', '/svc/conversations/session_logs', {
    as: ana,
    body: { conversation_id: id, text: 'un secreto entre nosotros', temporal_id: `t-${id}-12345` },
  });
  expect(sent.status).toBe(200);
  const socket = await connect(ana);
  expect(JSON.stringify(await socket.join({ after: start }))).toContain('un secreto');
  await change(admin, id, { state: 'taken', agent_id: bruno.id, reason: 'motivo privado' });
  const page = await socket.join({ after: start });
  expect(JSON.stringify(page)).not.toMatch(/un secreto|motivo privado|Cliente"/);
  expect(page.seq).toBe(await head());
});

it('moves the sockets when areas change, then says RESET', async () => {
  const socket = await connect(ana);
  const { sight } = await socket.join();
  const setAreas = async (areas: string) => {
    await server.app.db.query(sql`
      update user_bots set category = ${areas}::jsonb where user_id = ${ana.id} and bot_id = ${BOT}`);
    server.app.realtime.sightChanged(BOT, ana.id);
  };
  await setAreas('["soporte"]');
  await expect.poll(() => socket.others).toContainEqual(['RESET', { bot_id: BOT }]);
  expect(await socket.join({ after: await head(), sight })).toMatchObject({
    reset: true,
    viewer: { areas: ['soporte'] },
  });
  const id = await pending('soporte');
  await change(admin, id, { tags: ['urgente'] });
  const frames = await socket.until(await head());
  expect(frames.at(-1)).toMatchObject({
    name: 'UPDATE_CONVERSATION_CARD',
    data: { conversation: { tags: ['urgente'] } },
  });
  await setAreas('["ventas"]');
});

it('lets nobody into a foreign bot, and out of one that they were unlinked from', async () => {
  const socket = await connect(stranger);
  const foreign = await socket.join();
  expect(foreign).toMatchObject({ error: 'not_found' });
  expect(await socket.emit('AUTO_RECONNECT', { botId: 999_999 })).toEqual(foreign);

  const gone = await server.addPerson('gone');
  await server.link(gone, BOT, 'agente');
  const other = await connect(gone);
  await other.join();
  await server.app.db.query(sql`delete from user_bots where user_id = ${gone.id}`);
  server.app.realtime.sightChanged(BOT, gone.id);
  await expect.poll(() => other.others).toContainEqual(['RESET', { bot_id: BOT }]);
  const witness = await connect(admin);
  await witness.join();
  await witness.until(await append(1));
  expect(other.frames).toEqual([]);
  expect(await other.join()).toMatchObject({ error: 'not_found' });
});

it('answers malformed and unknown packets, and goes on', async () => {
  const socket = await connect(ana);
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

it('registers the status of the session, and of nobody else', async () => {
  const socket = await connect(ana);
  const { seq } = await socket.join();
  const wish = { userBotId: 1, status: 'active', role: 'propietario', botId: BOT };
  expect(await socket.emit('REGISTER_AGENT_STATUS', { ...wish, userId: bruno.id })).toMatchObject({
    error: 'forbidden',
  });
  expect(await socket.emit('REGISTER_AGENT_STATUS', { ...wish, userId: ana.id, botId: 7 })).toMatchObject({
    error: 'not_found',
  });
  expect(await socket.emit('REGISTER_AGENT_STATUS', { ...wish, userId: ana.id })).toEqual({ ok: true });
  expect(await socket.until(seq + 1)).toMatchObject([
    {
      name: 'AGENT_STATUS',
      actor: { kind: 'agent', id: ana.id },
      data: { agent_id: ana.id, status: 'active' },
    },
  ]);
  const colleagues = await server.call('GET', `/svc/main/userbot/user_for_bot/${BOT}`, { as: bruno });
  expect(colleagues.headers.get('x-seq')).toBe(String(seq + 1));
  expect(colleagues.body).toContainEqual(
    expect.objectContaining({ id: ana.id, status: 'active', connected: true }),
  );
});

it('tells who looks and who types to those who see it, and to nobody else', async () => {
  const id = await pending('ventas');
  const [boss, seller, support] = await Promise.all([connect(admin), connect(ana), connect(bruno)]);
  await Promise.all([boss.join(), seller.join(), support.join()]);
  seller.socket.emit('VIEWING', { botId: BOT, conversation_id: id });
  const viewing = (agents: object[]) => ['VIEWING', { bot_id: BOT, conversation_id: id, agents }];
  await expect.poll(() => boss.others).toContainEqual(viewing([{ id: ana.id, name: 'ana' }]));
  seller.socket.emit('TYPING', { botId: BOT, conversation_id: id });
  const typing = ['TYPING', { bot_id: BOT, conversation_id: id, who: 'agent', name: 'ana' }];
  await expect.poll(() => boss.others).toContainEqual(typing);
  // Bruno can neither hear of it nor say anything in it.
  support.socket.emit('VIEWING', { botId: BOT, conversation_id: id });
  support.socket.emit('TYPING', { botId: BOT, conversation_id: id });
  await support.join();
  seller.socket.disconnect();
  await expect.poll(() => boss.others.at(-1)).toEqual(viewing([]));
  expect(JSON.stringify(boss.others)).not.toContain('bruno');
  expect(JSON.stringify(support.others)).not.toContain(id);
  expect(seller.others).not.toContainEqual(typing);
});

it('somebody who leafs through conversations is seen at the last one only, and nowhere once gone', async () => {
  const ids = await Promise.all([pending('ventas'), pending('ventas'), pending('ventas'), pending('ventas')]);
  const [boss, seller] = await Promise.all([connect(admin), connect(ana)]);
  await Promise.all([boss.join(), seller.join()]);
  const lookedAt = () => {
    const last = new Map<string, number>();
    for (const [name, data] of boss.others) {
      if (name !== 'VIEWING') continue;
      const { conversation_id, agents } = data as { conversation_id: string; agents: object[] };
      last.set(conversation_id, agents.length);
    }
    return ids.map((id) => last.get(id) ?? 0);
  };
  // Faster than the database answers.
  for (const id of ids) seller.socket.emit('VIEWING', { botId: BOT, conversation_id: id });
  await expect.poll(lookedAt).toEqual([0, 0, 0, 1]);
  seller.socket.emit('VIEWING', { botId: BOT, conversation_id: ids[0] });
  seller.socket.disconnect();
  await expect.poll(lookedAt).toEqual([0, 0, 0, 0]);
});

it('ends the sockets of a browser that signs out, and only those', async () => {
  const mine = await server.signIn(ana);
  const [first, second] = [await connect(ana, mine), await connect(ana)];
  const ended = new Promise((resolve) => first.socket.on('disconnect', resolve));
  await server.call('DELETE', '/svc/main/auth/sign_out', { as: mine });
  await ended;
  expect(second.socket.connected).toBe(true);
});

it('says HEAD after the events up to it, also those whose hint was lost', async () => {
  const socket = await connect(admin);
  const { seq } = await socket.join();
  // Committed by a process that died before it could tell.
  const mute = { ...server.app, bus: { ...server.app.bus, reached: () => undefined } };
  await server.app.db.transaction((tx) => appendEvents(tx, mute, BOT, [status('2026-11-21T12:00:00.000Z')]));
  await server.live.headRound();
  await expect.poll(() => socket.others).toContainEqual(['HEAD', { bot_id: BOT, seq: seq + 1 }]);
  expect(socket.frames.map((frame) => frame.seq)).toEqual([seq + 1]);
});

it('says RESET when the database was set back', async () => {
  const socket = await connect(admin);
  const last = await append(3);
  const joined = await socket.join();
  expect(joined.seq).toBe(last);
  await server.app.db.query(sql`update bots set log_head = ${last - 2} where id = ${BOT}`);
  await server.app.db.query(sql`delete from events where bot_id = ${BOT} and seq > ${last - 2}`);
  await server.live.headRound();
  await expect.poll(() => socket.others).toContainEqual(['RESET', { bot_id: BOT }]);
  expect((await socket.until(await append(1))).at(-1)?.seq).toBe(last - 1);
});
