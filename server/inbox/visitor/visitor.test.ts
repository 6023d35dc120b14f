/** The visitor's side over real sockets: what a page, a script and an agent looking on rely on. */
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '../../../contract/entities/message.ts';
import {
  type VisitorConnected,
  type VisitorMessageAck,
  visitorEvents,
} from '../../../contract/realtime/visitor-socket.ts';
import { openPage, openSocket, type Page, refusalOf } from '../../../tests/support/visitor-page.ts';
import { json, sql } from '../../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';
import { SMALL_MODEL } from '../testing.ts';

let server: TestServer;
let ana: Person;
let bruno: Person;
let owner: Person;
let botId = 800;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer();
  ana = await server.addPerson('ana');
  bruno = await server.addPerson('bruno');
  owner = await server.addPerson('olga');
});
afterAll(() => server.close());
beforeEach(async () => {
  botId += 1;
  await server.addBot(botId);
  await server.app.db.query(
    sql`insert into bot_models (bot_id, model) values (${botId}, ${json(SMALL_MODEL)})`,
  );
  await server.link(owner, botId, 'propietario');
  await server.link(ana, botId, 'agente');
  await server.link(bruno, botId, 'agente');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

const open = (auth: object) => openSocket(server.url, auth, sockets);
const page = (roomToken?: string) => openPage(open({ botId, botToken: `token-${botId}`, roomToken }));
const refusal = (auth: object) => refusalOf(open(auth));

const put = (id: string, body: object, as = ana) =>
  server.call('PUT', `/svc/conversations/conversations/${id}`, { as, body });
const take = (id: string, as = ana) => put(id, { state: 'taken', agent_id: as.id }, as);
const reply = (id: string, text: string, as = ana) =>
  server.call('POST', '/svc/conversations/session_logs', {
    as,
    body: { conversation_id: id, text, temporal_id: `reply-${text}-${Math.random()}` },
  });
const logOf = async (id: string, as = ana) =>
  (await server.call('GET', `/svc/conversations/session_logs/by_conversation_id/${id}`, { as }))
    .body as Message[];
const accepted = (ack: VisitorMessageAck) => {
  if ('error' in ack) throw new Error(ack.message);
  return ack;
};
const has = (seen: Page, name: string, data: object) =>
  expect.poll(() => seen.got).toContainEqual({ name, data: expect.objectContaining(data) });
const said = (seen: Page, text: string) =>
  expect.poll(() => seen.messages().map((message) => message.text)).toContain(text);

describe('the door', () => {
  test('wrong tokens and unknown bots are refused alike, with a reason', async () => {
    const wrong = await refusal({ botId, botToken: 'nope' });
    expect(wrong).toMatchObject({ error: 'unauthorized', message: expect.stringMatching(/chat/) });
    expect(await refusal({ botId: 999_999, botToken: `token-${botId}` })).toEqual(wrong);
    expect(await refusal({ botId: 999_999, botToken: '' })).toEqual(wrong);
    expect((await refusal({ botId: 'x' })).error).toBe('bad_request');
    expect((await refusal({})).error).toBe('bad_request');
  });

  test('a deactivated bot is refused with another', async () => {
    await server.app.db.query(sql`update bots set activated = false where id = ${botId}`);
    expect((await refusal({ botId, botToken: `token-${botId}` })).error).toBe('unavailable');
  });

  test('greets with welcome and menu, and writes nothing for a look', async () => {
    const { connected } = await page();
    expect(connected).toMatchObject({ conversation_id: null, state: null, messages: [], may_rate: false });
    expect(connected.bot.welcome).toBe('Hola, ¿en qué te ayudo?');
    expect(connected.bot.buttons.map((button) => button.label)).toEqual([
      'Horario',
      'Hablar con una persona',
    ]);
    expect(connected.roomToken).toMatch(/^[\w-]{43}$/);
    expect(await server.app.db.query(sql`select id from leads where bot_id = ${botId}`)).toEqual([]);
  });
});

describe('talking', () => {
  test('with the bot, then with a person, who is known by name and photo only', async () => {
    const visitor = await page();
    const { conversation_id: id } = accepted(await visitor.write({ text: '¿a qué hora abren?' }));
    await said(visitor, 'Abrimos de 9 a 18.');
    accepted(await visitor.write({ button: 'persona' }));
    await has(visitor, 'CONVERSATION_STATE', { conversation_id: id, state: 'pending', agent: null });
    expect((await take(id)).status).toBe(200);
    await has(visitor, 'CONVERSATION_STATE', { state: 'taken', agent: { name: 'ana', image: null } });
    expect((await reply(id, 'Hola, soy Ana')).status).toBe(200);
    await said(visitor, 'Hola, soy Ana');
    const answer = visitor.messages().at(-1);
    expect(answer?.agent).toEqual({ name: 'ana', image: null });
    expect(JSON.stringify(visitor.got)).not.toContain(ana.email);
    expect(visitor.messages().map((message) => message.from)).not.toContain('system');
    // In the server's order.
    const orders = visitor.messages().map((message) => message.order);
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
  });

  test('what the team says among themselves stays there', async () => {
    const visitor = await page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    await take(id);
    await server.call('POST', '/svc/conversations/session_logs', {
      as: ana,
      body: { conversation_id: id, text: 'cliente difícil', temporal_id: 'note-1234', note: true },
    });
    await reply(id, 'dime');
    await said(visitor, 'dime');
    const again = await page(visitor.connected.roomToken);
    expect(again.connected.messages.map((message) => message.text)).toContain('dime');
    expect(JSON.stringify([visitor.got, again.connected])).not.toMatch(/difícil|tomó/);
  });

  test('is delivered when the page got it, and read when it says so', async () => {
    const visitor = await page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    await take(id);
    const { _id } = (await reply(id, 'dime')).body as Message;
    const status = async () => (await logOf(id)).find((message) => message._id === _id)?.message_status;
    await expect.poll(status).toBe('delivered');
    await visitor.socket.emitWithAck('READ', { mid: _id });
    expect(await status()).toBe('read');
    // And the other way.
    await put(id, { unread: false });
    await has(visitor, 'NEW_MESSAGE_STATUS', { message_status: 'read' });
  });

  test('while the page is away, nothing is lost: it comes with the next CONNECTED', async () => {
    const visitor = await page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    await take(id);
    visitor.socket.disconnect();
    const { _id } = (await reply(id, 'te espero')).body as Message;
    expect((await logOf(id)).find((message) => message._id === _id)?.message_status).toBe('sent');
    const back = await page(visitor.connected.roomToken);
    expect(back.connected).toMatchObject({ conversation_id: id, state: 'taken', agent: { name: 'ana' } });
    expect(back.connected.messages.at(-1)?.text).toBe('te espero');
    await expect
      .poll(async () => (await logOf(id)).find((message) => message._id === _id)?.message_status)
      .toBe('delivered');
  });

  test('two tabs of a visitor show the same', async () => {
    const first = await page();
    accepted(await first.write({ text: 'hola' }));
    const second = await page(first.connected.roomToken);
    accepted(await second.write({ text: 'desde la otra' }));
    await said(first, 'desde la otra');
  });

  test('the same temporal_id is one message', async () => {
    const visitor = await page();
    const acks = await Promise.all([
      visitor.write({ text: 'hola', temporal_id: 'same-key-1' }),
      visitor.write({ text: 'hola', temporal_id: 'same-key-1' }),
    ]);
    expect(acks[0]).toEqual(acks[1]);
    const again = await page(visitor.connected.roomToken);
    expect(await again.write({ text: 'hola', temporal_id: 'same-key-1' })).toEqual(acks[0]);
    expect(again.connected.messages.filter((message) => message.from === 'Cliente')).toHaveLength(1);
  });

  test('a message that was acknowledged is in the database', async () => {
    const visitor = await page();
    const { mid } = accepted(await visitor.write({ text: 'importante' }));
    expect(await server.app.db.query(sql`select text from messages where id = ${mid}`)).toEqual([
      { text: 'importante' },
    ]);
  });

  test('messages sent at once keep their order', async () => {
    const visitor = await page();
    await Promise.all(['uno', 'dos', 'tres', 'cuatro', 'cinco'].map((text) => visitor.write({ text })));
    const { connected } = await page(visitor.connected.roomToken);
    expect(
      connected.messages.filter((message) => message.from === 'Cliente').map((message) => message.text),
    ).toEqual(['uno', 'dos', 'tres', 'cuatro', 'cinco']);
  });

  test('at the end it is rated, once', async () => {
    const visitor = await page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    await take(id);
    await put(id, { state: 'closed' });
    await has(visitor, 'CONVERSATION_STATE', { state: 'closed', may_rate: true });
    expect(await visitor.socket.emitWithAck('RATE', { stars: 5 })).toEqual({ ok: true });
    await has(visitor, 'CONVERSATION_STATE', { state: 'closed', may_rate: false });
    expect(await visitor.socket.emitWithAck('RATE', { stars: 1 })).toMatchObject({ error: 'conflict' });
    const next = accepted(await visitor.write({ text: 'otra cosa' }));
    expect(next.conversation_id).not.toBe(id);
    await has(visitor, 'CONVERSATION_STATE', { conversation_id: next.conversation_id, state: 'active' });
  });
});

describe('a script', () => {
  test('gets a clear answer to nonsense, and the connection survives', async () => {
    const visitor = await page();
    const huge = await visitor.write({ text: 'x'.repeat(1_000_000) });
    expect(huge).toMatchObject({ error: 'too_large', message: expect.stringContaining('demasiado largo') });
    for (const body of [
      {},
      { text: '   ' },
      { text: 7 },
      { button: 'nope' },
      { text: 'a', temporal_id: 'x' },
      { attachments: ['zz'] },
    ]) {
      expect(await visitor.write(body)).toMatchObject({
        error: expect.any(String),
        message: expect.any(String),
      });
    }
    expect(await visitor.socket.emitWithAck('DROP_TABLES', {})).toMatchObject({ error: 'bad_request' });
    expect(await visitor.socket.emitWithAck('READ', { mid: 'nobody' })).toEqual({ ok: true });
    expect(await visitor.socket.emitWithAck('IDENTIFY', { email: 'no' })).toMatchObject({ error: 'rule' });
    visitor.socket.emit('TYPING');
    visitor.socket.emit('VISITOR_MESSAGE');
    accepted(await visitor.write({ text: 'sigo aquí' }));
    expect(visitor.socket.connected).toBe(true);
  });

  test('that writes without end is slowed down', async () => {
    const visitor = await page();
    const acks = await Promise.all(Array.from({ length: 40 }, (_, n) => visitor.write({ text: `n ${n}` })));
    expect(
      acks.filter((ack) => 'error' in ack).every((ack) => 'error' in ack && ack.error === 'too_many'),
    ).toBe(true);
    expect(acks.some((ack) => 'error' in ack)).toBe(true);
    expect(acks.some((ack) => !('error' in ack))).toBe(true);
  });

  test("reaches nobody else's conversation", async () => {
    const victim = await page();
    const { mid } = accepted(await victim.write({ text: 'secreto' }));
    const other = await page('A'.repeat(43));
    expect(other.connected.conversation_id).toBeNull();
    expect(other.connected.roomToken).not.toBe('A'.repeat(43));
    await other.socket.emitWithAck('READ', { mid });
    expect(await other.socket.emitWithAck('AUTO_RECONNECT', { roomToken: 'B'.repeat(43) })).toMatchObject({
      error: 'not_found',
    });
    // A token is good at its own bot only.
    await server.addBot(botId + 1000);
    const elsewhere = open({
      botId: botId + 1000,
      botToken: `token-${botId + 1000}`,
      roomToken: victim.connected.roomToken,
    });
    const there = await new Promise<VisitorConnected>((resolve) => elsewhere.on('CONNECTED', resolve));
    expect(there.conversation_id).toBeNull();
  });
});

describe('AUTO_RECONNECT', () => {
  test('opens the conversation of another room token on the same socket', async () => {
    const visitor = await page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    const fresh = await page();
    const answer: unknown = await fresh.socket.emitWithAck('AUTO_RECONNECT', {
      roomToken: visitor.connected.roomToken,
    });
    expect(visitorEvents.CONNECTED.parse(answer).conversation_id).toBe(id);
    await take(id);
    await reply(id, 'a las dos');
    await said(fresh, 'a las dos');
    await said(visitor, 'a las dos');
  });
});

describe('agents looking on', () => {
  async function watch(as: Person): Promise<{ name: string; data: unknown }[]> {
    const { 'access-token': token, client, uid } = as.headers;
    const socket = io(server.url, {
      auth: { 'access-token': token, client, uid },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    sockets.push(socket);
    const got: { name: string; data: unknown }[] = [];
    socket.onAny((name: string, data: unknown) => got.push({ name, data }));
    await new Promise((resolve) => socket.on('connect', () => resolve(null)));
    await socket.timeout(5_000).emitWithAck('AUTO_RECONNECT', { botId });
    return got;
  }

  test('hear sounds, typing, and who comes and goes, of what they see', async () => {
    const forAna = await watch(ana);
    const visitor = await page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    const names = () => forAna.map((event) => event.name);
    await expect.poll(names).toContain('SOUND_NEW_CONVERSATION');
    await take(id);
    const forBruno = await watch(bruno);
    accepted(await visitor.write({ text: 'gracias' }));
    await expect.poll(names).toContain('SOUND_LIVE_CHAT_MESSAGE');
    visitor.socket.emit('TYPING');
    await expect
      .poll(() => forAna)
      .toContainEqual({
        name: 'TYPING',
        data: {
          bot_id: botId,
          conversation_id: id,
          who: 'visitor',
          name: expect.stringMatching(/^Visitante/),
        },
      });
    visitor.socket.disconnect();
    await expect
      .poll(() => forAna, { timeout: 9_000 })
      .toContainEqual({
        name: 'USER_ONLINE_STATUS',
        data: { bot_id: botId, conversation_id: id, isUserOnline: false },
      });
    await page(visitor.connected.roomToken);
    await expect
      .poll(() => forAna)
      .toContainEqual({
        name: 'USER_ONLINE_STATUS',
        data: { bot_id: botId, conversation_id: id, isUserOnline: true },
      });
    expect(forBruno.map((event) => event.name).filter((name) => /SOUND|TYPING|ONLINE/.test(name))).toEqual(
      [],
    );
  }, 20_000);

  test('are seen typing by the customer, when it is theirs', async () => {
    const visitor = await page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    await take(id);
    server.app.bus.publish('agentTyping', {
      botId,
      conversationId: id,
      agent: { id: bruno.id, name: 'bruno' },
    });
    server.app.bus.publish('agentTyping', { botId, conversationId: id, agent: { id: ana.id, name: 'ana' } });
    await has(visitor, 'TYPING', { who: 'agent', name: 'ana' });
    expect(JSON.stringify(visitor.got)).not.toContain('bruno');
  });
});
