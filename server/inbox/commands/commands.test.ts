/** What people and customers rely on when several of them act at once, or twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import type { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { listMessages, showConversation } from '../queries/conversation.ts';
import { testWorld, type World } from '../testing.ts';
import type { VisitorIdentity } from '../visitor/visitor-identity.ts';
import { changeCard } from './change-card.ts';
import { changeState } from './change-state.ts';
import { identify } from './identify.ts';
import { sendMessage } from './send-message.ts';
import { markRead, rate } from './visitor-marks.ts';

let db: Database;
let world: World;
let users: Record<'olga' | 'ana' | 'bruno' | 'carla', User>;
let botId = 700;
let owner: BotSession;
let ana: BotSession;
let bruno: BotSession;
let carla: BotSession;
let id: string;
let who: VisitorIdentity;

beforeAll(async () => {
  // A real server: two transactions at once are two transactions at once.
  db = await testDatabase({ engine: 'postgres' });
  world = await testWorld(db);
  users = {
    olga: await world.addUser('Olga'),
    ana: await world.addUser('Ana'),
    bruno: await world.addUser('Bruno'),
    carla: await world.addUser('Carla'),
  };
});
afterAll(async () => {
  await world.close();
  await db.close();
});
beforeEach(async () => {
  botId += 1;
  await world.addBot(botId);
  owner = await world.link(users.olga, botId, 'propietario');
  ana = await world.link(users.ana, botId, 'agente', ['ventas', 'general']);
  bruno = await world.link(users.bruno, botId, 'agente', ['soporte']);
  carla = await world.link(users.carla, botId, 'agente');
  ({ id, who } = await world.conversation(botId));
});

const take = (by: BotSession) => changeState(world.app, by, id, { state: 'taken', agent_id: by.user.id });
const give = (by: BotSession, to: User) =>
  changeState(world.app, by, id, { state: 'taken', agent_id: to.id, reason: 'sabe más' });
const move = (by: BotSession, state: 'active' | 'pending' | 'inactive' | 'closed' | 'archived') =>
  changeState(world.app, by, id, { state });
const reply = (by: BotSession, extra: object = {}) =>
  sendMessage(world.app, by, { conversation_id: id, text: 'Hola', temporal_id: world.app.ids(), ...extra });
const refusal = (work: Promise<unknown>): Promise<Refused> =>
  work.then(
    () => Promise.reject(new Error('It was accepted')),
    (error: Refused) => error,
  );
const head = async () =>
  (await db.query<{ log_head: number }>(sql`select log_head from bots where id = ${botId}`))[0]?.log_head;
const texts = async (by: BotSession) =>
  (await listMessages(db, by.user.id, botId, id)).messages.map(
    (message) => `${message.from}: ${message.text}`,
  );

describe('taking', () => {
  test('of two who take at once one has it, and the other is told who', async () => {
    const results = await Promise.allSettled([take(ana), take(bruno)]);
    const won = results.filter((result) => result.status === 'fulfilled');
    const lost = results.filter((result) => result.status === 'rejected');
    expect([won.length, lost.length]).toEqual([1, 1]);
    const winner = results[0]?.status === 'fulfilled' ? users.ana : users.bruno;
    expect(lost[0]?.reason).toMatchObject({
      code: 'already_taken',
      status: 409,
      details: { state: 'taken', agent: { id: winner.id, name: winner.name } },
    });
  });

  test('what one does not see does not exist, except to hear who was first', async () => {
    await take(ana);
    expect((await refusal(move(bruno, 'closed'))).code).toBe('not_found');
    expect((await refusal(reply(bruno))).code).toBe('not_found');
    expect((await refusal(showConversation(db, users.bruno.id, botId, id))).code).toBe('not_found');
    expect((await refusal(take(bruno))).code).toBe('already_taken');
    // An area that was never theirs stays unknown to them.
    await changeCard(world.app, ana, id, { category: 'ventas' });
    expect((await refusal(take(bruno))).code).toBe('not_found');
  });

  test('many at once on many conversations never wait for each other in a circle', async () => {
    const more = await Promise.all(Array.from({ length: 6 }, () => world.conversation(botId)));
    const all = [...more, { id, who }];
    await Promise.all(
      all.flatMap(({ id, who }) => [
        changeState(world.app, ana, id, { state: 'taken', agent_id: ana.user.id }).catch(
          (error: Refused) => error.code,
        ),
        changeState(world.app, carla, id, { state: 'taken', agent_id: carla.user.id }).catch(
          (error: Refused) => error.code,
        ),
        world.write(who, 'sigo aquí'),
        identify(world.app, who, { name: 'Rosa' }),
      ]),
    );
    const [row] = await db.query<{ whole: boolean }>(sql`
      select b.log_head = count(*) and b.log_head = max(e.seq) as whole
      from bots b join events e on e.bot_id = b.id where b.id = ${botId} group by b.log_head`);
    expect(row?.whole).toBe(true);
  });
});

describe('giving', () => {
  test('needs shunt-agent', async () => {
    const without = structuredClone(ana);
    for (const module of without.link.role.permissions) {
      module.permissions = module.permissions.filter((name) => name !== 'shunt-agent');
    }
    await take(ana);
    expect((await refusal(give(without, users.bruno))).code).toBe('forbidden');
  });

  test('goes only to somebody of the bot who takes assignments', async () => {
    const stranger = await world.addUser('Extraño');
    expect((await refusal(give(owner, stranger))).code).toBe('rule');
    await db.query(sql`update user_bots set assignments = false where id = ${carla.link.id}`);
    expect((await refusal(give(owner, users.carla))).code).toBe('rule');
  });

  test('tells the team why, and the customer nothing', async () => {
    await take(ana);
    await give(ana, users.bruno);
    expect(await texts(bruno)).toEqual([
      'Cliente: hola',
      expect.stringMatching(/^bot: /),
      'system: Ana tomó la conversación',
      'system: Ana derivó la conversación a Bruno: sabe más',
    ]);
    const { conversation } = await showConversation(db, users.bruno.id, botId, id);
    expect(conversation.last_message_from).toBe('bot');
  });
});

describe('sending', () => {
  test('the same temporal_id is one message, whenever and however often it comes', async () => {
    await take(ana);
    const temporal_id = 'once-12345678';
    const sent = await Promise.all([reply(ana, { temporal_id }), reply(ana, { temporal_id })]);
    expect(sent[0]).toEqual(sent[1]);
    await give(ana, users.bruno);
    const before = await head();
    expect((await reply(ana, { temporal_id }))._id).toBe(sent[0]?._id);
    expect(await head()).toBe(before);
    // Somebody else's key is their own.
    expect((await reply(bruno, { temporal_id }))._id).not.toBe(sent[0]?._id);
  });

  test('is for whoever has the conversation; a note for whoever sees it', async () => {
    expect((await refusal(reply(ana))).code).toBe('illegal_move');
    await reply(ana, { note: true });
    await take(ana);
    const refused = await refusal(reply(owner));
    expect(refused.details).toMatchObject({ agent: { id: users.ana.id, name: 'Ana' } });
    await reply(owner, { note: true, text: 'ojo' });
    const { conversation } = await showConversation(db, users.ana.id, botId, id);
    expect(conversation).toMatchObject({ notes_count: 2, last_message_from: 'bot' });
  });

  test("somebody else's later answer makes a view stale; notes, the customer and oneself do not", async () => {
    await take(ana);
    const mine = await reply(ana);
    await world.write(who, 'gracias');
    await reply(owner, { note: true });
    await reply(ana, { last_seen: 1 });
    await give(ana, users.bruno);
    await reply(bruno);
    await give(bruno, users.ana);
    // By the name of who answered, which is not whose it is now.
    expect(await refusal(reply(ana, { last_seen: mine.order }))).toMatchObject({
      code: 'stale_view',
      details: { state: 'taken', agent: { name: 'Ana' }, agent_name: 'Bruno' },
    });
    const { messages } = await listMessages(db, users.ana.id, botId, id);
    await reply(ana, { last_seen: messages.at(-1)?.order });
  });

  test('under another name, with nothing in it or with foreign files is refused', async () => {
    await take(ana);
    await reply(ana, { from: 'agent', sender: 'agent' });
    await reply(ana, { from: String(users.ana.id), sender: users.ana.email });
    for (const extra of [
      { from: 'Cliente' },
      { sender: String(users.bruno.id) },
      { text: '  ' },
      { attachments: ['x'] },
    ]) {
      expect((await refusal(reply(ana, extra))).code).toBe('rule');
    }
    await db.query(sql`
      insert into uploads (id, bot_id, author, name, type, size, path) values
        ('up-own', ${botId}, ${`u:${users.ana.id}`}, 'a.png', 'image/png', 3, 'a'),
        ('up-foreign', ${botId}, ${`u:${users.bruno.id}`}, 'b.png', 'image/png', 3, 'b')`);
    expect((await refusal(reply(ana, { attachments: ['up-own', 'up-foreign'] }))).code).toBe('rule');
    const message = await reply(ana, { text: '', attachments: ['up-own'] });
    expect(message.attachments).toEqual([{ id: 'up-own', name: 'a.png', type: 'image/png', size: 3 }]);
    expect((await refusal(reply(ana, { attachments: ['up-own'] }))).code).toBe('rule');
  });

  test('keeps what people type, whatever it is', async () => {
    await take(ana);
    const message = await reply(ana, { text: `a\u0000b \ud800 ñ 👩‍👩‍👧 ${'x'.repeat(158)}👍` });
    expect(message.text).toContain('ab \ufffd ñ 👩‍👩‍👧');
    expect((await texts(ana)).at(-1)).toBe(`agent: ${message.text}`);
    const { conversation } = await showConversation(db, users.ana.id, botId, id);
    expect(conversation.last_message.length).toBeLessThanOrEqual(160);
  });
});

describe('the bot', () => {
  test('is silent from the moment that an agent has it', async () => {
    await take(ana);
    await world.write(who, '¿a qué hora abren?');
    expect((await texts(ana)).at(-1)).toBe('Cliente: ¿a qué hora abren?');
    await move(ana, 'active');
    await world.write(who, '¿a qué hora abren?');
    expect((await texts(owner)).at(-1)).toBe('bot: Abrimos de 9 a 18.');
  });

  test('passes the customer on, with what was said', async () => {
    await world.write(who, '', { button: 'persona', text: undefined });
    const { conversation } = await showConversation(db, users.bruno.id, botId, id);
    expect(conversation).toMatchObject({ state: 'pending', agent_id: null });
    expect(conversation.waiting_since).not.toBeNull();
    expect((await texts(bruno)).slice(-3)).toEqual([
      'Cliente: Hablar con una persona',
      'bot: Te paso con una persona.',
      'system: El cliente pidió hablar con una persona',
    ]);
    expect(world.told.map((told) => told.name)).toContain('SOUND_PENDING_CONVERSATION');
  });
});

describe('auto-assign', () => {
  const ask = async () => {
    const { id, who } = await world.conversation(botId);
    await world.write(who, '', { button: 'persona', text: undefined });
    return (await showConversation(db, users.olga.id, botId, id)).conversation;
  };
  beforeEach(async () => {
    await db.query(sql`update bots set auto_assign = true where id = ${botId}`);
  });

  test('nobody connected: pending', async () => {
    expect((await ask()).state).toBe('pending');
  });

  test('the least loaded of those who are connected and take them', async () => {
    for (const agent of [ana, carla, bruno]) await world.connect(agent);
    await db.query(sql`update user_bots set automatic_assignments = false where id = ${bruno.link.id}`);
    await take(ana);
    expect(await ask()).toMatchObject({ state: 'taken', agent_id: users.carla.id });
    await changeState(world.app, carla, (await world.conversation(botId)).id, {
      state: 'taken',
      agent_id: users.carla.id,
    });
    expect(await ask()).toMatchObject({ agent_id: users.ana.id });
    await world.disconnect(ana);
    expect(await ask()).toMatchObject({ agent_id: users.carla.id });
  });

  test('of the area, where the conversation has one', async () => {
    await world.connect(ana);
    await world.connect(bruno);
    await changeCard(world.app, owner, id, { category: 'soporte' });
    await world.write(who, '', { button: 'persona', text: undefined });
    expect((await showConversation(db, users.olga.id, botId, id)).conversation.agent_id).toBe(users.bruno.id);
  });
});

describe('the customer', () => {
  test('gets the same conversation until it is over, then another of the same client', async () => {
    expect(await world.write(who, 'sigo')).toBe(id);
    await move(owner, 'closed');
    const next = await world.write(who, 'otra cosa');
    expect(next).not.toBe(id);
    const { conversation } = await showConversation(db, users.olga.id, botId, next);
    expect(conversation.lead_id).toBe(who.leadId);
  });

  test('writing twice at once from two tabs makes one conversation', async () => {
    const fresh = world.visitor(botId);
    await world.write(fresh, 'uno');
    await move(owner, 'closed');
    const ids = await Promise.all([world.write(fresh, 'dos'), world.write(fresh, 'tres')]);
    expect(new Set(ids).size).toBe(1);
  });

  test('the same temporal_id is one message, also after its conversation is over', async () => {
    await world.write(who, 'hola', { temporal_id: 'visitor-once' });
    await move(owner, 'closed');
    const before = await head();
    expect(await world.write(who, 'hola', { temporal_id: 'visitor-once' })).toBe(id);
    expect(await head()).toBe(before);
  });

  test('rates once, and only when it is over', async () => {
    expect((await refusal(rate(world.app, who.id, { stars: 5 }))).code).toBe('conflict');
    await move(owner, 'closed');
    await rate(world.app, who.id, { stars: 4, comment: 'bien' });
    expect((await refusal(rate(world.app, who.id, { stars: 1 }))).code).toBe('conflict');
    const { conversation } = await showConversation(db, users.olga.id, botId, id);
    expect(conversation.rating).toEqual({ stars: 4, comment: 'bien' });
  });

  test('is never merged with another, only marked', async () => {
    await identify(world.app, who, { name: 'Rosa', phone: '+56 9 1111 2222' });
    const other = await world.conversation(botId);
    await identify(world.app, other.who, { name: 'Rosita', phone: '+56911112222' });
    const { conversation } = await showConversation(db, users.olga.id, botId, other.id);
    expect(conversation).toMatchObject({
      lead_name: 'Rosita',
      possible_duplicate: true,
      lead_id: other.who.leadId,
    });
    expect((await refusal(identify(world.app, who, { email: 'no es un correo' }))).details).toEqual({
      field: 'email',
    });
  });

  test('cannot mark what is not theirs', async () => {
    await take(ana);
    const message = await reply(ana);
    const { who: stranger } = await world.conversation(botId);
    expect(await markRead(world.app, stranger.id, message.mid)).toBe(0);
    // The bot's answer and Ana's.
    expect(await markRead(world.app, who.id, message.mid)).toBe(2);
    expect(await markRead(world.app, who.id, message.mid)).toBe(0);
  });
});

describe('clocks', () => {
  const MINUTE = 60_000;
  const state = async () => (await showConversation(db, users.olga.id, botId, id)).conversation.state;
  beforeEach(async () => {
    await db.query(sql`
      update bots set inactive_after_minutes = 10, close_after_minutes = 20, flags = '{"timer_close": true}' where id = ${botId}`);
    await world.write(who, 'hola');
  });

  test("inactivity runs from the customer's last word", async () => {
    world.pass(9 * MINUTE);
    await world.write(who, 'sigo');
    world.pass(9 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('active');
    world.pass(MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('inactive');
  });

  test('never in Pendientes: there it is the customer who waits', async () => {
    await move(owner, 'pending');
    world.pass(60 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('pending');
  });

  test('the timer closes what stayed inactive, where the flag is on', async () => {
    await move(owner, 'inactive');
    await db.query(sql`update bots set flags = '{"timer_close": false}' where id = ${botId}`);
    world.pass(20 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('inactive');
    await world.write(who, 'volví');
    await db.query(sql`update bots set flags = '{"timer_close": true}' where id = ${botId}`);
    await move(owner, 'inactive');
    world.pass(20 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('closed');
  });
});
