/** Who is let in to a chat, with what, and what a script can do there. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type VisitorConnected, visitorEvents } from '../../../contract/realtime/visitor-socket.ts';
import { openPage } from '../../../tests/support/visitor-page.ts';
import { json, sql } from '../../platform/database/database.ts';
import type { Person, TestServer } from '../../testing.ts';
import { SMALL_MODEL } from '../testing.ts';
import { accepted, said, VisitorStage } from './testing.ts';

let stage: VisitorStage;
let server: TestServer;
let owner: Person;
let botId: number;

beforeAll(async () => {
  stage = await VisitorStage.open();
  ({ server, owner } = stage);
});
afterAll(() => server.close());
beforeEach(async () => {
  botId = await stage.nextBot();
});
afterEach(() => stage.hangUp());

describe('the door', () => {
  test('wrong tokens and unknown bots are refused alike, with a reason', async () => {
    const wrong = await stage.refusal({ botId, botToken: 'nope' });
    expect(wrong).toMatchObject({ error: 'unauthorized', message: expect.stringMatching(/chat/) });
    expect(await stage.refusal({ botId: 999_999, botToken: `token-${botId}` })).toEqual(wrong);
    expect(await stage.refusal({ botId: 999_999, botToken: '' })).toEqual(wrong);
    expect((await stage.refusal({ botId: 'x' })).error).toBe('bad_request');
    expect((await stage.refusal({})).error).toBe('bad_request');
  });

  test('a deactivated bot is refused with another', async () => {
    await server.app.db.query(sql`update bots set activated = false where id = ${botId}`);
    expect((await stage.refusal({ botId, botToken: `token-${botId}` })).error).toBe('unavailable');
  });

  test('greets with welcome and menu, and writes nothing for a look', async () => {
    const { connected } = await stage.page();
    expect(connected).toMatchObject({ conversation_id: null, state: null, messages: [], may_rate: false });
    expect(connected.bot.welcome).toBe('Hola, ¿en qué te ayudo?');
    expect(connected.bot.buttons.map((button) => button.label)).toEqual([
      'Horario',
      'Hablar con una persona',
    ]);
    expect(connected.roomToken).toMatch(/^[\w-]{43}$/);
    expect(await server.app.db.query(sql`select id from leads where bot_id = ${botId}`)).toEqual([]);
  });

  test('greets by the first name who told it, and nobody else', async () => {
    const fallback = { ...SMALL_MODEL.fallback, answers: ['No te entendí, {nombre}.'] };
    const model = json({ ...SMALL_MODEL, fallback });
    await server.app.db.query(sql`update bot_models set model = ${model} where bot_id = ${botId}`);
    const text = '¡Hola, {nombre}! Escribe aquí, {cliente}.';
    await server.app.db.query(sql`update bots set welcome = ${text} where id = ${botId}`);
    const visitor = await stage.page();
    expect(visitor.connected.bot.welcome).toBe('¡Hola! Escribe aquí.');
    expect(await visitor.socket.emitWithAck('IDENTIFY', { name: 'SOTO ROJAS, CAMILA' })).toEqual({
      ok: true,
    });
    await visitor.write({ text: 'xyzzy' });
    await said(visitor, 'No te entendí, Camila.');
    const again = await stage.page({ roomToken: visitor.connected.roomToken });
    expect(again.connected.bot.welcome).toBe('¡Hola, Camila! Escribe aquí, SOTO ROJAS, CAMILA.');
  });
});

describe('AUTO_RECONNECT', () => {
  test('opens the conversation of another room token on the same socket', async () => {
    const visitor = await stage.page();
    const { conversation_id: id } = accepted(await visitor.write({ text: 'hola' }));
    const fresh = await stage.page();
    const answer: unknown = await fresh.socket.emitWithAck('AUTO_RECONNECT', {
      roomToken: visitor.connected.roomToken,
    });
    expect(visitorEvents.CONNECTED.parse(answer).conversation_id).toBe(id);
    await stage.take(id);
    await stage.reply(id, 'a las dos');
    await said(fresh, 'a las dos');
    await said(visitor, 'a las dos');
  });
});

describe('a script', () => {
  test('INB-34 gets a clear answer to nonsense, and the connection survives', async () => {
    const visitor = await stage.page();
    const huge = await visitor.write({ text: 'x'.repeat(1_000_000) });
    expect(huge).toMatchObject({ error: 'too_large', message: expect.stringContaining('demasiado largo') });
    for (const body of [
      {},
      { text: '   ' },
      { text: 7 },
      { button: 'nope' },
      { text: 'a', temporal_id: '' },
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

  test('INB-34 that writes without end is slowed down', async () => {
    const visitor = await stage.page();
    const acks = await Promise.all(Array.from({ length: 40 }, (_, n) => visitor.write({ text: `n ${n}` })));
    expect(
      acks.filter((ack) => 'error' in ack).every((ack) => 'error' in ack && ack.error === 'too_many'),
    ).toBe(true);
    expect(acks.some((ack) => 'error' in ack)).toBe(true);
    expect(acks.some((ack) => !('error' in ack))).toBe(true);
  });

  test("INB-22 reaches nobody else's conversation", async () => {
    const victim = await stage.page();
    const { mid } = accepted(await victim.write({ text: 'secreto' }));
    const other = await stage.page({ roomToken: 'A'.repeat(43) });
    expect(other.connected.conversation_id).toBeNull();
    expect(other.connected.roomToken).not.toBe('A'.repeat(43));
    await other.socket.emitWithAck('READ', { mid });
    expect(await other.socket.emitWithAck('AUTO_RECONNECT', { roomToken: 'B'.repeat(43) })).toMatchObject({
      error: 'not_found',
    });
    // A token is good at its own bot only.
    await server.addBot(botId + 1000);
    const elsewhere = stage.socket({
      botId: botId + 1000,
      botToken: `token-${botId + 1000}`,
      roomToken: victim.connected.roomToken,
    });
    const there = await new Promise<VisitorConnected>((resolve) => elsewhere.on('CONNECTED', resolve));
    expect(there.conversation_id).toBeNull();
  });
});

describe('a crowd', () => {
  test('INB-34 hears at once that a bot has enough chats or messages in hand, and is let in when there is room', async () => {
    const small = await VisitorStage.open({ limits: { chats: 2, messages: 1 } });
    await small.nextBot();
    const auth = { botId: small.botId, botToken: `token-${small.botId}` };
    const one = await small.page();
    const two = await small.page();
    expect(await small.refusal(auth)).toMatchObject({
      error: 'too_many',
      message: expect.stringContaining('demasiadas personas'),
    });

    // The database is busy: of two messages one is being worked on, and the other doesn't wait behind it.
    const ends: (() => void)[] = [];
    const held = small.server.app.db.transaction(() => new Promise<void>((resolve) => ends.push(resolve)));
    await expect.poll(() => ends).toHaveLength(1);
    const acks = [one.write({ text: 'hola' }), two.write({ text: 'hola' })];
    expect(await Promise.race(acks)).toMatchObject({ error: 'too_many' });
    for (const end of ends) end();
    await held;
    const refused = (await Promise.all(acks)).filter((ack) => 'error' in ack);
    expect(refused).toHaveLength(1);

    one.socket.disconnect();
    await expect
      .poll(() =>
        small.page().then(
          (page) => page.connected.roomToken !== '',
          () => false,
        ),
      )
      .toBe(true);
    small.hangUp();
    await small.server.close();
  });
});

describe('a bot that closes', () => {
  test('ends the chats that are open, and says so at the door', async () => {
    const visitor = await stage.page();
    accepted(await visitor.write({ text: 'hola' }));
    const elsewhere = botId + 1000;
    await server.addBot(elsewhere);
    await server.link(owner, elsewhere, 'propietario');
    const other = await openPage(stage.socket({ botId: elsewhere, botToken: `token-${elsewhere}` }));
    const ended = new Promise<string>((resolve) => visitor.socket.on('disconnect', resolve));
    const answer = await server.call('DELETE', `/svc/main/bot/${botId}`, { as: owner });
    expect(answer.status).toBe(200);
    expect(await ended).toBe('io server disconnect');
    expect(await stage.refusal({ botId, botToken: `token-${botId}` })).toMatchObject({
      error: 'unauthorized',
    });
    expect(other.socket.connected).toBe(true);
    expect(await other.write({ text: 'sigo' })).toMatchObject({ mid: expect.any(String) });
  });
});
