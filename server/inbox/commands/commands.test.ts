/** What the people of the team rely on when several of them act at once, or twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '../../../contract/entities/user.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import type { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { listMessages, showConversation } from '../queries/conversation.ts';
import type { World } from '../testing.ts';
import type { VisitorIdentity } from '../visitor-identity.ts';
import { changeCard } from './change-card.ts';
import { changeMany } from './change-many.ts';
import { changeState } from './change-state.ts';
import { identify } from './identify.ts';
import { CommandsWorld, refusal, type Scene } from './testing.ts';

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

describe('taking over', () => {
  const takeOver = (by: BotSession, from: User) =>
    changeState(world.app, by, id, { state: 'taken', agent_id: by.user.id, from_agent_id: from.id });

  test('an owner takes it from who has it, and only from them', async () => {
    await scene.take(ana);
    // Without naming the holder it stays a second taking, which is refused.
    expect((await refusal(scene.take(owner))).code).toBe('already_taken');
    expect(await refusal(takeOver(owner, users.bruno))).toMatchObject({
      code: 'already_taken',
      details: { agent: { id: users.ana.id } },
    });
    const { conversation } = await takeOver(owner, users.ana);
    expect(conversation).toMatchObject({ state: 'taken', agent_id: users.olga.id });
    expect(await scene.texts(owner)).toContain('system: Olga tomó el control de la conversación');
    expect((await refusal(scene.reply(ana))).code).toBe('not_found');
  });

  test('agents do not see what others have, so there is nothing for them to take over', async () => {
    await scene.take(ana);
    expect((await refusal(takeOver(carla, users.ana))).code).toBe('not_found');
  });

  test('what nobody has is not taken over', async () => {
    expect((await refusal(takeOver(owner, users.ana))).code).toBe('illegal_move');
  });
});

describe('taking', () => {
  test('INB-13 of two who take at once one has it, and the other is told who', async () => {
    const results = await Promise.allSettled([scene.take(ana), scene.take(bruno)]);
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
    await scene.take(ana);
    expect((await refusal(scene.move(bruno, 'closed'))).code).toBe('not_found');
    expect((await refusal(scene.reply(bruno))).code).toBe('not_found');
    expect((await refusal(showConversation(db, users.bruno.id, botId, id))).code).toBe('not_found');
    expect((await refusal(scene.take(bruno))).code).toBe('already_taken');
    // An area that was never theirs stays unknown to them.
    await changeCard(world.app, ana, id, { category: 'ventas' });
    expect((await refusal(scene.take(bruno))).code).toBe('not_found');
  });

  test('INB-4 many at once on many conversations never wait for each other in a circle', async () => {
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

describe('reopening', () => {
  const reopen = (by: BotSession, of = id) =>
    changeState(world.app, by, of, { state: 'taken', agent_id: by.user.id, reopen: true });
  beforeEach(async () => {
    await scene.take(ana);
    await scene.move(ana, 'closed');
  });

  test('INB-43 takes up what is closed: nobody waits, and the steps tell of a new span', async () => {
    const { conversation } = await reopen(ana);
    expect(conversation).toMatchObject({ state: 'taken', agent_id: users.ana.id, waiting_since: null });
    expect(await scene.texts(ana)).toContain('system: Ana reabrió la conversación');
    const { text } = await scene.reply(ana);
    expect(text).toBe('Hola');
    const steps = await db.query<{ event: string }>(sql`
      select event from transitions where conversation_id = ${id} order by at, id`);
    expect(steps.at(-1)?.event).toBe('reopen');
  });

  test('INB-43 works for the body that takes, and not for who means to take what waits', async () => {
    const tries = changeState(world.app, ana, id, {
      state: 'taken',
      agent_id: ana.user.id,
      reopen: false,
    });
    expect((await refusal(tries)).code).toBe('illegal_move');
    const { conversation } = await scene.take(ana);
    expect(conversation.state).toBe('taken');
    expect((await refusal(reopen(owner))).code).toBe('already_taken');
  });

  test("INB-43 is nobody else's: who does not see it, and who would give it away", async () => {
    expect((await refusal(reopen(bruno))).code).toBe('not_found');
    expect((await refusal(scene.give(owner, users.ana))).code).toBe('illegal_move');
    const [result] = await changeMany(world.app, owner, [id], { state: 'taken', agent_id: owner.user.id });
    expect(result).toMatchObject({ ok: false, error: 'illegal_move' });
    await scene.move(ana, 'archived');
    expect((await refusal(reopen(ana))).code).toBe('illegal_move');
  });

  test("INB-43 is over once the client has another conversation, theirs or the team's", async () => {
    const written = await world.write(who, 'otra cosa');
    const refused = await refusal(reopen(ana));
    expect(refused).toMatchObject({
      code: 'conflict',
      status: 409,
      details: { state: 'closed', conversation_id: written },
    });
    // Nor when that one is over as well: the newest is the one to take up.
    await changeState(world.app, owner, written, { state: 'closed' });
    expect((await refusal(reopen(ana))).code).toBe('conflict');
    expect((await reopen(owner, written)).conversation.state).toBe('taken');
  });

  test('INB-43 and a customer who writes at once: one conversation goes on, never two', async () => {
    const [reopened, written] = await Promise.allSettled([reopen(ana), world.write(who, 'sigo aquí')]);
    expect(written.status).toBe('fulfilled');
    const open = await db.query<{ id: string }>(sql`
      select id from conversations where lead_id = ${who.leadId} and state not in ('closed', 'archived')`);
    expect(open).toHaveLength(1);
    expect(open[0]?.id === id).toBe(reopened.status === 'fulfilled');
  });
});

describe('taking with the first words', () => {
  const answer = (by: BotSession, extra: object = {}) => scene.reply(by, { take: true, ...extra });

  test('INB-44 takes and says, in one transaction, once', async () => {
    const temporal_id = world.app.ids();
    const first = await answer(ana, { temporal_id });
    expect(await answer(ana, { temporal_id })).toEqual(first);
    expect(await scene.texts(ana)).toEqual([
      'Cliente: hola',
      expect.stringMatching(/^bot: /),
      'system: Ana tomó la conversación',
      'agent: Hola',
    ]);
    // What they have already is as it is.
    await answer(ana);
    expect((await scene.texts(ana)).filter((text) => text.includes('tomó'))).toHaveLength(1);
  });

  test("INB-44 of two one has it, and the other's words are not said", async () => {
    const results = await Promise.allSettled([answer(ana), answer(bruno)]);
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(lost[0]?.reason).toMatchObject({ code: 'already_taken', status: 409 });
    expect((await scene.texts(owner)).filter((text) => text.startsWith('agent: '))).toHaveLength(1);
  });

  test('INB-44 needs the right to take, takes nothing with a note, and nothing that is over', async () => {
    const without = structuredClone(ana);
    for (const module of without.link.role.permissions) {
      module.permissions = module.permissions.filter((name) => name !== 'edit');
    }
    expect((await refusal(answer(without))).code).toBe('forbidden');
    await answer(ana, { note: true });
    expect((await showConversation(db, users.ana.id, botId, id)).conversation.state).toBe('active');
    const empty = await refusal(answer(ana, { text: '  ' }));
    expect(empty.code).toBe('rule');
    expect((await showConversation(db, users.ana.id, botId, id)).conversation.state).toBe('active');
    await scene.move(owner, 'closed');
    expect((await refusal(answer(owner))).code).toBe('illegal_move');
  });
});

describe('giving', () => {
  test('needs shunt-agent', async () => {
    const without = structuredClone(ana);
    for (const module of without.link.role.permissions) {
      module.permissions = module.permissions.filter((name) => name !== 'shunt-agent');
    }
    await scene.take(ana);
    expect((await refusal(scene.give(without, users.bruno))).code).toBe('forbidden');
  });

  test('goes only to somebody of the bot who takes assignments', async () => {
    const stranger = await world.addUser('Extraño');
    expect((await refusal(scene.give(owner, stranger))).code).toBe('rule');
    await db.query(sql`update user_bots set assignments = false where id = ${carla.link.id}`);
    expect((await refusal(scene.give(owner, users.carla))).code).toBe('rule');
  });

  test('tells the team why, and the customer nothing', async () => {
    await scene.take(ana);
    await scene.give(ana, users.bruno);
    expect(await scene.texts(bruno)).toEqual([
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
  test('INB-10 the same temporal_id is one message, whenever and however often it comes', async () => {
    await scene.take(ana);
    const temporal_id = 'once-12345678';
    const sent = await Promise.all([scene.reply(ana, { temporal_id }), scene.reply(ana, { temporal_id })]);
    expect(sent[0]).toEqual(sent[1]);
    await scene.give(ana, users.bruno);
    const before = await scene.head();
    expect((await scene.reply(ana, { temporal_id }))._id).toBe(sent[0]?._id);
    expect(await scene.head()).toBe(before);
    // Somebody else's key is their own.
    expect((await scene.reply(bruno, { temporal_id }))._id).not.toBe(sent[0]?._id);
  });

  test('INB-16 is for the person who has the conversation; a note for all who see it', async () => {
    expect((await refusal(scene.reply(ana))).code).toBe('illegal_move');
    await scene.reply(ana, { note: true });
    await scene.take(ana);
    const refused = await refusal(scene.reply(owner));
    expect(refused.details).toMatchObject({ agent: { id: users.ana.id, name: 'Ana' } });
    await scene.reply(owner, { note: true, text: 'ojo' });
    const { conversation } = await showConversation(db, users.ana.id, botId, id);
    expect(conversation).toMatchObject({ notes_count: 2, last_message_from: 'bot' });
  });

  test("INB-14 somebody else's later answer makes a view stale; notes, the customer and oneself do not", async () => {
    await scene.take(ana);
    const mine = await scene.reply(ana);
    await world.write(who, 'gracias');
    await scene.reply(owner, { note: true });
    await scene.reply(ana, { last_seen: 1 });
    await scene.give(ana, users.bruno);
    await scene.reply(bruno);
    await scene.give(bruno, users.ana);
    // By the name of who answered, which is not whose it is now.
    expect(await refusal(scene.reply(ana, { last_seen: mine.order }))).toMatchObject({
      code: 'stale_view',
      details: { state: 'taken', agent: { name: 'Ana' }, agent_name: 'Bruno' },
    });
    const { messages } = await listMessages(db, users.ana.id, botId, id);
    await scene.reply(ana, { last_seen: messages.at(-1)?.order });
  });

  test('INB-16 under another name, with nothing in it or with foreign files is refused', async () => {
    await scene.take(ana);
    await scene.reply(ana, { from: 'agent', sender: 'agent' });
    await scene.reply(ana, { from: String(users.ana.id), sender: users.ana.email });
    for (const extra of [
      { from: 'Cliente' },
      { sender: String(users.bruno.id) },
      { text: '  ' },
      { attachments: ['x'] },
    ]) {
      expect((await refusal(scene.reply(ana, extra))).code).toBe('rule');
    }
    await db.query(sql`
      insert into uploads (id, bot_id, author, name, type, size, path) values
        ('up-own', ${botId}, ${`u:${users.ana.id}`}, 'a.png', 'image/png', 3, 'a'),
        ('up-foreign', ${botId}, ${`u:${users.bruno.id}`}, 'b.png', 'image/png', 3, 'b')`);
    expect((await refusal(scene.reply(ana, { attachments: ['up-own', 'up-foreign'] }))).code).toBe('rule');
    const message = await scene.reply(ana, { text: '', attachments: ['up-own'] });
    expect(message.attachments).toEqual([{ id: 'up-own', name: 'a.png', type: 'image/png', size: 3 }]);
    expect((await refusal(scene.reply(ana, { attachments: ['up-own'] }))).code).toBe('rule');
  });

  test('keeps what people type, whatever it is', async () => {
    await scene.take(ana);
    const message = await scene.reply(ana, { text: `a\u0000b \ud800 ñ 👩‍👩‍👧 ${'x'.repeat(158)}👍` });
    expect(message.text).toContain('ab \ufffd ñ 👩‍👩‍👧');
    expect((await scene.texts(ana)).at(-1)).toBe(`agent: ${message.text}`);
    const { conversation } = await showConversation(db, users.ana.id, botId, id);
    expect(conversation.last_message.length).toBeLessThanOrEqual(160);
  });

  test('FMT-13 the row previews the words that the customer reads, without their marks', async () => {
    await scene.take(ana);
    for (const [text, shown] of [
      ['**Negrita** y _cursiva_:\n- uno\n- dos', 'Negrita y cursiva: • uno • dos'],
      ['2*3*4 en snake_case_name', '2*3*4 en snake_case_name'],
      ['> ', '>'],
    ]) {
      const message = await scene.reply(ana, { text });
      expect(message.text).toBe(text);
      const { conversation } = await showConversation(db, users.ana.id, botId, id);
      expect(conversation.last_message).toBe(shown);
    }
  });
});
