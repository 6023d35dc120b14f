/** Messages that are sent later: kept, judged anew, sent once, held back with the reason. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { eraseLead } from '../../clients/erase-lead.ts';
import { addConsent } from '../../crm/consents.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import type { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { createJobs } from '../../platform/jobs/durable-jobs.ts';
import { listMessages, showConversation } from '../queries/conversation.ts';
import { listScheduled } from '../queries/scheduled-messages.ts';
import { testWorld, type World } from '../testing.ts';
import type { VisitorIdentity } from '../visitor-identity.ts';
import { changeState } from './change-state.ts';
import { deleteConversation } from './delete-conversation.ts';
import { cancelScheduled, changeScheduled, scheduleMessage, sendScheduledNow } from './schedule-message.ts';
import { sendMessage } from './send-message.ts';
import { registerScheduledMessages } from './send-scheduled.ts';

const HOUR = 3_600_000;
let db: Database;
let world: World;
let users: Record<'Olga' | 'Ana' | 'Bruno', User>;
let owner: BotSession;
let ana: BotSession;
let bruno: BotSession;
let botId = 700;
let id: string;
let who: VisitorIdentity;

beforeAll(async () => {
  db = await testDatabase();
  world = await testWorld(db);
  users = {
    Olga: await world.addUser('Olga'),
    Ana: await world.addUser('Ana'),
    Bruno: await world.addUser('Bruno'),
  };
});
afterAll(async () => {
  await world.close();
  await db.close();
});
/** A bot of its own for each test, whose one conversation Ana has. */
beforeEach(async () => {
  botId += 1;
  await world.addBot(botId, { inactive_after_minutes: 30 });
  owner = await world.link(users.Olga, botId, 'propietario');
  ana = await world.link(users.Ana, botId, 'agente');
  bruno = await world.link(users.Bruno, botId, 'agente');
  ({ id, who } = await world.conversation(botId));
  await take(ana);
  world.pass(1000);
});

const take = (by: BotSession) => changeState(world.app, by, id, { state: 'taken', agent_id: by.user.id });
const inMs = (ms: number) => new Date(world.app.clock.now().getTime() + ms).toISOString();
const plan = (by: BotSession, ms: number, more: object = {}) =>
  scheduleMessage(world.app, by, id, {
    text: 'Ya llegó tu pedido',
    send_at: inMs(ms),
    temporal_id: world.app.ids(),
    ...more,
  });
const kept = (by: BotSession = owner) => listScheduled(db, by.user.id, botId, id);
const card = async () => (await showConversation(db, owner.user.id, botId, id)).conversation;
const said = async () =>
  (await listMessages(db, owner.user.id, botId, id)).messages.filter(({ from }) => from === 'agent');
const later = async (ms: number) => {
  world.pass(ms);
  await world.app.jobs.runDue();
};
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, message }: Refused) => ({ code, message }),
  );
const bell = (by: BotSession) =>
  db.query<{ body: string }>(sql`
    select body from notifications
    where user_id = ${by.user.id} and bot_id = ${botId} and type = 'scheduled_message_unsent'`);

describe('its way', () => {
  test('INB-60 a planned message leaves at its moment, once, as a message of its author', async () => {
    const planned = await plan(ana, HOUR);
    expect(await kept()).toEqual([planned]);
    expect((await card()).scheduled_count).toBe(1);
    await later(HOUR - 1000);
    expect(await said()).toEqual([]);
    // The bot's clock made it inactive meanwhile: her words take it up again.
    expect((await card()).state).toBe('inactive');
    await later(1000);
    await later(HOUR);
    expect(await said()).toMatchObject([{ text: 'Ya llegó tu pedido', agent: { id: ana.user.id } }]);
    expect(await card()).toMatchObject({ scheduled_count: 0, last_message: 'Ya llegó tu pedido' });
    expect(await kept()).toEqual([]);
    const rows = await db.query(sql`select state, text from scheduled_messages where id = ${planned.id}`);
    expect(rows).toEqual([{ state: 'sent', text: '' }]);
  });

  test('INB-60 two processes that look at once send it once', async () => {
    await plan(ana, HOUR);
    const { clock, ids, log } = world.app;
    const other = createJobs({ db, clock, ids, log });
    registerScheduledMessages({ ...world.app, jobs: other });
    world.pass(HOUR);
    await Promise.all([world.app.jobs.runDue(), other.runDue()]);
    await other.stop();
    expect(await said()).toHaveLength(1);
  });

  test('INB-60 the same plan twice is one, also when it left or was taken back meanwhile', async () => {
    const body = { text: 'Hola', send_at: inMs(HOUR), temporal_id: 'una-vez' };
    const first = await scheduleMessage(world.app, ana, id, body);
    expect(await scheduleMessage(world.app, ana, id, body)).toEqual(first);
    await cancelScheduled(world.app, ana, first.id);
    expect(await scheduleMessage(world.app, ana, id, body)).toMatchObject({
      id: first.id,
      state: 'cancelled',
    });
    expect(await cancelScheduled(world.app, ana, first.id)).toMatchObject({ state: 'cancelled' });
    await later(HOUR);
    expect(await said()).toEqual([]);
    expect((await card()).scheduled_count).toBe(0);
  });

  test('INB-62 what was changed leaves with the other words at the other moment', async () => {
    const { id: planned } = await plan(ana, HOUR);
    await changeScheduled(world.app, ana, planned, { text: 'Mejor así', send_at: inMs(3 * HOUR) });
    await later(HOUR);
    expect(await said()).toEqual([]);
    await later(2 * HOUR);
    expect(await said()).toMatchObject([{ text: 'Mejor así' }]);
  });

  test('INB-62 a colleague who has it now changes it under their own name', async () => {
    const { id: planned } = await plan(ana, HOUR);
    expect(
      await refusal(changeScheduled(world.app, owner, planned, { text: 'x', send_at: inMs(HOUR) })),
    ).toMatchObject({ code: 'already_taken' });
    await changeState(world.app, ana, id, { state: 'taken', agent_id: bruno.user.id });
    await changeScheduled(world.app, bruno, planned, { text: 'Soy Bruno', send_at: inMs(HOUR) });
    await later(HOUR);
    expect(await said()).toMatchObject([{ text: 'Soy Bruno', agent: { id: bruno.user.id } }]);
  });

  test('INB-62 its author, who has the conversation and the heads take it back, nobody else', async () => {
    const { id: planned } = await plan(ana, HOUR);
    await changeState(world.app, ana, id, { state: 'pending' });
    expect(await refusal(cancelScheduled(world.app, bruno, planned))).toMatchObject({ code: 'forbidden' });
    expect(await kept()).toHaveLength(1);
    expect(await cancelScheduled(world.app, ana, planned)).toMatchObject({ state: 'cancelled', text: '' });
    await take(ana);
    const { id: second } = await plan(ana, HOUR);
    await cancelScheduled(world.app, owner, second);
    expect(await kept()).toEqual([]);
  });

  test('INB-63 sent now it is one message, whoever asks again', async () => {
    const { id: planned } = await plan(ana, HOUR);
    const message = await sendScheduledNow(world.app, ana, planned, undefined);
    expect(await sendScheduledNow(world.app, ana, planned, undefined)).toEqual(message);
    await later(HOUR);
    expect(await said()).toHaveLength(1);
    expect(
      await refusal(changeScheduled(world.app, ana, planned, { text: 'x', send_at: inMs(HOUR) })),
    ).toEqual({
      code: 'conflict',
      message: 'Este mensaje ya se envió.',
    });
    expect(await refusal(cancelScheduled(world.app, ana, planned))).toMatchObject({ code: 'conflict' });
  });
});

describe('held back', () => {
  const held = async (reason: string) => {
    await later(HOUR);
    expect(await said().then((all) => all.filter(({ text }) => text === 'Ya llegó tu pedido'))).toEqual([]);
    expect(await kept()).toMatchObject([{ state: 'unsent', reason, text: 'Ya llegó tu pedido' }]);
    expect((await card()).scheduled_count).toBe(1);
    expect((await bell(ana)).map(({ body }) => body)).toEqual([expect.stringContaining(reason)]);
    // Nothing more happens by itself.
    await later(HOUR);
    expect(await kept()).toHaveLength(1);
    expect(await bell(ana)).toHaveLength(1);
  };

  test('INB-61 the customer wrote since: held back, told, and sent by hand', async () => {
    const { id: planned } = await plan(ana, HOUR);
    await world.write(who, '¿Y mi pedido?');
    await held('El cliente escribió después de que se programó.');
    await take(ana);
    await sendScheduledNow(world.app, ana, planned, undefined);
    expect(await said()).toMatchObject([{ text: 'Ya llegó tu pedido' }]);
    expect(await kept()).toEqual([]);
  });
  test('INB-61 a word of the customer that its author had not read holds it back, too', async () => {
    const seen = (await listMessages(db, ana.user.id, botId, id)).messages.at(-1)?.order;
    await world.write(who, '¿Y mi pedido?');
    await plan(ana, HOUR, { last_seen: seen });
    await held('El cliente escribió después de que se programó.');
  });
  test('INB-61 a colleague answered since', async () => {
    await plan(ana, HOUR);
    await changeState(world.app, owner, id, {
      state: 'taken',
      agent_id: owner.user.id,
      from_agent_id: ana.user.id,
    });
    await sendMessage(world.app, owner, { conversation_id: id, text: 'Listo', temporal_id: world.app.ids() });
    await changeState(world.app, owner, id, { state: 'taken', agent_id: ana.user.id });
    await held('Olga respondió después de que se programó.');
  });
  test('INB-61 it is over', async () => {
    await plan(ana, HOUR);
    await changeState(world.app, ana, id, { state: 'closed' });
    await held('La conversación terminó.');
  });
  test('INB-61 somebody else has it', async () => {
    await plan(ana, HOUR);
    await changeState(world.app, ana, id, { state: 'taken', agent_id: bruno.user.id });
    await later(HOUR);
    expect(await kept()).toMatchObject([{ state: 'unsent', reason: 'Bruno tiene ahora la conversación.' }]);
  });
  test('INB-61 the client was blocked', async () => {
    await plan(ana, HOUR);
    await db.query(sql`update leads set blocked_at = now() where id = ${who.leadId}`);
    await held('Este cliente está bloqueado. Desbloquéalo para escribirle.');
  });
  test('INB-61 the client opted out: held back, and nothing more is planned', async () => {
    await plan(ana, HOUR);
    await db.transaction((tx) =>
      addConsent(tx, world.app, {
        botId,
        leadId: who.leadId,
        userId: null,
        purpose: 'marketing',
        state: 'denied',
        source: 'BAJA',
      }),
    );
    const text =
      'Este cliente pidió no recibir mensajes: puedes responderle cuando escriba, pero no programarle uno.';
    expect(await refusal(plan(ana, HOUR))).toEqual({ code: 'rule', message: text });
    await held(text);
  });
  test('INB-61 the channel does not take it any more', async () => {
    await plan(ana, HOUR);
    await db.query(sql`
      update conversations set channel = 'whatsapp', last_customer_message_at = ${new Date(world.app.clock.now().getTime() - 24 * HOUR)}
      where id = ${id}`);
    await later(HOUR);
    expect(await kept()).toMatchObject([
      { state: 'unsent', reason: expect.stringContaining('24 horas') as string },
    ]);
  });
  test('INB-61 its author left the team, or may not write any more', async () => {
    await plan(ana, HOUR);
    await db.query(sql`delete from user_bots where id = ${ana.link.id}`);
    await later(HOUR);
    expect(await kept()).toMatchObject([
      { state: 'unsent', reason: 'Ana ya no puede responder en este chatbot.' },
    ]);
    expect(await bell(ana)).toEqual([]);
  });
  test('INB-61 nobody was there at its hour', async () => {
    await plan(ana, HOUR);
    world.pass(LIMITS.scheduledLate + 1);
    await held('No se pudo enviar a su hora.');
  });
  test('INB-62 what was held back is planned anew, and leaves', async () => {
    const { id: planned } = await plan(ana, HOUR);
    await world.write(who, '¿Y mi pedido?');
    await later(HOUR);
    await take(ana).catch(() => undefined);
    await changeScheduled(world.app, ana, planned, { text: 'Llega hoy', send_at: inMs(HOUR) });
    expect(await kept()).toMatchObject([{ state: 'waiting', reason: null }]);
    await later(HOUR);
    expect(await said()).toMatchObject([{ text: 'Llega hoy' }]);
  });
});

describe('refused', () => {
  const nothing = async () => {
    expect(await kept()).toEqual([]);
    expect((await card()).scheduled_count).toBe(0);
  };
  test('INB-64 bad moments, no words, somebody else’s conversation: nothing is kept', async () => {
    expect(await refusal(plan(ana, 0))).toEqual({
      code: 'rule',
      message: 'Elige un momento futuro para enviarlo.',
    });
    expect(await refusal(plan(ana, LIMITS.scheduledAhead + 1))).toEqual({
      code: 'rule',
      message: 'Elige un momento dentro de los próximos 90 días.',
    });
    expect(await refusal(plan(ana, HOUR, { text: '  ' }))).toEqual({
      code: 'rule',
      message: 'Escribe un mensaje antes de programarlo.',
    });
    expect(await refusal(plan(owner, HOUR))).toMatchObject({ code: 'already_taken' });
    expect(await refusal(plan(bruno, HOUR))).toMatchObject({ code: 'not_found' });
    await changeState(world.app, ana, id, { state: 'pending' });
    expect(await refusal(plan(ana, HOUR))).toMatchObject({ code: 'illegal_move' });
    await nothing();
  });
  test('INB-64 a moment beyond the channel’s 24 hours, a blocked client', async () => {
    await db.query(sql`update conversations set channel = 'whatsapp' where id = ${id}`);
    expect(await refusal(plan(ana, 25 * HOUR))).toMatchObject({ code: 'rule' });
    await db.query(sql`update leads set blocked_at = now() where id = ${who.leadId}`);
    expect(await refusal(plan(ana, HOUR))).toMatchObject({ code: 'rule' });
    await nothing();
  });
  test('INB-64 over a colleague’s unseen answer', async () => {
    await sendMessage(world.app, ana, { conversation_id: id, text: 'Listo', temporal_id: world.app.ids() });
    await changeState(world.app, ana, id, { state: 'taken', agent_id: bruno.user.id });
    expect(await refusal(plan(bruno, HOUR, { last_seen: 1 }))).toMatchObject({ code: 'stale_view' });
    await nothing();
  });
  test('INB-64 more than a conversation may have', async () => {
    for (let count = 0; count < LIMITS.scheduledMessages; count++) await plan(ana, HOUR + count);
    expect(await refusal(plan(ana, HOUR))).toEqual({
      code: 'rule',
      message: 'Una conversación puede tener hasta 20 mensajes programados.',
    });
    expect(await kept()).toHaveLength(LIMITS.scheduledMessages);
  });
});

describe('it goes with its conversation', () => {
  test('INB-65 of a deleted conversation nothing leaves, and no words are kept', async () => {
    await plan(ana, HOUR);
    await deleteConversation(world.app, owner, id);
    await later(HOUR);
    expect(await said()).toEqual([]);
    expect(await card()).toMatchObject({ scheduled_count: 0, state: 'archived' });
    expect(await db.query(sql`select id from scheduled_messages where conversation_id = ${id}`)).toEqual([]);
  });
  test('INB-65 of an erased client neither', async () => {
    await plan(ana, HOUR);
    await eraseLead(world.app, owner, who.leadId);
    await later(HOUR);
    expect(await said()).toEqual([]);
    expect((await card()).scheduled_count).toBe(0);
    expect(await db.query(sql`select id from scheduled_messages where conversation_id = ${id}`)).toEqual([]);
  });
});
