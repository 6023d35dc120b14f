/** Macros on a conversation: whole or not at all, once, judged anew, undone but for their words. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MacroRun, MacroSteps } from '../../../contract/entities/macro.ts';
import type { User } from '../../../contract/entities/user.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { lockText } from '../../../contract/rules/lock.ts';
import { eraseLead } from '../../clients/erase-lead.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { listMessages, showConversation } from '../queries/conversation.ts';
import { testWorld, type World } from '../testing.ts';
import { createMacro, deleteMacro, updateMacro } from '../tools/macros.ts';
import type { VisitorIdentity } from '../visitor-identity.ts';
import { changeCard } from './change-card.ts';
import { changeState } from './change-state.ts';
import { runMacro } from './run-macro.ts';
import { sendMessage } from './send-message.ts';
import { undoMacro } from './undo-macro.ts';

const NOTHING: MacroSteps = { text: null, add_tags: [], remove_tags: [], assign: null, end: null };
const HOUR = 3_600_000;

let db: Database;
let world: World;
let users: Record<'Olga' | 'Ana' | 'Bruno', User>;
let owner: BotSession;
let ana: BotSession;
let bruno: BotSession;
let botId = 900;
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
/** A bot of its own for each test, whose one conversation nobody has. */
beforeEach(async () => {
  botId += 1;
  await world.addBot(botId, { inactive_after_minutes: 30 });
  owner = await world.link(users.Olga, botId, 'propietario');
  ana = await world.link(users.Ana, botId, 'agente');
  bruno = await world.link(users.Bruno, botId, 'agente');
  ({ id, who } = await world.conversation(botId));
  world.pass(1000);
});

const macroOf = (steps: Partial<MacroSteps>, name = world.app.ids()) =>
  createMacro(world.app, owner, { name, steps: { ...NOTHING, ...steps }, shared: true });
const last = async () => (await card()).message_count;
const card = async () => {
  const [row] = await db.query<{
    state: string;
    agent_id: number | null;
    tags: string[];
    category: string | null;
    priority: string | null;
    message_count: number;
  }>(sql`
    select state, agent_id, tags, category, priority, message_count from conversations where id = ${id}`);
  if (!row) throw new Error('No conversation');
  return row;
};
const said = async () =>
  (await listMessages(db, owner.user.id, botId, id)).messages.filter(({ from }) => from === 'agent');
const logged = async () =>
  (await db.query<{ seq: number }>(sql`select seq from events where bot_id = ${botId} order by seq`)).length;
const run = async (
  by: BotSession,
  { id: macro_id, revision }: { id: string; revision: number },
  more: { temporal_id?: string; last_seen?: number } = {},
): Promise<MacroRun> =>
  runMacro(world.app, by, id, {
    macro_id,
    revision,
    temporal_id: world.app.ids(),
    last_seen: await last(),
    ...more,
  });
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, message, details }: Refused) => ({ code, message, part: details?.['part'] }),
  );
const take = (by: BotSession) => changeState(world.app, by, id, { state: 'taken', agent_id: by.user.id });
const reply = (by: BotSession, text = 'Hola') =>
  sendMessage(world.app, by, { conversation_id: id, text, temporal_id: world.app.ids() });

describe('a run', () => {
  test('INB-80 does all of its parts at once, in their order, and the thread says whose macro it was', async () => {
    const macro = await macroOf(
      {
        text: 'Listo {nombre}, te escribe {agente}.',
        add_tags: ['cambio', 'vip'],
        remove_tags: ['nuevo'],
        category: 'soporte',
        priority: 'high',
        assign: 'me',
        end: 'close',
      },
      'Cierre',
    );
    await changeCard(world.app, ana, id, { tags: ['nuevo', 'vip'] });
    const ran = await run(ana, macro);
    expect(ran).toMatchObject({ name: 'Cierre', sent: true, undoable: true, undone: false });
    expect(await card()).toMatchObject({
      state: 'closed',
      agent_id: ana.user.id,
      tags: ['vip', 'cambio'],
      category: 'soporte',
      priority: 'high',
    });
    expect(await said()).toMatchObject([{ text: 'Listo, te escribe Ana.', agent: { id: ana.user.id } }]);
    const { messages } = await listMessages(db, owner.user.id, botId, id);
    expect(messages.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Ana tomó la conversación', 'Ana aplicó la macro «Cierre»']),
    );
  });

  test('INB-80 any subset will do: one part alone, on what nobody has', async () => {
    await run(ana, await macroOf({ add_tags: ['vip'] }));
    expect(await card()).toMatchObject({ tags: ['vip'], agent_id: null });
    await run(ana, await macroOf({ assign: { agent_id: bruno.user.id } }));
    expect(await card()).toMatchObject({ state: 'taken', agent_id: bruno.user.id });
    await run(bruno, await macroOf({ end: 'pending' }));
    expect(await card()).toMatchObject({ state: 'pending', agent_id: null });
  });

  test('INB-81 the same run twice is one, also at once, and in no other conversation', async () => {
    const macro = await macroOf({ text: 'Hola', priority: 'low' });
    const more = { temporal_id: 'una-vez', last_seen: await last() };
    const [first, second] = await Promise.all([run(ana, macro, more), run(ana, macro, more)]);
    expect(second).toEqual(first);
    expect(await run(ana, macro, more)).toEqual(first);
    expect(await said()).toHaveLength(1);
    const other = await world.conversation(botId, 'otra');
    const asked = { macro_id: macro.id, revision: macro.revision, ...more };
    expect(await refusal(runMacro(world.app, ana, other.id, asked))).toMatchObject({ code: 'rule' });
  });

  test('INB-83 it is never run over a colleague’s unseen answer, nor another way than it was seen', async () => {
    const macro = await macroOf({ priority: 'low' });
    const before = await last();
    await take(bruno);
    await reply(bruno);
    expect(await refusal(run(owner, macro, { last_seen: before }))).toMatchObject({ code: 'stale_view' });
    const steps = { ...NOTHING, priority: 'urgent' } as const;
    const changed = await updateMacro(world.app, owner, macro.id, { name: 'Otra', steps, shared: true });
    expect(await refusal(run(owner, macro))).toMatchObject({ code: 'conflict' });
    expect((await card()).priority).toBeNull();
    await run(owner, changed);
    expect((await card()).priority).toBe('urgent');
    await deleteMacro(world.app, owner, macro.id);
    expect(await refusal(run(owner, changed))).toMatchObject({ code: 'rule' });
  });
});

describe('a refusal', () => {
  /** Refused so, and nothing of it is there. */
  async function refused(by: BotSession, steps: Partial<MacroSteps>): Promise<unknown> {
    const macro = await macroOf({ add_tags: ['vip'], priority: 'high', ...steps });
    const before = [await card(), await logged(), await said()];
    const answer = await refusal(run(by, macro));
    expect(await Promise.all([card(), logged(), said()])).toEqual(before);
    const runs = await db.query(sql`select id from macro_runs where conversation_id = ${id}`);
    expect(runs).toEqual([]);
    return answer;
  }

  test('INB-82 somebody else’s conversation is neither answered nor moved, and says whose it is', async () => {
    await take(bruno);
    expect(await refused(owner, { text: 'Hola' })).toEqual({
      code: 'already_taken',
      message: 'Respuesta: Bruno ya tomó esta conversación.',
      part: 'text',
    });
    expect(await refused(owner, { end: 'close' })).toMatchObject({
      message: 'Cierre: Bruno ya tomó esta conversación.',
    });
    // Who does not see it any longer reads who was first.
    expect(await refused(ana, {})).toMatchObject({ code: 'already_taken' });
  });

  test('INB-82 a person who is gone, and giving away without the right to', async () => {
    const gone = await world.addUser('Gastón');
    await world.link(gone, botId, 'agente');
    const macro = await macroOf({ add_tags: ['vip'], assign: { agent_id: gone.id } });
    await db.query(sql`delete from user_bots where user_id = ${gone.id} and bot_id = ${botId}`);
    expect(await refusal(run(ana, macro))).toEqual({
      code: 'rule',
      message: 'Asignación: Esa persona no puede recibir conversaciones de este chatbot.',
      part: 'assign',
    });
    expect((await card()).tags).toEqual([]);
    const without = (permission: 'shunt-agent' | 'add'): BotSession => {
      const permissions = ana.link.role.permissions.map((one) =>
        one.view_name === 'live'
          ? { ...one, permissions: one.permissions.filter((right) => right !== permission) }
          : one,
      );
      return { ...ana, link: { ...ana.link, role: { ...ana.link.role, permissions } } };
    };
    const given = { assign: { agent_id: bruno.user.id } };
    expect(await refused(without('shunt-agent'), given)).toMatchObject({ code: 'forbidden', part: 'assign' });
    expect(await refused(without('add'), { text: 'Hola' })).toMatchObject({
      code: 'forbidden',
      part: 'text',
    });
  });

  test('INB-82 a closed window, a closed conversation, and more tags than one carries', async () => {
    const byWhatsapp = (hoursAgo: number) =>
      db.query(sql`
        update conversations set channel = 'whatsapp',
          last_customer_message_at = ${new Date(world.app.clock.now().getTime() - hoursAgo * HOUR)} where id = ${id}`);
    await byWhatsapp(25);
    expect(await refused(ana, { text: 'Hola', end: 'close' })).toEqual({
      code: 'rule',
      message: `Respuesta: ${lockText('whatsapp', 'person')}`,
      part: 'text',
    });
    await byWhatsapp(1);
    expect(await refused(ana, { text: 'Hola' })).toMatchObject({
      message: 'Respuesta: El canal de esta conversación no está conectado.',
    });
    const many = Array.from({ length: LIMITS.tags }, (_, index) => `t${index}`);
    await changeCard(world.app, ana, id, { tags: many });
    expect(await refused(ana, { assign: 'me' })).toMatchObject({
      message: 'Etiquetas: Una conversación puede tener hasta 30 etiquetas.',
    });
    await changeCard(world.app, ana, id, { tags: [] });
    await changeState(world.app, owner, id, { state: 'closed' });
    expect(await refused(owner, { end: 'close' })).toMatchObject({ code: 'illegal_move', part: 'end' });
    expect(await refused(owner, { assign: 'me' })).toMatchObject({ code: 'illegal_move', part: 'assign' });
  });
});

describe('its undo', () => {
  test('INB-84 what waited for a team waits for it again; one that was given elsewhere since keeps that', async () => {
    const waits = async () => {
      const [row] = await db.query<{ waits_for: object | null }>(
        sql`select waits_for from conversations where id = ${id}`,
      );
      return row?.waits_for ?? null;
    };
    await world.write(who, '', { button: 'persona', text: undefined });
    await db.query(sql`
      update conversations set waits_for = '{"area": "soporte"}', category = 'soporte' where id = ${id}`);
    const taken = await run(ana, await macroOf({ assign: 'me' }));
    expect(await waits()).toBeNull();
    await undoMacro(world.app, ana, id, taken.id);
    expect([await card(), await waits()]).toMatchObject([{ state: 'pending' }, { area: 'soporte' }]);
    const moved = await run(ana, await macroOf({ category: 'ventas' }));
    expect(await waits()).toEqual({ area: 'ventas' });
    await undoMacro(world.app, ana, id, moved.id);
    expect(await waits()).toEqual({ area: 'soporte' });
    const tagged = await run(ana, await macroOf({ add_tags: ['vip'] }));
    await db.query(sql`update conversations set waits_for = '{"area": "general"}' where id = ${id}`);
    await undoMacro(world.app, ana, id, tagged.id);
    expect(await waits()).toEqual({ area: 'general' });
  });

  const undo = (by: BotSession, ran: MacroRun) => undoMacro(world.app, by, id, ran.id);

  test('INB-84 brings back everything but the words, once', async () => {
    await take(ana);
    await changeCard(world.app, ana, id, { tags: ['nuevo'] });
    await changeCard(world.app, ana, id, { category: 'ventas' });
    const before = await card();
    const all = {
      text: 'Adiós',
      add_tags: ['vip'],
      remove_tags: ['nuevo'],
      category: null,
      priority: 'low',
    } as const;
    const ran = await run(
      ana,
      await macroOf({ ...all, add_tags: ['vip'], remove_tags: ['nuevo'], end: 'close' }),
    );
    expect(await undo(ana, ran)).toMatchObject({ sent: true, undone: true });
    const after = await card();
    expect({ ...after, message_count: 0 }).toEqual({ ...before, message_count: 0 });
    expect(await said()).toHaveLength(1);
    const events = await logged();
    expect(await undo(ana, ran)).toMatchObject({ undone: true });
    expect(await logged()).toBe(events);
  });

  test('INB-84 from wherever it stood, to wherever the macro moved it', async () => {
    const places = ['active', 'pending', 'taken', 'inactive'] as const;
    const ways: Partial<MacroSteps>[] = [
      { assign: 'me' },
      { assign: { agent_id: bruno.user.id } },
      { end: 'close' },
      { end: 'pending' },
      { assign: 'me', end: 'close' },
      { text: 'Hola', end: 'pending' },
    ];
    for (const place of places) {
      for (const steps of ways) {
        ({ id, who } = await world.conversation(botId));
        if (place !== 'active') await changeState(world.app, ana, id, { state: 'pending' });
        if (place === 'taken' || place === 'inactive') await take(ana);
        if (place === 'inactive') await changeState(world.app, ana, id, { state: 'inactive' });
        const before = await card();
        const ran = await run(ana, await macroOf(steps));
        if (ran.undoable) await undo(ana, ran);
        const { state, agent_id } = await card();
        expect({ state, agent_id }, `${place} ${JSON.stringify(steps)}`).toEqual({
          state: before.state,
          agent_id: before.agent_id,
        });
      }
    }
  });

  test('INB-84 not by anybody else, not late, and not over what somebody did since', async () => {
    const tagged = await run(ana, await macroOf({ add_tags: ['vip'] }));
    expect(await refusal(undo(bruno, tagged))).toMatchObject({ code: 'not_found' });
    await changeCard(world.app, bruno, id, { tags: ['otra'] });
    expect(await refusal(undo(ana, tagged))).toMatchObject({ code: 'conflict' });
    expect((await card()).tags).toEqual(['otra']);
    const given = await run(ana, await macroOf({ assign: { agent_id: bruno.user.id } }));
    await reply(bruno);
    expect(await refusal(undo(ana, given))).toMatchObject({ code: 'conflict' });
    const closed = await run(bruno, await macroOf({ end: 'close' }));
    await world.write(who, 'hola de nuevo');
    expect(await refusal(undo(bruno, closed))).toMatchObject({ code: 'conflict' });
    const late = await run(bruno, await macroOf({ priority: 'low' }));
    world.pass(HOUR);
    expect(await refusal(undo(bruno, late))).toMatchObject({ code: 'rule' });
  });

  test('INB-87 runs go with their client’s erasure', async () => {
    await run(ana, await macroOf({ add_tags: ['secreto'] }));
    const { conversation } = await showConversation(db, owner.user.id, botId, id);
    await eraseLead(world.app, owner, conversation.lead_id);
    expect(await db.query(sql`select id from macro_runs where conversation_id = ${id}`)).toEqual([]);
  });
});

test('INB-85 of two who apply and a colleague who answers at once, each is whole or not at all', async () => {
  const anyAct = fc.constantFrom('ana', 'bruno', 'reply', 'take', 'undo');
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 2, maxLength: 5 }), async (acts) => {
      ({ id, who } = await world.conversation(botId));
      const macro = await macroOf({ text: 'Listo', add_tags: ['hecho'], priority: 'high', end: 'close' });
      const last_seen = await last();
      const runs: Promise<MacroRun | null>[] = [];
      const doAct = async (act: (typeof acts)[number]): Promise<void> => {
        if (act === 'take') {
          const change = { state: 'taken', agent_id: bruno.user.id, reopen: false } as const;
          return void (await refusal(changeState(world.app, bruno, id, change)));
        }
        if (act === 'reply') {
          const answer = { conversation_id: id, text: 'Yo sigo', temporal_id: world.app.ids(), take: true };
          return void (await refusal(sendMessage(world.app, bruno, answer)));
        }
        if (act === 'undo') {
          const ran = await Promise.all(runs);
          for (const one of ran) if (one) await refusal(undoMacro(world.app, ana, id, one.id));
          return;
        }
        const ran = run(act === 'ana' ? ana : bruno, macro, { last_seen }).catch((error: unknown) => {
          if (error instanceof Refused) return null;
          throw error;
        });
        runs.push(ran);
        await ran;
      };
      await Promise.all(acts.map(doAct));
      const done = (await Promise.all(runs)).filter((ran) => ran !== null);
      const now = await card();
      const words = (await said()).filter(({ text }) => text === 'Listo');
      const kept = await db.query<{ undone_at: string | null }>(
        sql`select undone_at from macro_runs where conversation_id = ${id}`,
      );
      // Each run that was answered said its words once; a refused one left nothing.
      expect(words).toHaveLength(done.length);
      expect(kept).toHaveLength(done.length);
      const standing = kept.some(({ undone_at }) => undone_at === null);
      expect(now.tags.includes('hecho')).toBe(standing);
      expect(now.priority === 'high').toBe(standing);
      if (standing) expect(now.state).toBe('closed');
    }),
    { numRuns: 30, seed: 20261127 },
  );
});
