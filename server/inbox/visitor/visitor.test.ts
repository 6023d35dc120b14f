/** Conversations of visitors over real sockets: what a page and an agent looking on rely on. */
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dayIn } from '../../../contract/days.ts';
import type { Message } from '../../../contract/entities/message.ts';
import { agentSocket } from '../../access/testing.ts';
import { json, sql } from '../../platform/database/database.ts';
import type { Person, TestServer } from '../../testing.ts';
import { accepted, has, said, VisitorStage } from './testing.ts';

let stage: VisitorStage;
let server: TestServer;
let ana: Person;
let bruno: Person;
let botId: number;

beforeAll(async () => {
  stage = await VisitorStage.open();
  ({ server, ana, bruno } = stage);
});
afterAll(() => server.close());
beforeEach(async () => {
  botId = await stage.nextBot();
});
afterEach(() => stage.hangUp());

describe('talking', () => {
  test('with the bot, then with a person, who is known by name and photo only', async () => {
    const visitor = await stage.page();
    const { conversation_id: id } = accepted(await visitor.write({ text: '¿a qué hora abren?' }));
    await said(visitor, 'Abrimos de 9 a 18.');
    accepted(await visitor.write({ button: 'persona' }));
    await has(visitor, 'CONVERSATION_STATE', { conversation_id: id, state: 'pending', agent: null });
    expect((await stage.take(id)).status).toBe(200);
    await has(visitor, 'CONVERSATION_STATE', { state: 'taken', agent: { name: 'ana', image: null } });
    expect((await stage.reply(id, 'Hola, soy Ana')).status).toBe(200);
    await said(visitor, 'Hola, soy Ana');
    const answer = visitor.messages().at(-1);
    expect(answer?.agent).toEqual({ name: 'ana', image: null });
    expect(JSON.stringify(visitor.got)).not.toContain(ana.email);
    expect(visitor.messages().map((message) => message.from)).not.toContain('system');
    // In the server's order.
    const orders = visitor.messages().map((message) => message.order);
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
  });

  test('reads when somebody will answer while nobody is connected, and nothing of it once somebody is', async () => {
    const { db, clock } = server.app;
    const wait = async () => {
      const visitor = await stage.page();
      const { conversation_id } = accepted(await visitor.write({ button: 'persona' }));
      await has(visitor, 'CONVERSATION_STATE', { conversation_id, state: 'pending' });
      const told = visitor.got.findLast(({ name }) => name === 'CONVERSATION_STATE')?.data as {
        waiting?: string | null;
      };
      const again = await stage.page({ roomToken: visitor.connected.roomToken });
      expect(again.connected.waiting).toBe(told.waiting);
      return { id: conversation_id, word: told.waiting };
    };
    const first = await wait();
    expect(first.word).toBe('Ahora no hay nadie conectado. Te responderemos por aquí apenas alguien vuelva.');
    // Five waits of the day before, of 20 minutes each but one that nobody ever answered.
    const now = clock.now().getTime();
    const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000);
    for (const at of [1, 2, 3, 4, 5]) {
      await server.addConversation(`waited${at}-${botId}`, botId, {
        state: 'closed',
        category: null,
        agent_id: null,
      });
      await db.query(sql`
        insert into transitions (id, bot_id, conversation_id, event, from_state, to_state, actor, at)
        values (${`waited${at}-${botId}`}, ${botId}, ${`waited${at}-${botId}`}, 'handoff', 'active', 'pending',
          '{"kind":"system"}', ${minutesAgo(1440)})`);
      if (at === 5) continue;
      await db.query(sql`
        insert into messages (id, conversation_id, bot_id, mid, status, sender, text, position, created_at)
        values (${`waited${at}-${botId}`}, ${`waited${at}-${botId}`}, ${botId}, 'x', 'sent', 'agent', 'hola', 1, ${minutesAgo(1420)})`);
    }
    expect((await wait()).word).toBe(
      'Ahora no hay nadie conectado. Según los últimos 30 días, solemos responder en unos 20 minutos.',
    );
    const version = { valid_from: null, zone: 'America/Santiago', hours: [], areas: [], holidays: 'none' };
    const day = addDays(dayIn(clock.now().getTime()), 3);
    await db.query(sql`
      insert into bot_calendars (bot_id, revision, versions, days)
      values (${botId}, 1, ${json([version])}, ${json([{ day, name: '', spans: [{ from: 540, to: 600 }] }])})`);
    expect((await wait()).word).toMatch(
      /^Estamos fuera de horario. Volvemos el \S+ a las 9:00 y te responderemos por aquí.$/,
    );
    await db.query(
      sql`update user_bots set status = 'active' where bot_id = ${botId} and user_id = ${ana.id}`,
    );
    await db.query(sql`
      insert into presence_leases (socket_id, bot_id, user_id, process_id, expires_at)
      values (${`waiting-${botId}`}, ${botId}, ${ana.id}, 'test', '2100-01-01T00:00:00Z')`);
    expect((await wait()).word).toBeNull();
  });

  test('what a waiting customer reads follows who of the team comes and goes', async () => {
    const visitor = await stage.page();
    const { conversation_id } = accepted(await visitor.write({ button: 'persona' }));
    const waiting = 'Ahora no hay nadie conectado. Te responderemos por aquí apenas alguien vuelva.';
    await has(visitor, 'CONVERSATION_STATE', { conversation_id, state: 'pending', waiting });
    const agent = agentSocket(server, ana);
    await agent.connected;
    await agent.join(botId);
    const [link] = await server.app.db.query<{ id: number }>(
      sql`select id from user_bots where bot_id = ${botId} and user_id = ${ana.id}`,
    );
    const place = { userId: ana.id, userBotId: link?.id ?? 0, role: 'agente', botId };
    const choose = (status: string) =>
      agent.socket.emitWithAck('REGISTER_AGENT_STATUS', { ...place, status });
    const word = () =>
      (
        visitor.got.findLast(({ name }) => name === 'CONVERSATION_STATE') as {
          data: { waiting?: string | null };
        }
      ).data.waiting;
    await choose('inactive');
    await choose('active');
    await expect.poll(word).toBeNull();
    await choose('inactive');
    await expect.poll(word).toBe(waiting);
    agent.socket.disconnect();
  });

  test('what the team says among themselves stays there', async () => {
    const visitor = await stage.page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    await stage.take(id);
    await server.call('POST', '/svc/conversations/session_logs', {
      as: ana,
      body: { conversation_id: id, text: 'cliente difícil', temporal_id: 'note-1234', note: true },
    });
    await stage.reply(id, 'dime');
    await said(visitor, 'dime');
    const again = await stage.page({ roomToken: visitor.connected.roomToken });
    expect(again.connected.messages.map((message) => message.text)).toContain('dime');
    expect(JSON.stringify([visitor.got, again.connected])).not.toMatch(/difícil|tomó/);
  });

  test('is delivered when the page got it, and read when it says so', async () => {
    const visitor = await stage.page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    await stage.take(id);
    const { _id } = (await stage.reply(id, 'dime')).body as Message;
    const status = async () => (await stage.logOf(id)).find((message) => message._id === _id)?.message_status;
    await expect.poll(status).toBe('delivered');
    await visitor.socket.emitWithAck('READ', { mid: _id });
    expect(await status()).toBe('read');
    // And the other way.
    await stage.put(id, { unread: false });
    await has(visitor, 'NEW_MESSAGE_STATUS', { message_status: 'read' });
  });

  test('a page that confirms is believed, not its open socket', async () => {
    const visitor = await stage.page({ confirms: true });
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    await stage.take(id);
    const first = (await stage.reply(id, 'uno')).body as Message;
    const second = (await stage.reply(id, 'dos')).body as Message;
    await said(visitor, 'dos');
    const statuses = async () =>
      (await stage.logOf(id))
        .filter((message) => [first._id, second._id].includes(message._id))
        .map((message) => message.message_status);
    // What the feed would have marked by itself is marked before it answers the customer's next word.
    accepted(await visitor.write({ text: 'sigo aquí' }));
    expect(await statuses()).toEqual(['sent', 'sent']);
    await visitor.socket.emitWithAck('DELIVERED', { mid: first._id });
    expect(await statuses()).toEqual(['delivered', 'sent']);
    await visitor.socket.emitWithAck('READ', { mid: second._id });
    expect(await statuses()).toEqual(['read', 'read']);
    // Never backwards, and never somebody else's.
    await visitor.socket.emitWithAck('DELIVERED', { mid: second._id });
    expect(await statuses()).toEqual(['read', 'read']);
    const third = (await stage.reply(id, 'tres')).body as Message;
    const stranger = await stage.page();
    await stranger.socket.emitWithAck('DELIVERED', { mid: third._id });
    const back = await stage.page({ roomToken: visitor.connected.roomToken, confirms: true });
    expect(back.connected.messages.at(-1)).toMatchObject({ text: 'tres', message_status: 'sent' });
  });

  test('a pressed button stays known as what was chosen', async () => {
    const visitor = await stage.page();
    const [button] = visitor.connected.bot.buttons;
    if (!button) throw new Error('The model of the tests greets with buttons');
    const { conversation_id: id } = accepted(await visitor.write({ button: button.id }));
    expect((await stage.logOf(id))[0]).toMatchObject({
      from: 'Cliente',
      text: button.label,
      buttons: [button],
    });
    await said(visitor, button.label);
    expect(visitor.messages()[0]?.buttons).toEqual([]);
  });

  test('INB-37 while the page is away, nothing is lost: it comes with the next CONNECTED', async () => {
    const visitor = await stage.page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    await stage.take(id);
    visitor.socket.disconnect();
    const { _id } = (await stage.reply(id, 'te espero')).body as Message;
    expect((await stage.logOf(id)).find((message) => message._id === _id)?.message_status).toBe('sent');
    const back = await stage.page({ roomToken: visitor.connected.roomToken });
    expect(back.connected).toMatchObject({ conversation_id: id, state: 'taken', agent: { name: 'ana' } });
    expect(back.connected.messages.at(-1)?.text).toBe('te espero');
    await expect
      .poll(async () => (await stage.logOf(id)).find((message) => message._id === _id)?.message_status)
      .toBe('delivered');
  });

  test('two tabs of a visitor show the same', async () => {
    const first = await stage.page();
    accepted(await first.write({ text: 'hola' }));
    const second = await stage.page({ roomToken: first.connected.roomToken });
    accepted(await second.write({ text: 'desde la otra' }));
    await said(first, 'desde la otra');
  });

  test('INB-11 the same temporal_id is one message', async () => {
    const visitor = await stage.page();
    const acks = await Promise.all([
      visitor.write({ text: 'hola', temporal_id: 'same-key-1' }),
      visitor.write({ text: 'hola', temporal_id: 'same-key-1' }),
    ]);
    expect(acks[0]).toEqual(acks[1]);
    const again = await stage.page({ roomToken: visitor.connected.roomToken });
    expect(await again.write({ text: 'hola', temporal_id: 'same-key-1' })).toEqual(acks[0]);
    expect(again.connected.messages.filter((message) => message.from === 'Cliente')).toHaveLength(1);
  });

  test.each(['1', '😀'.repeat(100)])('INB-11 any text of 1 to 100 characters names it (%s)', async (key) => {
    const page = await stage.page();
    const send = (temporal_id: string) =>
      page.socket.emitWithAck('VISITOR_MESSAGE', { text: 'hola', temporal_id });
    expect(await send(key)).toMatchObject({ temporal_id: key });
    expect(await send(`${key}x`.repeat(51))).toMatchObject({ error: expect.any(String) });
  });
  test('INB-37 a message that was acknowledged is in the database', async () => {
    const visitor = await stage.page();
    const { mid } = accepted(await visitor.write({ text: 'importante' }));
    expect(await server.app.db.query(sql`select text from messages where id = ${mid}`)).toEqual([
      { text: 'importante' },
    ]);
  });

  test('INB-3 messages sent at once keep their order', async () => {
    const visitor = await stage.page();
    await Promise.all(['uno', 'dos', 'tres', 'cuatro', 'cinco'].map((text) => visitor.write({ text })));
    const { connected } = await stage.page({ roomToken: visitor.connected.roomToken });
    expect(
      connected.messages.filter((message) => message.from === 'Cliente').map((message) => message.text),
    ).toEqual(['uno', 'dos', 'tres', 'cuatro', 'cinco']);
  });

  test('at the end it is rated, once', async () => {
    const visitor = await stage.page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    await stage.take(id);
    await stage.put(id, { state: 'closed' });
    await has(visitor, 'CONVERSATION_STATE', { state: 'closed', may_rate: true });
    expect(await visitor.socket.emitWithAck('RATE', { stars: 5 })).toEqual({ ok: true });
    await has(visitor, 'CONVERSATION_STATE', { state: 'closed', may_rate: false });
    expect(await visitor.socket.emitWithAck('RATE', { stars: 1 })).toMatchObject({ error: 'conflict' });
    const next = accepted(await visitor.write({ text: 'otra cosa' }));
    expect(next.conversation_id).not.toBe(id);
    await has(visitor, 'CONVERSATION_STATE', { conversation_id: next.conversation_id, state: 'active' });
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
    stage.sockets.push(socket);
    const got: { name: string; data: unknown }[] = [];
    socket.onAny((name: string, data: unknown) => got.push({ name, data }));
    await new Promise((resolve) => socket.on('connect', () => resolve(null)));
    await socket.timeout(5_000).emitWithAck('AUTO_RECONNECT', { botId });
    return got;
  }

  test('hear sounds, typing, and who comes and goes, of what they see', async () => {
    const forAna = await watch(ana);
    const visitor = await stage.page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    const names = () => forAna.map((event) => event.name);
    await expect.poll(names).toContain('SOUND_NEW_CONVERSATION');
    await stage.take(id);
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
      .poll(() => forAna, { timeout: 27_000 })
      .toContainEqual({
        name: 'USER_ONLINE_STATUS',
        data: { bot_id: botId, conversation_id: id, isUserOnline: false },
      });
    await stage.page({ roomToken: visitor.connected.roomToken });
    await expect
      .poll(() => forAna)
      .toContainEqual({
        name: 'USER_ONLINE_STATUS',
        data: { bot_id: botId, conversation_id: id, isUserOnline: true },
      });
    expect(forBruno.map((event) => event.name).filter((name) => /SOUND|TYPING|ONLINE/.test(name))).toEqual(
      [],
    );
  }, 60_000);

  test('are seen typing by the customer, when it is theirs', async () => {
    const visitor = await stage.page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    await stage.take(id);
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
