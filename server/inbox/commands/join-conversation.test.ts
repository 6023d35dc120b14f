/** Two conversations of one client: joined whole or not at all, once, never over a colleague, and parted as they were. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_DEADLINES } from '../../../contract/entities/answer-deadlines.ts';
import type { User } from '../../../contract/entities/user.ts';
import { JOIN_LIMITS } from '../../../contract/join-limits.ts';
import { eraseLead } from '../../clients/erase-lead.ts';
import { mergeLeads, mergesOf, undoMerge } from '../../clients/merge.ts';
import { keepFacts } from '../../metrics/keep-facts.ts';
import { compareFacts } from '../../metrics/nightly.ts';
import { type Database, json, sql } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { findMessages, listJoinedMessages, listMessages, showConversation } from '../queries/conversation.ts';
import { countStates } from '../queries/counters.ts';
import { testWorld, type World } from '../testing.ts';
import type { VisitorIdentity } from '../visitor-identity.ts';
import { changeState } from './change-state.ts';
import { deleteConversation } from './delete-conversation.ts';
import { follow } from './follow.ts';
import { joinConversation } from './join-conversation.ts';
import { scheduleMessage } from './schedule-message.ts';
import { sendMessage } from './send-message.ts';
import { separateConversation } from './separate-conversation.ts';

let db: Database;
let world: World;
let users: Record<'Olga' | 'Ana' | 'Bruno', User>;
let owner: BotSession;
let ana: BotSession;
let bruno: BotSession;
let botId = 800;
/** Of one client: Ana has the target, nobody the source. */
let target: string;
let source: string;
let targetWho: VisitorIdentity;
let sourceWho: VisitorIdentity;

beforeAll(async () => {
  // A real server: two transactions at once are two transactions at once.
  db = await testDatabase({ engine: 'postgres' });
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
beforeEach(setScene);

async function setScene(): Promise<void> {
  botId += 1;
  await world.addBot(botId);
  await db.query(sql`
    update bots set answer_deadlines = ${json({ ...NO_DEADLINES, first: 60, next: 30, open_hours: false })}
    where id = ${botId}`);
  owner = await world.link(users.Olga, botId, 'propietario');
  ana = await world.link(users.Ana, botId, 'agente');
  bruno = await world.link(users.Bruno, botId, 'agente');
  ({ id: target, who: targetWho } = await world.conversation(botId, 'pregunta por la web'));
  world.pass(1000);
  ({ id: source, who: sourceWho } = await another('pregunta por otro lado'));
  await take(ana, target);
  world.pass(1000);
}

const leadOf = async (id: string) => {
  const [row] = await db.query<{ lead_id: string }>(sql`select lead_id from conversations where id = ${id}`);
  return row?.lead_id ?? '';
};
/** One more conversation of the client, by another door. */
async function another(text: string): Promise<{ id: string; who: VisitorIdentity }> {
  const made = await world.conversation(botId, text);
  await mergeLeads(world.app, owner, await leadOf(target), await leadOf(made.id), {});
  world.pass(1000);
  return made;
}

interface Facts {
  state: string;
  agent_id: number | null;
  waiting_since: string | null;
  answer_kind: string | null;
  answer_due_at: string | null;
  unread: boolean;
  snoozed_until: string | null;
  pending_messages_count: number;
  followers: number[];
  joined: { id: string; join_id: string; through?: string }[];
  joined_into: string | null;
  message_count: number;
  last_message_date: string;
}
const read = async (id: string): Promise<Facts> => {
  const [row] = await db.query<Facts>(sql`
    select state, agent_id, waiting_since, answer_kind, answer_due_at, unread, snoozed_until, pending_messages_count,
      followers, joined, joined_into, message_count, last_message_date
    from conversations where id = ${id}`);
  if (!row) throw new Error('No conversation');
  return row;
};
/** What separating gives back: all but the lines that tell of it. */
const standing = async (id: string) => {
  const { message_count: _, ...rest } = await read(id);
  return rest;
};
const take = (by: BotSession, id: string) =>
  changeState(world.app, by, id, { state: 'taken', agent_id: by.user.id });
/** As 'Tomar el control': the owner has what Ana had. */
const takeOver = (id: string) =>
  changeState(world.app, owner, id, {
    state: 'taken',
    agent_id: owner.user.id,
    from_agent_id: ana.user.id,
    reason: null,
  });
const reply = (by: BotSession, id: string, text = 'Hola') =>
  sendMessage(world.app, by, { conversation_id: id, text, temporal_id: world.app.ids() });
const askForPerson = (who: VisitorIdentity) => world.write(who, '', { button: 'persona', text: undefined });
const join = async (by: BotSession, from = source, into = target, more: object = {}) =>
  joinConversation(world.app, by, into, {
    source_id: from,
    temporal_id: world.app.ids(),
    last_seen: (await read(into)).message_count,
    source_seen: (await read(from)).last_message_date,
    ...more,
  });
const separate = (by: BotSession, joinId: string, from = target) =>
  separateConversation(world.app, by, from, joinId);
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    ({ code, message }: Refused) => ({ code, message }),
  );
const texts = async (by: BotSession, id = target) =>
  (await listJoinedMessages(db, by.user.id, botId, id)).messages
    .filter(({ from }) => from !== 'system')
    .map(({ text }) => text);
const linesOf = async (id: string) =>
  (await listMessages(db, owner.user.id, botId, id)).messages
    .filter(({ from }) => from === 'system')
    .map(({ text }) => text);
const headOf = async () => {
  const [row] = await db.query<{ log_head: number }>(sql`select log_head from bots where id = ${botId}`);
  return row?.log_head;
};

describe('joined', () => {
  test('INB-110 the source is over and points at the target, which names it and says who joined it', async () => {
    const joined = await join(ana);
    expect(joined).toMatchObject({ source_id: source, target_id: target, separated: false });
    expect(await read(source)).toMatchObject({ state: 'closed', joined_into: target });
    const { conversation } = await showConversation(db, ana.user.id, botId, target);
    expect(conversation).toMatchObject({
      state: 'taken',
      joined: [{ id: source, channel: 'web', join_id: joined.id }],
    });
    expect((await linesOf(target)).at(-1)).toMatch(/^Ana unió aquí la conversación de /u);
    expect((await linesOf(source)).at(-1)).toBe('Ana unió esta conversación a otra del cliente: sigue allí');
    const [audit] = await db.query<{ user_name: string | null; changes: { column_name: string }[] }>(sql`
      select user_name, changes from audits where auditable_type = 'conversation' and auditable_id = ${target}`);
    expect(audit).toMatchObject({
      user_name: 'Ana',
      changes: [{ column_name: 'joined', new_value: source }],
    });
  });

  test('INB-110 who sees the target reads what was said in the source; who does not sees neither', async () => {
    await reply(ana, target);
    await world.write(sourceWho, 'y algo más');
    await join(ana);
    // Ana does not see the source by itself: nobody's, and over.
    expect(await refusal(listMessages(db, ana.user.id, botId, source))).toMatchObject({ code: 'not_found' });
    const said = await texts(ana);
    expect(said).toContain('pregunta por otro lado');
    expect(said.indexOf('pregunta por otro lado')).toBeLessThan(said.indexOf('y algo más'));
    expect(await texts(owner)).toEqual(said);
    expect(await refusal(texts(bruno))).toMatchObject({ code: 'not_found' });
  });

  test('INB-110 the same key joins once, also when both arrive at the same time', async () => {
    const input = {
      source_id: source,
      temporal_id: 'once',
      last_seen: (await read(target)).message_count,
      source_seen: (await read(source)).last_message_date,
    };
    const both = await Promise.all([
      joinConversation(world.app, ana, target, input),
      joinConversation(world.app, ana, target, input),
    ]);
    expect(both[0]).toEqual(both[1]);
    const head = await headOf();
    expect(await joinConversation(world.app, ana, target, input)).toEqual(both[0]);
    expect(await headOf()).toBe(head);
    const third = await another('tercera');
    expect(
      await refusal(joinConversation(world.app, ana, target, { ...input, source_id: third.id })),
    ).toEqual({
      code: 'rule',
      message: 'Esta unión ya se hizo con otra conversación.',
    });
  });

  test('INB-113 what was late before it was joined is late once, whoever answers it and when', async () => {
    await askForPerson(sourceWho);
    await reply(ana, target);
    const since = (await read(source)).waiting_since;
    world.pass(61 * 60_000);
    await world.app.jobs.runDue();
    await join(ana);
    expect((await read(target)).waiting_since).toBe(since);
    await world.app.jobs.runDue();
    world.pass(60_000);
    await reply(ana, target, 'Disculpa la espera');
    const ended = await db.query<{ conversation_id: string; kept: boolean }>(sql`
      select conversation_id, kept from answer_outcomes where bot_id = ${botId} and since = ${since}::timestamptz`);
    expect(ended).toEqual([{ conversation_id: source, kept: false }]);
  });

  test('INB-110 pages of what was said there have every message once, in order of time', async () => {
    const rows = Array.from({ length: JOIN_LIMITS.page + 40 }, (_, at) => ({ at }));
    await db.query(sql`
      insert into messages (id, conversation_id, bot_id, mid, status, sender, text, note, buttons, attachments, created_at, position)
      select 'many-' || ${botId}::text || '-' || lpad(r.at::text, 4, '0'), ${source}, ${botId}::int, 'many-' || ${botId}::text || '-' || r.at, 'sent', 'bot',
        'n ' || r.at, false, '[]', '[]', ${world.app.clock.now()}::timestamptz + r.at * interval '1 millisecond', 100 + r.at
      from jsonb_to_recordset(${json(rows)}) as r(at int)`);
    await join(ana);
    const newest = await listJoinedMessages(db, ana.user.id, botId, target);
    expect(newest).toMatchObject({ more: true });
    expect(newest.messages).toHaveLength(JOIN_LIMITS.page);
    const older = await listJoinedMessages(db, ana.user.id, botId, target, newest.messages[0]?._id);
    expect(older.more).toBe(false);
    const all = [...older.messages, ...newest.messages];
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(all.length);
    expect(all.map(({ created_at }) => created_at)).toEqual(all.map(({ created_at }) => created_at).sort());
    const [stored] = await db.query<{ count: number }>(
      sql`select count(*)::int as count from messages where conversation_id = ${source}`,
    );
    expect(all).toHaveLength(stored?.count ?? 0);
  });
});

describe('refused', () => {
  const unchanged = async (asked: () => Promise<unknown>) => {
    const head = await headOf();
    const found = await refusal(asked());
    expect(await headOf()).toBe(head);
    return found;
  };

  test('INB-111 another client’s, another bot’s, oneself, and what is not there', async () => {
    const stranger = await world.conversation(botId);
    expect(await unchanged(() => join(ana, stranger.id))).toEqual({
      code: 'rule',
      message: 'Son de clientes distintos: no se pueden unir.',
    });
    expect(await unchanged(() => join(ana, target))).toMatchObject({ code: 'rule' });
    const other = botId + 50_000;
    await world.addBot(other);
    const foreign = await world.conversation(other);
    expect(await unchanged(() => join(ana, foreign.id))).toMatchObject({ code: 'not_found' });
    expect(await unchanged(() => join(ana, source, foreign.id))).toMatchObject({ code: 'not_found' });
    expect(
      await unchanged(() => join(ana, source, target, { source_id: "x'); drop table leads; --" })),
    ).toMatchObject({ code: 'not_found' });
  });

  test('INB-111 what nobody has taken, what is over, what is joined already, and a ring', async () => {
    expect(await unchanged(() => join(ana, target, source))).toMatchObject({
      code: 'rule',
      message: 'Toma primero esta conversación: quien la tiene responde por las dos.',
    });
    const third = await another('tercera');
    await take(ana, third.id);
    await join(ana);
    expect(await unchanged(() => join(ana))).toMatchObject({ code: 'not_found' });
    expect(await unchanged(() => join(owner))).toEqual({
      code: 'rule',
      message: 'Esa conversación ya está unida a otra.',
    });
    expect(await unchanged(() => join(owner, target, source))).toMatchObject({
      code: 'rule',
      message: 'Esta conversación está unida a otra: une la nueva a esa, donde sigue.',
    });
    await changeState(world.app, ana, third.id, { state: 'closed' });
    expect(await unchanged(() => join(ana, third.id))).toMatchObject({
      message: 'Esa conversación ya terminó: solo se unen las que siguen abiertas.',
    });
  });

  test('INB-111 what a colleague has, unless one may take it from them', async () => {
    await take(bruno, source);
    const refused = await unchanged(() => join(ana));
    expect(refused).toEqual({ code: 'already_taken', message: 'Bruno ya tomó esta conversación.' });
    const { id } = await join(owner);
    expect(await read(source)).toMatchObject({ state: 'closed', agent_id: bruno.user.id });
    // Bruno sees the source, and not the target: nothing of it is his to part.
    expect(await unchanged(() => separate(bruno, id))).toEqual({
      code: 'already_taken',
      message: 'Ana ya tomó esta conversación.',
    });
    expect(await unchanged(() => separate(ana, id, source))).toMatchObject({ code: 'not_found' });
  });

  test('INB-111 what has something scheduled', async () => {
    await take(ana, source);
    const send_at = new Date(world.app.clock.now().getTime() + 3_600_000).toISOString();
    await scheduleMessage(world.app, ana, source, { text: 'Luego', send_at, temporal_id: world.app.ids() });
    expect(await unchanged(() => join(ana))).toMatchObject({ code: 'rule' });
  });

  test('INB-111 a conversation shows twenty others at most, in chains too', async () => {
    const parts = Array.from({ length: JOIN_LIMITS.joined - 1 }, (_, at) => ({
      id: `p${at}`,
      channel: 'web',
      join_id: `j${at}`,
      at: world.app.clock.now().toISOString(),
    }));
    await db.query(sql`update conversations set joined = ${json(parts)} where id = ${source}`);
    await join(ana);
    expect((await read(target)).joined).toHaveLength(JOIN_LIMITS.joined);
    const third = await another('una más');
    expect(await unchanged(() => join(ana, third.id))).toEqual({
      code: 'rule',
      message: 'Una conversación puede tener hasta 20 unidas.',
    });
  });

  test('INB-112 a colleague’s answer that was not seen, in either of them', async () => {
    await take(ana, source);
    const seen = (await read(source)).last_message_date;
    world.pass(1000);
    const hand = (id: string, to: BotSession) =>
      changeState(world.app, owner, id, { state: 'taken', agent_id: to.user.id, reason: null });
    await takeOver(source);
    await reply(owner, source);
    await hand(source, ana);
    expect(await unchanged(() => join(ana, source, target, { source_seen: seen }))).toMatchObject({
      code: 'stale_view',
    });
    const { message_count } = await read(target);
    await takeOver(target);
    await reply(owner, target);
    await hand(target, ana);
    expect(await unchanged(() => join(ana, source, target, { last_seen: message_count }))).toMatchObject({
      code: 'stale_view',
    });
    await join(ana);
  });
});

describe('what goes on at the target', () => {
  test('INB-113 the wait with the answer that is owed, the unread and the followers, each counted once', async () => {
    await reply(ana, target);
    await follow(world.app, bruno, source, true);
    await askForPerson(sourceWho);
    const before = await read(source);
    expect(before).toMatchObject({ state: 'pending', answer_kind: 'first' });
    await join(ana);
    expect(await read(target)).toMatchObject({
      waiting_since: before.waiting_since,
      answer_kind: 'first',
      answer_due_at: before.answer_due_at,
      pending_messages_count: (before.pending_messages_count ?? 0) + 1,
      followers: [bruno.user.id],
    });
    expect(await read(source)).toMatchObject({
      waiting_since: null,
      answer_due_at: null,
      pending_messages_count: 0,
    });
    const { base_counters } = await countStates(db, owner.user.id, botId);
    expect(base_counters).toMatchObject({ taken: 1, pending: 0, closed: 1 });
    await reply(ana, target);
    expect(await read(target)).toMatchObject({ waiting_since: null, answer_due_at: null });
  });

  test('INB-113 figures: a join is no closing, and what had begun goes on when it is separated', async () => {
    const key = async (name: string) => {
      await keepFacts(world.app, botId, Number.POSITIVE_INFINITY);
      expect(await compareFacts(world.app, botId)).toBe(0);
      const [row] = await db.query<{ count: number }>(sql`
        select count(*)::int as count from metric_facts where bot_id = ${botId} and key = ${name}`);
      return row?.count;
    };
    await askForPerson(sourceWho);
    const { id } = await join(ana);
    for (const name of ['resolution', 'rating_rate', 'not_answered', 'reopened'])
      expect(await key(name)).toBe(0);
    expect(await key('conversations')).toBe(2);
    await separate(ana, id);
    await take(ana, source);
    await reply(ana, source);
    await changeState(world.app, ana, source, { state: 'closed' });
    expect(await key('first_response')).toBe(1);
    expect(await key('resolution')).toBe(1);
    expect(await key('reopened')).toBe(0);
  });
});

describe('separated', () => {
  const waiting = ['active', 'pending', 'taken', 'inactive'] as const;
  test.each(waiting)(
    'INB-114 what was %s is so again, and the target loses what it had got',
    async (state) => {
      if (state !== 'active') await askForPerson(sourceWho);
      if (state === 'taken' || state === 'inactive') await take(ana, source);
      if (state === 'inactive') await changeState(world.app, ana, source, { state: 'inactive' });
      await follow(world.app, owner, source, true);
      const before = await standing(source);
      const targetBefore = await standing(target);
      const { id } = await join(ana);
      world.pass(3000);
      expect(await separate(ana, id)).toMatchObject({ separated: true, restored: true });
      expect(await standing(source)).toEqual(before);
      expect(await standing(target)).toEqual(targetBefore);
      const head = await headOf();
      expect(await separate(ana, id)).toMatchObject({ separated: true, restored: true });
      expect(await headOf()).toBe(head);
      expect((await linesOf(source)).at(-1)).toBe('Ana separó esta conversación: sigue aquí, como estaba');
    },
  );

  test('INB-114 who was answered meanwhile does not wait, and whoever wrote to the target does', async () => {
    await askForPerson(sourceWho);
    await take(ana, source);
    const { waiting_since } = await read(source);
    const first = await join(ana);
    await reply(ana, target);
    world.pass(1000);
    await world.write(targetWho, 'una duda más');
    const wrote = (await read(target)).waiting_since;
    await separate(ana, first.id);
    expect(await read(source)).toMatchObject({ state: 'taken', waiting_since: null });
    expect(await read(target)).toMatchObject({ waiting_since: wrote });
    // Not answered meanwhile: each has its own wait.
    await reply(ana, target);
    await world.write(sourceWho, '¿siguen ahí?');
    const own = (await read(source)).waiting_since;
    expect(own).not.toBe(waiting_since);
    const second = await join(ana);
    world.pass(1000);
    await world.write(targetWho, 'hola');
    const later = world.app.clock.now().toISOString();
    expect(await read(target)).toMatchObject({ waiting_since: own });
    await separate(ana, second.id);
    expect(await read(source)).toMatchObject({ waiting_since: own });
    expect(await read(target)).toMatchObject({ waiting_since: later });
  });

  test('INB-115 whoever writes there again begins another; then the source stays over', async () => {
    const { id } = await join(ana);
    world.pass(1000);
    const next = await world.write(sourceWho, 'otra cosa');
    expect(next).not.toBe(source);
    expect(await separate(ana, id)).toMatchObject({ separated: true, restored: false });
    expect(await read(source)).toMatchObject({ state: 'closed', joined_into: null });
    expect((await read(target)).joined).toEqual([]);
    // What they began is joined like any other.
    expect(await join(ana, next)).toMatchObject({ source_id: next });
  });

  test('INB-116 what is joined is not reopened nor deleted; its target is reopened and joined further', async () => {
    await take(ana, source);
    const { id } = await join(ana);
    expect(
      await refusal(
        changeState(world.app, ana, source, { state: 'taken', agent_id: ana.user.id, reopen: true }),
      ),
    ).toMatchObject({ code: expect.stringMatching(/rule|conflict/u) });
    expect(await refusal(deleteConversation(world.app, owner, source))).toMatchObject({ code: 'rule' });
    await changeState(world.app, ana, target, { state: 'closed' });
    expect(await refusal(separate(ana, id))).toMatchObject({ code: 'rule' });
    expect(
      await refusal(
        changeState(world.app, ana, source, { state: 'taken', agent_id: ana.user.id, reopen: true }),
      ),
    ).toEqual({
      code: 'rule',
      message: 'Esta conversación está unida a otra: sepárala para reabrirla.',
    });
    await changeState(world.app, ana, target, { state: 'taken', agent_id: ana.user.id, reopen: true });
    world.pass(1000);
    const third = await another('por teléfono');
    await take(ana, third.id);
    const outer = await join(ana, target, third.id);
    expect(await texts(ana, third.id)).toEqual(expect.arrayContaining(['pregunta por otro lado']));
    expect((await read(third.id)).joined).toMatchObject([{ id: source, through: target }, { id: target }]);
    expect(await refusal(separate(ana, id))).toMatchObject({
      message: 'Esta conversación está unida a otra: separa primero esa unión.',
    });
    await separate(ana, outer.id, third.id);
    expect((await read(third.id)).joined).toEqual([]);
    await separate(ana, id);
    expect(await read(source)).toMatchObject({ state: 'taken', joined_into: null });
  });

  test('INB-118 search finds what was said there, and a place of it is read around its moment', async () => {
    await world.write(sourceWho, 'mi pedido es el naranja');
    await join(ana);
    const { found } = await findMessages(db, ana.user.id, botId, target, 'naranja');
    expect(found).toHaveLength(1);
    const around = await listMessages(db, ana.user.id, botId, target, { around: found[0]?._id ?? '' });
    expect(around.messages.length).toBeGreaterThan(0);
    expect(around.messages.every(({ conversation_id }) => conversation_id === target)).toBe(true);
    const stranger = await world.conversation(botId, 'nada que ver');
    const [foreign] = await db.query<{ id: string }>(
      sql`select id from messages where conversation_id = ${stranger.id} limit 1`,
    );
    expect(
      (await listMessages(db, ana.user.id, botId, target, { around: foreign?.id ?? '' })).messages,
    ).toEqual([]);
  });

  test('INB-118 clients that are two again are read apart; erasing one erases what it said everywhere', async () => {
    await join(ana);
    const [merge] = await mergesOf(db, await leadOf(target));
    await undoMerge(world.app, owner, merge?.id ?? '');
    expect(await leadOf(source)).not.toBe(await leadOf(target));
    expect(await texts(ana)).toEqual([]);
    expect((await findMessages(db, ana.user.id, botId, target, 'pregunta por otro')).found).toEqual([]);
    await mergeLeads(world.app, owner, await leadOf(target), await leadOf(source), {});
    expect(await texts(ana)).toContain('pregunta por otro lado');
    await eraseLead(world.app, owner, await leadOf(target));
    expect(JSON.stringify(await texts(owner))).not.toContain('pregunta');
  });
});

test('INB-117 whatever is done at the same time, a source points at the one that names it', async () => {
  type Act = 'join' | 'back' | 'take' | 'give' | 'write' | 'writeTo' | 'close' | 'answer' | 'separate';
  const acts = fc.array(
    fc.constantFrom<Act>(
      'join',
      'join',
      'back',
      'take',
      'give',
      'write',
      'writeTo',
      'close',
      'answer',
      'separate',
      'separate',
    ),
    { minLength: 2, maxLength: 9 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 4 }), async (rounds) => {
      await setScene();
      const done: Record<Act, () => Promise<unknown>> = {
        join: () => join(ana),
        back: () => join(owner, target, source),
        take: () => take(bruno, source),
        give: () => changeState(world.app, owner, source, { state: 'taken', agent_id: owner.user.id }),
        write: () => world.write(sourceWho, 'sigo escribiendo'),
        writeTo: () => world.write(targetWho, 'yo también'),
        close: () => changeState(world.app, owner, source, { state: 'closed' }),
        answer: () => reply(ana, target),
        separate: async () => {
          const rows = await db.query<{ id: string; target_id: string }>(sql`
            select id, target_id from conversation_joins where bot_id = ${botId} order by at desc, id desc limit 1`);
          for (const row of rows) await separate(owner, row.id, row.target_id);
        },
      };
      for (const round of rounds) {
        await Promise.all(
          round.map((act) =>
            done[act]().catch((error: unknown) => {
              if (!(error instanceof Refused)) throw error;
            }),
          ),
        );
        await holdsTogether();
      }
    }),
    { numRuns: 25 },
  );
});

/** Sources and targets name each other, nobody is in two, and the kept joins say the same. */
async function holdsTogether(): Promise<void> {
  const rows = await db.query<
    Pick<Facts, 'state' | 'joined' | 'joined_into'> & { id: string; visitor_id: string | null }
  >(sql`
    select id, state, joined, joined_into, visitor_id from conversations where bot_id = ${botId}`);
  const open = await db.query<{ id: string; source_id: string; target_id: string }>(sql`
    select id, source_id, target_id from conversation_joins where bot_id = ${botId} and separated_at is null`);
  const named = rows.flatMap(({ id, joined }) =>
    joined.filter(({ through }) => through === undefined).map((one) => `${one.join_id}:${one.id}>${id}`),
  );
  expect(named.sort()).toEqual(open.map((one) => `${one.id}:${one.source_id}>${one.target_id}`).sort());
  const pointing = rows.flatMap(({ id, joined_into }) =>
    joined_into === null ? [] : [`${id}>${joined_into}`],
  );
  expect(pointing.sort()).toEqual(open.map((one) => `${one.source_id}>${one.target_id}`).sort());
  for (const row of rows) if (row.joined_into !== null) expect(['closed', 'archived']).toContain(row.state);
  // A customer is never in two that are open.
  const present = rows.filter(({ state }) => state !== 'closed' && state !== 'archived');
  expect(new Set(present.map(({ visitor_id }) => visitor_id)).size).toBe(present.length);
}
