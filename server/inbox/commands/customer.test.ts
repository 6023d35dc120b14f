/** What customers rely on: the bot, who gets their conversation, one conversation and one message, time that passes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, sql } from '../../platform/database/database.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { showConversation } from '../queries/conversation.ts';
import type { World } from '../testing.ts';
import type { VisitorIdentity } from '../visitor-identity.ts';
import { changeCard } from './change-card.ts';
import { changeState } from './change-state.ts';
import { customerWrote } from './customer-wrote.ts';
import { identify } from './identify.ts';
import { CommandsWorld, refusal, type Scene } from './testing.ts';
import { markRead, rate } from './visitor-marks.ts';

let stage: CommandsWorld;
let db: Database;
let world: World;
let users: CommandsWorld['users'];
let scene: Scene;
let botId: number;
let owner: BotSession;
let ana: BotSession;
let bruno: BotSession;
let carla: BotSession;
let id: string;
let who: VisitorIdentity;

beforeAll(async () => {
  stage = await CommandsWorld.open();
  ({ db, world, users } = stage);
});
afterAll(() => stage.close());
beforeEach(async () => {
  scene = await stage.scene();
  ({ botId, owner, ana, bruno, carla, id, who } = scene);
});

describe('the bot', () => {
  test('is silent from the moment that an agent has it', async () => {
    await scene.take(ana);
    await world.write(who, '¿a qué hora abren?');
    expect((await scene.texts(ana)).at(-1)).toBe('Cliente: ¿a qué hora abren?');
    await scene.move(ana, 'active');
    await world.write(who, '¿a qué hora abren?');
    expect((await scene.texts(owner)).at(-1)).toBe('bot: Abrimos de 9 a 18.');
  });

  const STATES = [['pending'], ['taken'], ['active'], ['closed']] as const;
  test.each(STATES)(
    'INB-51 has its turn in one that is %s if and only if the bot has it, whatever was thought',
    async (state) => {
      if (state !== 'active') await scene.take(ana);
      if (state === 'pending') await scene.move(ana, 'pending');
      if (state === 'closed') await scene.move(ana, 'closed');
      const { minds, app } = stage.world;
      for (const byPerson of [true, false]) {
        const attention = { byPerson, blocked: false };
        const body = { text: '¿a qué hora abren?', temporal_id: `${state} ${byPerson}` };
        const { conversation_id } = await customerWrote(app, minds, who, body, { attention });
        const said = await db.query<{ sender: string }>(sql`
          select sender from messages where conversation_id = ${conversation_id} order by position desc limit 1`);
        const person = state === 'pending' || state === 'taken';
        expect(said).toEqual([{ sender: person ? 'Cliente' : 'bot' }]);
        expect(attention).toEqual({ byPerson: person, blocked: false });
        const kept = await db.query<{ count: number }>(sql`
          select count(*)::int as count from messages m join visitors v on m.author = 'v:' || v.id
          where v.id = ${who.id} and m.temporal_id = ${body.temporal_id}`);
        expect(kept).toEqual([{ count: 1 }]);
      }
    },
  );

  test('FACT-7 notes beside its words by what it answered, and of which subject', async () => {
    await world.write(who, 'blablabla zzz');
    await world.write(who, '¿a qué hora abren?');
    await world.write(who, '', { button: 'persona', text: undefined });
    const noted = await db.query(sql`
      select node, subject from messages where conversation_id = ${id} and sender <> 'Cliente' order by position desc limit 4`);
    expect(noted.reverse()).toEqual([
      { node: 'v:none', subject: 'v:none' },
      { node: 'n:horario', subject: 's:' },
      { node: 'n:persona', subject: 'v:person' },
      // The line of the system about it.
      { node: null, subject: null },
    ]);
  });

  test('passes the customer on, with what was said', async () => {
    await world.write(who, '', { button: 'persona', text: undefined });
    const { conversation } = await showConversation(db, users.bruno.id, botId, id);
    expect(conversation).toMatchObject({ state: 'pending', agent_id: null });
    expect(conversation.waiting_since).not.toBeNull();
    expect((await scene.texts(bruno)).slice(-3)).toEqual([
      'Cliente: Hablar con una persona',
      'bot: Te paso con una persona.',
      'system: El cliente pidió hablar con una persona',
    ]);
    expect(world.told.map((told) => told.name)).toContain('SOUND_PENDING_CONVERSATION');
  });

  test('INB-45 hands over with what the customer asked, not with its own words or the button', async () => {
    const card = async () => (await showConversation(db, users.bruno.id, botId, id)).conversation;
    await world.write(who, '¿Tienen la 42 en negro?');
    await world.write(who, '', { button: 'persona', text: undefined });
    expect(await card()).toMatchObject({
      last_question: '¿Tienen la 42 en negro?',
      last_message: 'Te paso con una persona.',
    });
    await world.write(who, '¿Sigue ahí?');
    expect(await card()).toMatchObject({ last_question: '¿Sigue ahí?' });
    // For somebody who only pressed it is the button's label.
    const pressed = world.visitor(botId);
    const other = await world.write(pressed, '', { button: 'persona', text: undefined });
    const { conversation } = await showConversation(db, users.bruno.id, botId, other);
    expect(conversation.last_question).toBe('Hablar con una persona');
  });
});

describe('a value that the bot asks for', () => {
  const rutOf = async () => {
    const [lead] = await db.query<{ rut: string | null }>(
      sql`select rut from leads where id = ${who.leadId}`,
    );
    return lead?.rut;
  };

  test('is taken from the next message and kept with the client, and what is no value nowhere', async () => {
    const unanswered = () => db.query(sql`select * from bot_unanswered where bot_id = ${botId}`);
    const before = await unanswered();
    await world.write(who, '', { button: 'choice>ficha', text: undefined });
    await world.write(who, '12.345.678-9');
    expect(await rutOf()).toBeNull();
    await world.write(who, 'perdón: 12345678-5');
    expect((await scene.texts(owner)).filter((text) => text.startsWith('bot')).slice(-3)).toEqual([
      'bot: ¿Cuál es tu RUT?',
      'bot: El dígito verificador de ese RUT no corresponde. ¿Cuál es tu RUT?',
      'bot: Anotado: 12.345.678-5.',
    ]);
    expect(await rutOf()).toBe('12.345.678-5');
    // An answer to the bot's question is no question of a customer.
    expect(await unanswered()).toEqual(before);
  });

  test('goes over nothing that is known of the client', async () => {
    await db.query(sql`update leads set rut = '11.111.111-1' where id = ${who.leadId}`);
    await world.write(who, '', { button: 'choice>ficha', text: undefined });
    await world.write(who, '12.345.678-5');
    expect(await rutOf()).toBe('11.111.111-1');
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
    await scene.take(ana);
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
    await scene.move(owner, 'closed');
    const next = await world.write(who, 'otra cosa');
    expect(next).not.toBe(id);
    const { conversation } = await showConversation(db, users.olga.id, botId, next);
    expect(conversation.lead_id).toBe(who.leadId);
  });

  test('INB-12 writing twice at once from two tabs makes one conversation', async () => {
    const fresh = world.visitor(botId);
    await world.write(fresh, 'uno');
    await scene.move(owner, 'closed');
    const ids = await Promise.all([world.write(fresh, 'dos'), world.write(fresh, 'tres')]);
    expect(new Set(ids).size).toBe(1);
  });

  test('INB-11 the same temporal_id is one message, also after its conversation is over', async () => {
    await world.write(who, 'hola', { temporal_id: 'visitor-once' });
    await scene.move(owner, 'closed');
    const before = await scene.head();
    expect(await world.write(who, 'hola', { temporal_id: 'visitor-once' })).toBe(id);
    expect(await scene.head()).toBe(before);
  });

  test('rates once, and only when it is over', async () => {
    expect((await refusal(rate(world.app, who.id, { stars: 5 }))).code).toBe('conflict');
    await scene.move(owner, 'closed');
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
    expect((await refusal(identify(world.app, who, { email: 'no es un correo' }))).details).toMatchObject({
      field: 'email',
    });
  });

  test('cannot mark what is not theirs', async () => {
    await scene.take(ana);
    const message = await scene.reply(ana);
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
    await scene.move(owner, 'pending');
    world.pass(60 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('pending');
  });

  test('the bot says what its owner wrote for it, and never over an agent', async () => {
    await db.query(sql`
      update bots set inactive_message = '¿Sigues ahí?', closed_message = 'Cerramos por hoy.',
        returned_message = 'Sigo yo, el asistente.' where id = ${botId}`);
    const said = async () => (await scene.texts(owner)).filter((line) => !/^(system|Cliente):/.test(line));
    const before = (await said()).length;
    world.pass(11 * MINUTE);
    await world.app.jobs.runDue();
    expect((await said()).slice(before)).toEqual(['bot: ¿Sigues ahí?']);
    world.pass(21 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('closed');
    expect((await said()).slice(before + 1)).toEqual(['bot: Cerramos por hoy.']);
  });

  test('a blocked client gets nothing: not by the clocks, nor when an agent gives it back', async () => {
    await db.query(sql`
      update bots set inactive_message = '¿Sigues ahí?', closed_message = 'Cerramos por hoy.',
        returned_message = 'Sigo yo, el asistente.' where id = ${botId}`);
    await db.query(sql`
      update leads set blocked_at = now() where id = (select lead_id from conversations where id = ${id})`);
    const before = (await scene.texts(owner)).length;
    const said = async () =>
      (await scene.texts(owner)).slice(before).filter((line) => line.startsWith('bot:'));
    await scene.take(ana);
    await scene.move(ana, 'active');
    expect(await said()).toEqual([]);
    world.pass(11 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('inactive');
    world.pass(21 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('closed');
    expect(await said()).toEqual([]);
  });

  test('a customer whom an agent gives back to the bot hears it; one who is with an agent hears nothing of the bot', async () => {
    await db.query(sql`
      update bots set inactive_message = '¿Sigues ahí?', returned_message = 'Sigo yo.' where id = ${botId}`);
    await scene.take(ana);
    const before = (await scene.texts(owner)).length;
    world.pass(11 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('inactive');
    expect((await scene.texts(owner)).slice(before).filter((line) => line.startsWith('bot:'))).toEqual([]);
    await scene.take(ana);
    await scene.move(ana, 'active');
    expect((await scene.texts(owner)).at(-1)).toBe('bot: Sigo yo.');
  });

  test('nothing goes inactive where its flag is off, also what was on the way', async () => {
    await db.query(sql`update bots set flags = '{"inactive_handling": false}' where id = ${botId}`);
    world.pass(11 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('active');
    await world.write(who, 'sigo');
    await db.query(sql`update bots set flags = '{}' where id = ${botId}`);
    // Its clock was never set.
    world.pass(11 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('active');
    await world.write(who, 'sigo');
    world.pass(11 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('inactive');
  });

  test('the timer closes what stayed inactive, where the flag is on', async () => {
    await scene.move(owner, 'inactive');
    await db.query(sql`update bots set flags = '{"timer_close": false}' where id = ${botId}`);
    world.pass(20 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('inactive');
    await world.write(who, 'volví');
    await db.query(sql`update bots set flags = '{"timer_close": true}' where id = ${botId}`);
    await scene.move(owner, 'inactive');
    world.pass(20 * MINUTE);
    await world.app.jobs.runDue();
    expect(await state()).toBe('closed');
  });
});
