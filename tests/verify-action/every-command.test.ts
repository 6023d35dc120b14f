/** Every command × every viewer: what they showed + the events = a fresh load. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_DEADLINES } from '../../contract/entities/answer-deadlines.ts';
import type { Message } from '../../contract/entities/message.ts';
import type { User } from '../../contract/entities/user.ts';
import { ANY_CONVERSATION, NO_LIMIT, NO_SKILLS } from '../../contract/routing/blank.ts';
import { GapError } from '../../machines/inbox/changes.ts';
import { agentActor } from '../../server/access/agent-actor.ts';
import { ERASED_TEXT, eraseLead } from '../../server/clients/erase-lead.ts';
import { mergeLeads } from '../../server/clients/merge.ts';
import { changeLead } from '../../server/crm/change-lead.ts';
import { changeCard } from '../../server/inbox/commands/change-card.ts';
import { changeState } from '../../server/inbox/commands/change-state.ts';
import { deleteConversation } from '../../server/inbox/commands/delete-conversation.ts';
import { editNote } from '../../server/inbox/commands/edit-note.ts';
import { follow, look } from '../../server/inbox/commands/follow.ts';
import { giveToTeam } from '../../server/inbox/commands/give-to-team.ts';
import { identify } from '../../server/inbox/commands/identify.ts';
import { joinConversation } from '../../server/inbox/commands/join-conversation.ts';
import { runMacro } from '../../server/inbox/commands/run-macro.ts';
import {
  cancelScheduled,
  changeScheduled,
  scheduleMessage,
  sendScheduledNow,
} from '../../server/inbox/commands/schedule-message.ts';
import { sendMessage } from '../../server/inbox/commands/send-message.ts';
import { separateConversation } from '../../server/inbox/commands/separate-conversation.ts';
import { startConversation } from '../../server/inbox/commands/start-conversation.ts';
import { undoMacro } from '../../server/inbox/commands/undo-macro.ts';
import {
  disconnectCustomer,
  markDelivered,
  markRead,
  rate,
} from '../../server/inbox/commands/visitor-marks.ts';
import { listScheduled } from '../../server/inbox/queries/scheduled-messages.ts';
import { tellLeadCards } from '../../server/inbox/tell-lead-cards.ts';
import { testWorld, type World } from '../../server/inbox/testing.ts';
import { createMacro } from '../../server/inbox/tools/macros.ts';
import type { VisitorIdentity } from '../../server/inbox/visitor-identity.ts';
import { type Database, json, sql } from '../../server/platform/database/database.ts';
import { testDatabase } from '../../server/platform/database/testing.ts';
import type { BotSession } from '../../server/platform/http/session.ts';
import { verifyAction } from './verify-action.ts';
import { fold, liveFrames, load, shown } from './viewer-inbox.ts';

const MINUTE = 60_000;
const EVERYBODY = ['admin', 'bruno', 'carla', 'dana', 'owner'];

let db: Database;
let world: World;
let users: Record<string, User>;
let botId = 500;
/** Ana's colleagues: bruno sees soporte and general, carla and dana every area; dana has auto-assign's other hand. */
let viewers: Record<'owner' | 'admin' | 'bruno' | 'carla' | 'dana', BotSession>;
let id: string;
let who: VisitorIdentity;

beforeAll(async () => {
  db = await testDatabase();
  world = await testWorld(db);
  users = {};
  for (const name of ['Olga', 'Adán', 'Bruno', 'Carla', 'Dana']) users[name] = await world.addUser(name);
});
afterAll(async () => {
  await world.close();
  await db.close();
});

/** A bot of its own for each test, with a pair of conversations that stand by. */
beforeEach(async () => {
  botId += 1;
  await world.addBot(botId, { inactive_after_minutes: 30, close_after_minutes: 60 });
  await db.query(sql`update bots set flags = '{"timer_close": true}' where id = ${botId}`);
  viewers = {
    owner: await world.link(users['Olga']!, botId, 'propietario'),
    admin: await world.link(users['Adán']!, botId, 'administrador'),
    bruno: await world.link(users['Bruno']!, botId, 'agente', ['soporte', 'general']),
    carla: await world.link(users['Carla']!, botId, 'agente'),
    dana: await world.link(users['Dana']!, botId, 'agente', ['ventas']),
  };
  await world.conversation(botId, 'otra');
  world.pass(1000);
  const other = await world.conversation(botId, 'y otra');
  await changeState(world.app, viewers.dana, other.id, { state: 'taken', agent_id: viewers.dana.user.id });
  world.pass(1000);
  ({ id, who } = await world.conversation(botId));
  world.pass(1000);
});

const verify = async (action: () => Promise<unknown>) => {
  const result = await verifyAction(world.app, viewers, action);
  return { ...result, noticed: result.noticed.sort() };
};
const move = (by: BotSession, state: 'active' | 'pending' | 'inactive' | 'closed' | 'archived') =>
  changeState(world.app, by, id, { state });
const take = (by: BotSession) => changeState(world.app, by, id, { state: 'taken', agent_id: by.user.id });
const give = (by: BotSession, to: BotSession, reason = 'sabe más') =>
  changeState(world.app, by, id, { state: 'taken', agent_id: to.user.id, reason });
const reply = (by: BotSession, text = 'Hola', extra: object = {}) =>
  sendMessage(world.app, by, { conversation_id: id, text, temporal_id: world.app.ids(), ...extra });
/** Who sees what only its owner and the bot's heads see. */
const seenBy = (...agents: string[]) => ['admin', 'owner', ...agents].sort();

describe('the customer', () => {
  test('writes for the first time', async () => {
    const { noticed } = await verify(() => world.conversation(botId, 'hola, soy nueva'));
    expect(noticed).toEqual(EVERYBODY);
  });
  test('writes again, and the bot answers', async () => {
    const { noticed } = await verify(() => world.write(who, '¿a qué hora abren?'));
    expect(noticed).toEqual(EVERYBODY);
  });
  test('WID-25 answers a proactive message, in a new conversation and in one that goes on', async () => {
    const rule = {
      id: 'r1',
      name: 'R',
      enabled: true,
      paths: [],
      hosts: [],
      seconds: 1,
      visit: 1,
      hours: 'any',
    };
    const rules = [{ ...rule, every: 1, text: '¿Dudas con el despacho?' }];
    await db.query(sql`
      insert into proactive_rules (bot_id, revision, "on", rules) values (${botId}, 1, true, ${json(rules)})`);
    const answer = () => world.write(who, 'sí', { proactive: 'r1' });
    expect((await verify(answer)).noticed).toEqual(EVERYBODY);
    who = world.visitor(botId);
    expect((await verify(answer)).noticed).toEqual(EVERYBODY);
    const counted = await db.query(sql`select 1 as one from proactive_told where bot_id = ${botId}`);
    expect(counted).toHaveLength(2);
  });
  test('asks for a person', async () => {
    const { noticed, after } = await verify(() =>
      world.write(who, '', { button: 'persona', text: undefined }),
    );
    expect(noticed).toEqual(EVERYBODY);
    expect(after['bruno']?.matrix.pending.web).toBe(1);
  });
  test('asks for a person and auto-assign finds one', async () => {
    await db.query(sql`update bots set auto_assign = true where id = ${botId}`);
    await world.connect(viewers.carla);
    const { noticed, after } = await verify(() =>
      world.write(who, '', { button: 'persona', text: undefined }),
    );
    // Those whose active list it leaves, too.
    expect(noticed).toEqual(EVERYBODY);
    expect(after['carla']?.matrix.taken.web).toBe(1);
  });
  const rule = (otherwise: 'team' | 'all') => ({
    id: 'r1',
    name: 'A ventas',
    enabled: true,
    when: ANY_CONVERSATION,
    to: { area: 'ventas' },
    strategy: 'round_robin',
    overflow: [],
    skills: NO_SKILLS,
    otherwise,
  });
  const settle = async (otherwise: 'team' | 'all' = 'team') => {
    await db.query(sql`
      insert into bot_routing (bot_id, revision, rules, capacity, overrides)
      values (${botId}, 1, ${json([rule(otherwise)])}, ${json(NO_LIMIT)}, '[]')`);
  };
  const asks = () => world.write(who, '', { button: 'persona', text: undefined });
  test('asks for a person and a rule gives it to its team', async () => {
    await settle();
    await world.connect(viewers.dana);
    const { after } = await verify(asks);
    expect(after['dana']?.matrix.taken.web).toBe(2);
  });
  test('asks for a person and waits for the team of a rule, out of the sight of other areas', async () => {
    await settle();
    const { after } = await verify(asks);
    expect([after['dana']?.matrix.pending.web, after['bruno']?.matrix.pending.web]).toEqual([1, 0]);
  });
  test('asks for a person and is left for all by a rule', async () => {
    await settle('all');
    const { after } = await verify(asks);
    expect(after['bruno']?.matrix.pending.web).toBe(1);
  });
  test('waited for a team, and somebody of it has room', async () => {
    await settle();
    await asks();
    await world.connect(viewers.dana);
    const { after } = await verify(() => world.app.jobs.runDue());
    expect(after['dana']?.matrix.taken.web).toBe(2);
    expect(after['carla']?.matrix.pending.web).toBe(0);
  });
  test('writes to the agent who has it', async () => {
    await take(viewers.carla);
    expect((await verify(() => world.write(who, '¿sigues ahí?'))).noticed).toEqual(seenBy('carla'));
  });
  test('comes back while inactive: to the bot', async () => {
    await move(viewers.admin, 'inactive');
    expect((await verify(() => world.write(who, 'volví'))).noticed).toEqual(EVERYBODY);
  });
  test('comes back while inactive: to Pendientes, where it had been', async () => {
    await move(viewers.admin, 'pending');
    await move(viewers.admin, 'inactive');
    const { after } = await verify(() => world.write(who, 'volví'));
    expect(after['dana']?.matrix.pending.web).toBe(1);
  });
  test('comes back while inactive: to the agent who had it and is connected', async () => {
    await take(viewers.carla);
    await move(viewers.carla, 'inactive');
    await world.connect(viewers.carla);
    expect((await verify(() => world.write(who, 'volví'))).noticed).toEqual(seenBy('carla'));
  });
  test('comes back while inactive, and auto-assign finds somebody', async () => {
    await move(viewers.admin, 'pending');
    await move(viewers.admin, 'inactive');
    await db.query(sql`update bots set auto_assign = true where id = ${botId}`);
    await world.connect(viewers.dana);
    const { noticed, after } = await verify(() => world.write(who, 'volví'));
    expect(noticed).toEqual(seenBy('dana'));
    expect(after['dana']?.matrix.taken.web).toBe(2);
  });
  test('writes after the end: a new conversation', async () => {
    await move(viewers.admin, 'closed');
    expect((await verify(() => world.write(who, 'otra cosa'))).noticed).toEqual(EVERYBODY);
  });
  test('says who they are', async () => {
    expect((await verify(() => identify(world.app, who, { name: 'Marta' }))).noticed).toEqual(EVERYBODY);
  });
  test('receives, then reads', async () => {
    await take(viewers.carla);
    const message = await reply(viewers.carla);
    const received = await verify(() => markDelivered(world.app, who.id, message.mid));
    expect(received.noticed).toEqual(seenBy('carla'));
    expect((await verify(() => markRead(world.app, who.id, message.mid))).noticed).toEqual(seenBy('carla'));
  });
  test('rates', async () => {
    await take(viewers.carla);
    await move(viewers.carla, 'closed');
    expect((await verify(() => rate(world.app, who.id, { stars: 5 }))).noticed).toEqual(seenBy('carla'));
  });
  test('leaves for good', async () => {
    const { noticed } = await verify(() => disconnectCustomer(world.app, id, { kind: 'system' }));
    expect(noticed).toEqual(EVERYBODY);
  });
});

describe('people who give it to a team', () => {
  const toTeam = (
    seen: { state: 'active' | 'pending' | 'taken'; agent_id: number | null },
    by = viewers.admin,
  ) => verify(() => giveToTeam(world.app, by, id, { team: 'ventas', seen, reason: 'sabe más' }));
  test('find somebody who has room', async () => {
    await take(viewers.carla);
    await world.connect(viewers.dana);
    const { after } = await toTeam({ state: 'taken', agent_id: viewers.carla.user.id }, viewers.carla);
    expect([after['dana']?.matrix.taken.web, after['carla']?.matrix.taken.web]).toEqual([2, 0]);
  });
  const WAITS = ['active', 'pending', 'taken'] as const;
  test.each(WAITS)('leave what is %s to wait for the team', async (state) => {
    if (state === 'pending') await move(viewers.admin, 'pending');
    if (state === 'taken') await take(viewers.bruno);
    const agent_id = state === 'taken' ? viewers.bruno.user.id : null;
    const { after } = await toTeam({ state, agent_id });
    expect([after['dana']?.matrix.pending.web, after['bruno']?.matrix.pending.web]).toEqual([1, 0]);
  });
});

describe('people', () => {
  test('put it under Pendientes', async () => {
    expect((await verify(() => move(viewers.bruno, 'pending'))).noticed).toEqual(EVERYBODY);
  });
  test('take it', async () => {
    const { noticed, after } = await verify(() => take(viewers.carla));
    expect(noticed).toEqual(EVERYBODY);
    expect(after['bruno']?.matrix.taken.web).toBe(0);
  });
  test('assign it', async () => {
    expect((await verify(() => give(viewers.admin, viewers.carla))).noticed).toEqual(EVERYBODY);
  });
  test('derive it', async () => {
    await take(viewers.carla);
    const { noticed, after } = await verify(() => give(viewers.carla, viewers.bruno));
    expect(noticed).toEqual(seenBy('bruno', 'carla'));
    expect(after['carla']?.matrix.taken.web).toBe(0);
  });
  test('take it over from who has it', async () => {
    await take(viewers.carla);
    const { noticed } = await verify(() =>
      changeState(world.app, viewers.admin, id, {
        state: 'taken',
        agent_id: viewers.admin.user.id,
        from_agent_id: viewers.carla.user.id,
      }),
    );
    expect(noticed).toEqual(seenBy('carla'));
  });
  test('derive what a colleague has, as administrator', async () => {
    await take(viewers.carla);
    const { noticed, after } = await verify(() => give(viewers.admin, viewers.bruno));
    expect(noticed).toEqual(seenBy('bruno', 'carla'));
    expect(after['carla']?.matrix.taken.web).toBe(0);
    expect(after['bruno']?.matrix.taken.web).toBe(1);
  });
  test('derive it with another area', async () => {
    await take(viewers.carla);
    const { noticed } = await verify(() =>
      changeState(world.app, viewers.carla, id, {
        state: 'taken',
        agent_id: viewers.bruno.user.id,
        category: 'soporte',
      }),
    );
    expect(noticed).toEqual(seenBy('bruno', 'carla'));
  });
  test('release it', async () => {
    await take(viewers.carla);
    expect((await verify(() => move(viewers.carla, 'pending'))).noticed).toEqual(EVERYBODY);
  });
  test('give it back to the bot', async () => {
    await take(viewers.carla);
    expect((await verify(() => move(viewers.carla, 'active'))).noticed).toEqual(EVERYBODY);
  });
  test('mark it inactive', async () => {
    expect((await verify(() => move(viewers.admin, 'inactive'))).noticed).toEqual(EVERYBODY);
  });
  test('take it out of inactive', async () => {
    await move(viewers.admin, 'inactive');
    expect((await verify(() => take(viewers.admin))).noticed).toEqual(seenBy());
  });
  test('close it', async () => {
    await take(viewers.carla);
    expect((await verify(() => move(viewers.carla, 'closed'))).noticed).toEqual(seenBy('carla'));
  });
  test('archive it, and take it out again', async () => {
    await take(viewers.carla);
    await move(viewers.carla, 'closed');
    expect((await verify(() => move(viewers.carla, 'archived'))).noticed).toEqual(seenBy('carla'));
    expect((await verify(() => move(viewers.carla, 'closed'))).noticed).toEqual(seenBy('carla'));
  });
  test('reopen it', async () => {
    await take(viewers.carla);
    await move(viewers.carla, 'closed');
    const { noticed, after } = await verify(() => take(viewers.carla));
    expect(noticed).toEqual(seenBy('carla'));
    expect(after['carla']?.matrix.taken.web).toBe(1);
    expect(after['admin']?.matrix.closed.web).toBe(0);
  });
  test('reopen what a colleague had closed', async () => {
    await take(viewers.carla);
    await move(viewers.carla, 'closed');
    const { noticed, after } = await verify(() => take(viewers.admin));
    expect(noticed).toEqual(seenBy('carla'));
    expect(after['carla']?.matrix.closed.web).toBe(0);
  });
  test('tag it', async () => {
    expect((await verify(() => changeCard(world.app, viewers.bruno, id, { tags: ['vip'] }))).noticed).toEqual(
      EVERYBODY,
    );
  });
  test('move it to an area that others do not see, and back', async () => {
    const away = await verify(() => changeCard(world.app, viewers.bruno, id, { category: 'soporte' }));
    expect(away.noticed).toEqual(EVERYBODY);
    expect(away.after['dana']?.matrix.active.web).toBe(1);
    const back = await verify(() => changeCard(world.app, viewers.bruno, id, { category: null }));
    expect(back.noticed).toEqual(EVERYBODY);
    expect(back.after['dana']?.matrix.active.web).toBe(2);
  });
  test('mark it urgent, and take the mark away', async () => {
    const marked = await verify(() => changeCard(world.app, viewers.bruno, id, { priority: 'urgent' }));
    expect(marked.noticed).toEqual(EVERYBODY);
    expect(marked.after['dana']?.lists['active/*']?.find((card) => card.id === id)?.priority).toBe('urgent');
    const gone = await verify(() => changeCard(world.app, viewers.bruno, id, { priority: null }));
    expect(gone.after['dana']?.lists['active/*']?.find((card) => card.id === id)?.priority).toBeNull();
  });
  test('mark it unread, and the owner reads it', async () => {
    await take(viewers.carla);
    expect((await verify(() => changeCard(world.app, viewers.admin, id, { unread: true }))).noticed).toEqual(
      seenBy('carla'),
    );
    const read = await verify(() => changeCard(world.app, viewers.carla, id, { unread: false }));
    expect(read.noticed).toEqual(seenBy('carla'));
    expect(read.after['carla']?.messages[id]?.find((message) => message.from === 'Cliente')).toMatchObject({
      message_status: 'read',
    } satisfies Partial<Message>);
  });
  test('snooze it, and it wakes up', async () => {
    const until = new Date(world.app.clock.now().getTime() + MINUTE).toISOString();
    const snoozed = await verify(() => changeCard(world.app, viewers.bruno, id, { snoozed_until: until }));
    expect(snoozed.noticed).toEqual(EVERYBODY);
    world.pass(MINUTE);
    expect((await verify(() => world.app.jobs.runDue())).noticed).toEqual(EVERYBODY);
  });
  test('INB-80 INB-84 apply a macro, and undo it', async () => {
    const kept = await createMacro(world.app, viewers.admin, {
      name: `Cierre ${id}`,
      shared: true,
      buttons: ['Gracias', 'Otra duda'],
      steps: {
        text: 'Listo, {nombre}',
        add_tags: ['cambio'],
        remove_tags: [],
        category: 'ventas',
        priority: 'high',
        assign: null,
        end: 'close',
      },
    });
    let run = '';
    const apply = async () => {
      const input = { macro_id: kept.id, revision: kept.revision, temporal_id: world.app.ids() };
      ({ id: run } = await runMacro(world.app, viewers.carla, id, { ...input, last_seen: 99 }));
    };
    const applied = await verify(apply);
    // The others', too: it left what they see.
    expect(applied.noticed).toEqual(EVERYBODY);
    expect(applied.after['carla']?.matrix.closed.web).toBe(1);
    const undone = await verify(() => undoMacro(world.app, viewers.carla, id, run));
    expect(undone.noticed).toEqual(expect.arrayContaining(seenBy('carla')));
  });
  test('two conversations of a client are joined, and separated', async () => {
    const other = await world.conversation(botId, 'por otra puerta');
    const leadOf = async (one: string) => {
      const [row] = await db.query<{ lead_id: string }>(
        sql`select lead_id from conversations where id = ${one}`,
      );
      return row?.lead_id ?? '';
    };
    await mergeLeads(world.app, viewers.owner, await leadOf(id), await leadOf(other.id), {});
    await world.write(other.who, '', { button: 'persona', text: undefined });
    await take(viewers.carla);
    const source_seen = world.app.clock.now().toISOString();
    const input = { source_id: other.id, temporal_id: world.app.ids(), last_seen: 100, source_seen };
    let joinId = '';
    const joined = await verify(async () => {
      ({ id: joinId } = await joinConversation(world.app, viewers.carla, id, input));
    });
    // Those whose pending list it leaves, too.
    expect(joined.noticed).toEqual(EVERYBODY);
    expect(joined.after['carla']?.matrix.pending.web).toBe(0);
    expect(joined.after['owner']?.matrix.closed.web).toBe(1);
    const separated = await verify(() => separateConversation(world.app, viewers.carla, id, joinId));
    expect(separated.noticed).toEqual(EVERYBODY);
    expect(separated.after['owner']?.matrix).toEqual(joined.before['owner']?.matrix);
  });

  test('plan a message, change it, take it back, send it now', async () => {
    await take(viewers.carla);
    const at = (minutes: number) =>
      new Date(world.app.clock.now().getTime() + minutes * MINUTE).toISOString();
    const plan = () =>
      scheduleMessage(world.app, viewers.carla, id, {
        text: 'Mañana te cuento',
        buttons: ['Bueno', 'Mejor hoy'],
        send_at: at(5),
        temporal_id: world.app.ids(),
      });
    const kept = () => listScheduled(db, viewers.carla.user.id, botId, id);
    const planned = await verify(plan);
    expect(planned.noticed).toEqual(seenBy('carla'));
    const [first] = await kept();
    const other = { text: 'Hoy te cuento', send_at: at(9) };
    const changed = await verify(() => changeScheduled(world.app, viewers.carla, first?.id ?? '', other));
    expect(changed.noticed).toEqual(seenBy('carla'));
    const gone = await verify(() => cancelScheduled(world.app, viewers.admin, first?.id ?? ''));
    expect(gone.noticed).toEqual(seenBy('carla'));
    const { id: second } = await plan();
    const sent = await verify(() => sendScheduledNow(world.app, viewers.carla, second, undefined));
    expect(sent.noticed).toEqual(seenBy('carla'));
    expect(await kept()).toEqual([]);
  });
  test('a planned message leaves, and one that is held back says so', async () => {
    await take(viewers.carla);
    const plan = () =>
      scheduleMessage(world.app, viewers.carla, id, {
        text: 'Mañana te cuento',
        send_at: new Date(world.app.clock.now().getTime() + MINUTE).toISOString(),
        temporal_id: world.app.ids(),
      });
    await plan();
    world.pass(MINUTE);
    const left = await verify(() => world.app.jobs.runDue());
    expect(left.noticed).toEqual(seenBy('carla'));
    expect(left.after['carla']?.messages[id]?.at(-1)).toMatchObject({ text: 'Mañana te cuento' });
    await plan();
    await world.write(who, '¿y?');
    world.pass(MINUTE);
    const held = await verify(() => world.app.jobs.runDue());
    expect(held.noticed).toEqual(seenBy('carla'));
    expect(held.after['carla']?.messages[id]?.at(-1)?.text).toContain('No se envió');
  });
  test('reply', async () => {
    await take(viewers.carla);
    expect((await verify(() => reply(viewers.carla))).noticed).toEqual(seenBy('carla'));
  });
  test('reply with a template, whose provider then tells what became of it', async () => {
    await db.query(sql`update conversations set channel = 'whatsapp' where id = ${id}`);
    await db.query(sql`
      insert into message_templates (id, bot_id, channel, name, language, category, status, header, body, footer, buttons, created_at)
      values (${`t${botId}`}, ${botId}, 'whatsapp', 'aviso', 'es', 'UTILITY', 'APPROVED', null, 'Hola {{1}}', null,
              '[]', now())`);
    await take(viewers.carla);
    const template = { id: `t${botId}`, values: ['Rosa'] };
    const { noticed, after } = await verify(() => reply(viewers.carla, '', { template }));
    expect(noticed).toEqual(seenBy('carla'));
    const message = after['carla']?.messages[id]?.find(({ text }) => text === 'Hola Rosa');
    const told = await db.query<{ data: unknown }>(sql`
      select data from events where bot_id = ${botId} and name = 'SEND_TEMPLATE_MUTATION'`);
    expect(told).toEqual([
      { data: { conversation_id: id, template: 'aviso', status: message?.message_status } },
    ]);
  });
  test('write a note', async () => {
    const { noticed } = await verify(() => reply(viewers.bruno, 'ojo con este cliente', { note: true }));
    expect(noticed).toEqual(EVERYBODY);
  });
  test('INB-90 INB-91 follow it, and stop; who follows and loses sight counts it no more', async () => {
    const begun = await verify(() => follow(world.app, viewers.bruno, id, true));
    expect(begun.noticed).toEqual(EVERYBODY);
    expect(begun.after['bruno']?.own).toMatchObject({ following: 1 });
    const taken = await verify(() => take(viewers.carla));
    expect(taken.after['bruno']?.own).toMatchObject({ following: 0 });
    await move(viewers.carla, 'pending');
    await world.write(who, '¿siguen ahí?');
    const looked = await verify(() => look(world.app, viewers.bruno, id));
    expect(looked.after['bruno']?.own).toMatchObject({ following: 1 });
    const ended = await verify(() => follow(world.app, viewers.bruno, id, false));
    expect(ended.after['bruno']?.own).toMatchObject({ following: 0 });
  });
  test('INB-93 INB-94 name colleagues in a note, who look, and name them no more', async () => {
    const named = { note: true, mentions: [viewers.carla.user.id, viewers.dana.user.id] };
    let note: Message | undefined;
    const said = await verify(async () => {
      note = await reply(viewers.bruno, '@Carla @Dana miren', named);
    });
    expect(said.noticed).toEqual(EVERYBODY);
    expect(said.after['carla']?.own.mentions).toBe(1);
    const looked = await verify(() => look(world.app, viewers.carla, id));
    expect(looked.after['carla']?.own.mentions).toBe(0);
    expect(looked.after['dana']?.own.mentions).toBe(1);
    const edited = await verify(() => editNote(world.app, viewers.bruno, note?._id ?? '', '@Carla mira'));
    expect(edited.after['dana']?.own.mentions).toBe(0);
    expect(edited.after['carla']?.lists['mentioned/*']).toHaveLength(1);
    const gone = await verify(() => editNote(world.app, viewers.bruno, note?._id ?? '', null));
    expect(gone.after['carla']?.lists['mentioned/*']).toHaveLength(0);
  });
  test('DUE-5 DUE-8 let a deadline come near and pass, and answer', async () => {
    await db.query(sql`
      update bots set answer_deadlines = ${json({ ...NO_DEADLINES, first: 10, open_hours: false })}
      where id = ${botId}`);
    const asked = await verify(() => world.write(who, '', { button: 'persona', text: undefined }));
    expect(asked.after['bruno']?.own.overdue).toBe(0);
    await take(viewers.carla);
    world.pass(8 * MINUTE);
    const near = await verify(() => world.app.jobs.runDue());
    expect(near.noticed).toEqual(seenBy('carla'));
    world.pass(2 * MINUTE);
    const late = await verify(() => world.app.jobs.runDue());
    expect(late.after['carla']?.own.overdue).toBe(1);
    expect(late.after['owner']?.lists['overdue/*']).toHaveLength(1);
    expect(late.after['bruno']?.own.overdue).toBe(0);
    const seen = await verify(() => move(viewers.carla, 'pending'));
    expect(seen.after['bruno']?.own.overdue).toBe(1);
    const taken = await verify(() => reply(viewers.carla, 'Ya vuelvo', { take: true }));
    expect(taken.after['owner']?.own.overdue).toBe(0);
    expect(taken.after['bruno']?.own.overdue).toBe(0);
  });
  test('correct a note of theirs, and take it back', async () => {
    const note = await reply(viewers.bruno, 'ojo con este cliente', { note: true });
    const edited = await verify(() => editNote(world.app, viewers.bruno, note._id, 'paga al contado'));
    expect(edited.noticed).toEqual(EVERYBODY);
    expect(edited.after['dana']?.messages[id]?.at(-1)).toMatchObject({ text: 'paga al contado', note: true });
    const gone = await verify(() => editNote(world.app, viewers.bruno, note._id, null));
    expect(gone.noticed).toEqual(EVERYBODY);
    expect(gone.after['admin']?.messages[id]?.at(-1)).toMatchObject({ text: '', note: true });
  });
  test('write first to a client', async () => {
    await move(viewers.admin, 'closed');
    const { noticed, after } = await verify(() =>
      startConversation(world.app, viewers.carla, { lead_id: who.leadId }),
    );
    expect(noticed).toEqual(seenBy('carla'));
    expect(after['carla']?.matrix.taken.web).toBe(1);
  });
  test('delete it: nobody but the heads sees it any more', async () => {
    await take(viewers.carla);
    const { noticed, after } = await verify(() => deleteConversation(world.app, viewers.admin, id));
    expect(noticed).toEqual(seenBy('carla'));
    expect(after['owner']?.matrix.archived.web).toBe(1);
    expect(after['carla']?.matrix.archived.web).toBe(0);
  });
  test('rename the client', async () => {
    const { noticed } = await verify(() =>
      db.transaction((tx) =>
        changeLead(tx, world.app, tellLeadCards, {
          botId,
          id: who.leadId,
          given: { name: 'Don Pedro' },
          actor: agentActor(viewers.bruno),
        }),
      ),
    );
    expect(noticed).toEqual(EVERYBODY);
  });
});

describe('clients', () => {
  test('are erased: nobody goes on from what they showed, and behind the hole the events say what a fresh load says', async () => {
    await identify(world.app, who, { name: 'Marta' });
    const states = await Promise.all(
      Object.values(viewers).map(async (by) => ({ by, state: await load(world.app, by) })),
    );
    await eraseLead(world.app, viewers.admin, who.leadId);
    for (const { by, state } of states) {
      const frames = await liveFrames(world.app, by, state.seq);
      expect(() => fold(structuredClone(state), frames)).toThrow(GapError);
      // The hole is one number wide; what tells RESET has loaded a base by then.
      state.seq += 1;
      fold(state, frames);
      const fresh = shown(await load(world.app, by));
      expect({ ...shown(state), messages: {} }).toEqual({ ...fresh, messages: {} });
      expect(JSON.stringify(fresh)).not.toContain('Marta');
      for (const message of fresh.messages[id] ?? [])
        if (message.from !== 'system') expect(message.text).toBe(ERASED_TEXT);
    }
  });
});

describe('clocks', () => {
  test('inactivity, then the timer closes it', async () => {
    await take(viewers.carla);
    world.pass(30 * MINUTE);
    const inactive = await verify(() => world.app.jobs.runDue());
    expect(inactive.noticed).toEqual(EVERYBODY);
    expect(inactive.after['admin']?.matrix.inactive.web).toBe(3);
    world.pass(60 * MINUTE);
    const closed = await verify(() => world.app.jobs.runDue());
    expect(closed.after['admin']?.matrix.closed.web).toBe(3);
    expect(closed.noticed).toEqual(seenBy('carla', 'dana'));
  });
});
