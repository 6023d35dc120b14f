/** Deadlines for answers: when they begin, move and end, and what they tell at their moment. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AnswerDeadlines, NO_DEADLINES } from '../../contract/entities/answer-deadlines.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { User } from '../../contract/entities/user.ts';
import { type Database, json, sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import type { BotSession } from '../platform/http/session.ts';
import { createJobs } from '../platform/jobs/durable-jobs.ts';
import { changeCard } from './commands/change-card.ts';
import { changeState } from './commands/change-state.ts';
import { sendMessage } from './commands/send-message.ts';
import { listCounterMoves } from './queries/counter-moves.ts';
import { countStates } from './queries/counters.ts';
import { listConversations } from './queries/list.ts';
import { readSupervision } from './queries/supervision.ts';
import { answersDueAnew, registerAnswerDue } from './tell-answer-due.ts';
import { testWorld, type World } from './testing.ts';
import type { VisitorIdentity } from './visitor-identity.ts';

const MINUTE = 60_000;
const RULES: AnswerDeadlines = { ...NO_DEADLINES, first: 10, next: 5, open_hours: false };
let db: Database;
let world: World;
let botId = 800;
const users: Record<string, User> = {};
let people: Record<'owner' | 'admin' | 'ana' | 'bruno', BotSession>;

beforeAll(async () => {
  // A real server: two processes at once are two transactions at once.
  db = await testDatabase({ engine: 'postgres' });
  world = await testWorld(db);
  for (const name of ['Olga', 'Adán', 'Ana', 'Bruno']) users[name] = await world.addUser(name);
});
afterAll(async () => {
  await world.close();
  await db.close();
});
beforeEach(async () => {
  botId += 1;
  await world.addBot(botId);
  await rules(RULES);
  const { Olga, Adán, Ana, Bruno } = users as Record<'Olga' | 'Adán' | 'Ana' | 'Bruno', User>;
  people = {
    owner: await world.link(Olga, botId, 'propietario'),
    admin: await world.link(Adán, botId, 'administrador'),
    ana: await world.link(Ana, botId, 'agente', ['ventas', 'soporte']),
    bruno: await world.link(Bruno, botId, 'agente', ['soporte']),
  };
});

const rules = (wanted: AnswerDeadlines) =>
  db.query(sql`update bots set answer_deadlines = ${json(wanted)} where id = ${botId}`);
const due = () => world.app.jobs.runDue();
/** A customer who asked for a person. */
async function asked(): Promise<{ id: string; who: VisitorIdentity }> {
  const made = await world.conversation(botId);
  await world.write(made.who, '', { button: 'persona', text: undefined });
  return made;
}
const take = (id: string, by: BotSession) =>
  changeState(world.app, by, id, { state: 'taken', agent_id: by.user.id });
let said = 0;
const reply = (id: string, by: BotSession, extra: object = {}) => {
  said += 1;
  const text = 'Ya te ayudo';
  return sendMessage(world.app, by, { conversation_id: id, text, temporal_id: `r-${said}`, ...extra });
};
async function card(id: string, by: BotSession = people.owner): Promise<Conversation | undefined> {
  const page = await listConversations(db, by.user.id, { bot_id: botId });
  return page.conversations.find((one) => one.id === id);
}
/** What is owed: which answer, in how many minutes, and how far it has come. */
async function owed(id: string): Promise<[string, number, string | null] | null> {
  const { answer_kind, answer_due_at, answer_level } = (await card(id)) ?? {};
  if (!answer_kind || !answer_due_at) return null;
  const left = (Date.parse(answer_due_at) - world.app.clock.now().getTime()) / MINUTE;
  return [answer_kind, left, answer_level ?? null];
}
/** Of those only what they have not read. */
const unread = async (by: BotSession): Promise<number> => {
  const rows = await db.query(sql`
    select 1 from notifications where user_id = ${by.user.id} and bot_id = ${botId} and type = 'answer_due' and not read`);
  return rows.length;
};
const bell = async (by: BotSession): Promise<string[]> => {
  const rows = await db.query<{ body: string }>(sql`
    select body from notifications where user_id = ${by.user.id} and bot_id = ${botId} and type = 'answer_due'
    order by seq`);
  return rows.map(({ body }) => body);
};
const events = async (id: string) =>
  db.query<{ level: string | null; last: string | null }>(sql`
    select data->'conversation'->>'answer_level' as level, data->>'last_answer_level' as last from events
    where conversation_id = ${id} and data ? 'last_answer_level' order by seq`);
const overdue = async (by: BotSession) => (await countStates(db, by.user.id, botId)).overdue;

test('DUE-4 who asks for a person is owed a first answer; who writes to their agent again, the next; an answer ends it', async () => {
  const { id, who } = await asked();
  expect(await owed(id)).toEqual(['first', 10, null]);
  world.pass(MINUTE);
  // Their next words while nobody answered give no more time, nor less.
  await world.write(who, '¿hay alguien?');
  expect(await owed(id)).toEqual(['first', 9, null]);
  await take(id, people.ana);
  expect(await owed(id)).toEqual(['first', 9, null]);
  await reply(id, people.ana, { note: true });
  expect(await owed(id)).toEqual(['first', 9, null]);
  await reply(id, people.ana);
  expect(await owed(id)).toBeNull();
  world.pass(MINUTE);
  await world.write(who, 'gracias, otra cosa');
  expect(await owed(id)).toEqual(['next', 5, null]);
  await changeState(world.app, people.ana, id, { state: 'closed' });
  expect(await owed(id)).toBeNull();
  world.pass(60 * MINUTE);
  await due();
  expect(await bell(people.ana)).toEqual([]);
  expect(await events(id)).toEqual([]);
});

test('DUE-4 with the bot, inactive, closed or snoozed nothing is owed; woken it is what it was', async () => {
  const { id } = await asked();
  await changeState(world.app, people.owner, id, { state: 'active' });
  expect(await owed(id)).toBeNull();
  const { id: other } = await asked();
  await take(other, people.ana);
  const until = new Date(world.app.clock.now().getTime() + 20 * MINUTE).toISOString();
  await changeCard(world.app, people.ana, other, { snoozed_until: until });
  expect(await owed(other)).toBeNull();
  world.pass(11 * MINUTE);
  await due();
  expect(await bell(people.ana)).toEqual([]);
  world.pass(10 * MINUTE);
  await due();
  expect(await owed(other)).toEqual(['first', -11, 'late']);
  expect(await bell(people.ana)).toHaveLength(1);
});

test('DUE-5 near and late are events of the log, once each, whatever number of processes look', async () => {
  const { id } = await asked();
  await take(id, people.ana);
  const second = createJobs({ db, clock: world.app.clock, ids: world.app.ids, log: world.app.log });
  registerAnswerDue({ ...world.app, jobs: second });
  world.pass(8 * MINUTE - 1);
  await Promise.all([due(), second.runDue()]);
  expect(await events(id)).toEqual([]);
  world.pass(1);
  await Promise.all([due(), second.runDue()]);
  await due();
  expect(await owed(id)).toEqual(['first', 2, 'near']);
  expect(await events(id)).toEqual([{ level: 'near', last: null }]);
  // Run once more, it tells nothing twice, and what comes next keeps its moment.
  const again = { kind: 'conversation.answer_due', key: `conversation.answer_due:${id}`, payload: { id } };
  await db.transaction((tx) => world.app.jobs.schedule(tx, { ...again, runAt: world.app.clock.now() }));
  await due();
  expect(await events(id)).toHaveLength(1);
  world.pass(2 * MINUTE);
  await Promise.all([second.runDue(), due()]);
  await second.runDue();
  expect(await owed(id)).toEqual(['first', 0, 'late']);
  world.pass(60 * MINUTE);
  await due();
  await reply(id, people.ana);
  expect(await events(id)).toEqual([
    { level: 'near', last: null },
    { level: 'late', last: 'near' },
    { level: null, last: 'late' },
  ]);
  // Answered, nothing of it waits to be read.
  expect([await unread(people.ana), await unread(people.owner)]).toEqual([0, 0]);
  const name = (await card(id))?.lead_name;
  expect(await bell(people.ana)).toEqual([
    `Quedan 2 minutos para responder a ${name}`,
    `${name} espera tu respuesta y el plazo venció`,
  ]);
});

test('DUE-5 a process that was away marks and tells it when it is back, once, as late at once', async () => {
  const { id } = await asked();
  await take(id, people.ana);
  world.pass(3 * 60 * MINUTE);
  await due();
  expect((await owed(id))?.[2]).toBe('late');
  expect(await bell(people.ana)).toHaveLength(1);
});

test('DUE-6 near is told to who has it; late to them and to the bot’s heads; of nobody’s to the heads; to nobody who does not see it', async () => {
  const { id: nobodys } = await asked();
  const { id } = await asked();
  await take(id, people.ana);
  world.pass(8 * MINUTE);
  await due();
  expect([await bell(people.owner), await bell(people.admin), await bell(people.bruno)]).toEqual([
    [],
    [],
    [],
  ]);
  expect(await bell(people.ana)).toHaveLength(1);
  expect((await owed(nobodys))?.[2]).toBe('near');
  world.pass(2 * MINUTE);
  await due();
  // One line for who watches over all.
  expect(await bell(people.owner)).toEqual(['2 plazos de respuesta vencidos']);
  expect(await bell(people.admin)).toHaveLength(1);
  expect(await bell(people.ana)).toHaveLength(2);
  expect(await bell(people.bruno)).toEqual([]);
  await reply(id, people.ana);
  expect(await unread(people.ana)).toBe(0);
  // The other one is late still.
  expect(await unread(people.owner)).toBe(1);
});

test('DUE-6 what was answered, given away or closed before the moment is told to nobody', async () => {
  const [one, two, three] = [await asked(), await asked(), await asked()];
  for (const { id } of [one, two, three]) await take(id, people.ana);
  await reply(one.id, people.ana);
  await changeState(world.app, people.ana, two.id, { state: 'taken', agent_id: people.bruno.user.id });
  await changeState(world.app, people.ana, three.id, { state: 'closed' });
  world.pass(8 * MINUTE);
  await due();
  expect(await bell(people.ana)).toEqual([]);
  expect(await bell(people.bruno)).toHaveLength(1);
});

test('DUE-7 another priority or area moves it; what is late by a longer deadline no more is so no more', async () => {
  await rules({ ...RULES, priorities: { urgent: { first: 2, next: null }, low: { first: 60, next: 60 } } });
  const { id } = await asked();
  await changeCard(world.app, people.owner, id, { priority: 'urgent' });
  expect(await owed(id)).toEqual(['first', 2, null]);
  world.pass(2 * MINUTE);
  await due();
  expect((await owed(id))?.[2]).toBe('late');
  expect(await overdue(people.ana)).toBe(1);
  await changeCard(world.app, people.owner, id, { priority: 'low' });
  expect(await owed(id)).toEqual(['first', 58, null]);
  expect(await overdue(people.ana)).toBe(0);
});

test('DUE-11 another area moves it exactly once, by one event that says whose minutes it has; its priority comes before', async () => {
  await rules({
    ...RULES,
    priorities: { urgent: { first: 2, next: null } },
    areas: { ventas: { first: 60, next: null }, soporte: { first: 4, next: null } },
  });
  const { id } = await asked();
  const cards = () =>
    db.query<{ data: { conversation: Conversation } }>(sql`
      select data from events where conversation_id = ${id} and data ? 'conversation' order by seq`);
  const before = (await cards()).length;
  await changeCard(world.app, people.owner, id, { category: 'soporte' });
  expect(await owed(id)).toEqual(['first', 4, null]);
  const after = await cards();
  const moved = after.slice(before).filter(({ data }) => data.conversation.answer_by === 'area');
  expect(moved).toHaveLength(1);
  await changeCard(world.app, people.owner, id, { category: 'soporte' });
  expect(await cards()).toHaveLength(after.length);
  await changeCard(world.app, people.owner, id, { category: 'ventas' });
  expect(await owed(id)).toEqual(['first', 60, null]);
  await changeCard(world.app, people.owner, id, { priority: 'urgent' });
  expect(await owed(id)).toEqual(['first', 2, null]);
  expect((await cards()).at(-1)?.data.conversation.answer_by).toBe('priority');
  await changeCard(world.app, people.owner, id, { priority: null });
  await changeCard(world.app, people.owner, id, { category: 'general' });
  expect(await owed(id)).toEqual(['first', 10, null]);
  expect((await cards()).at(-1)?.data.conversation.answer_by).toBeUndefined();
});

test('DUE-7 deadlines that are set anew hold for those who wait, some at a time; switched off, nothing is owed', async () => {
  await rules(NO_DEADLINES);
  const ids: string[] = [];
  for (let at = 0; at < 53; at += 1) ids.push((await asked()).id);
  expect(await owed(ids[0] ?? '')).toBeNull();
  world.pass(20 * MINUTE);
  await rules(RULES);
  await db.transaction((tx) => answersDueAnew(tx, world.app, botId));
  await due();
  const rows = await db.query<{ answer_level: string | null }>(sql`
    select answer_level from conversations where bot_id = ${botId}`);
  expect(rows.map(({ answer_level }) => answer_level)).toEqual(ids.map(() => 'late'));
  expect(await overdue(people.owner)).toBe(53);
  // A wait that began beside it, by what held before, is found when it is looked again.
  await db.query(sql`
    update conversations set answer_level = null, answer_due_at = null, answer_warn_at = null
    where id = ${ids[7] ?? ''}`);
  world.pass(30_000);
  await due();
  expect(await overdue(people.owner)).toBe(53);
  await rules(NO_DEADLINES);
  await db.transaction((tx) => answersDueAnew(tx, world.app, botId));
  await due();
  expect(await overdue(people.owner)).toBe(0);
  expect(
    await db.query(sql`select 1 from jobs where kind = 'conversation.answer_due' and key in (
    select 'conversation.answer_due:' || id from conversations where bot_id = ${botId})`),
  ).toEqual([]);
});

test('DUE-3 in open hours a deadline set on a Saturday is Monday’s; another calendar moves it', async () => {
  await rules({ ...RULES, open_hours: true });
  const office = [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, to: 1080 }));
  const version = { valid_from: null, zone: 'America/Santiago', holidays: 'none', hours: office, areas: [] };
  await db.query(sql`
    insert into bot_calendars (bot_id, revision, versions, days) values (${botId}, 1, ${json([version])}, '[]')`);
  const { id } = await asked();
  const now = world.app.clock.now();
  expect((await card(id))?.answer_due_at).toBe('2026-11-23T12:10:00.000Z');
  await db.query(sql`
    update bot_calendars set versions = ${json([{ ...version, hours: null }])} where bot_id = ${botId}`);
  await db.transaction((tx) => answersDueAnew(tx, world.app, botId));
  await due();
  expect((await card(id))?.answer_due_at).toBe(new Date(now.getTime() + 10 * MINUTE).toISOString());
});

test('DUE-8 what is late is listed, counted and explained for who sees it; supervision counts it by who has it', async () => {
  const { id: nobodys } = await asked();
  const { id } = await asked();
  await take(id, people.ana);
  world.pass(8 * MINUTE);
  await due();
  const watched = async () =>
    (await readSupervision(db, people.owner.user.id, botId, world.app.clock.now())).answers;
  expect(await watched()).toEqual([
    { agent_id: null, near: 1, late: 0 },
    { agent_id: people.ana.user.id, near: 1, late: 0 },
  ]);
  world.pass(2 * MINUTE);
  await due();
  expect(await watched()).toEqual([
    { agent_id: null, near: 0, late: 1 },
    { agent_id: people.ana.user.id, near: 0, late: 1 },
  ]);
  const listed = async (by: BotSession, filters: object) =>
    (await listConversations(db, by.user.id, { bot_id: botId, ...filters })).conversations
      .map((one) => one.id)
      .sort();
  expect(await listed(people.owner, { overdue: true })).toEqual([id, nobodys].sort());
  expect(await listed(people.bruno, { overdue: true })).toEqual([nobodys]);
  expect(await listed(people.owner, { overdue: true, agent_id: people.ana.user.id })).toEqual([id]);
  expect(await listed(people.owner, { state: 'pending', answer_level: 'late' })).toEqual([nobodys]);
  expect(await listed(people.owner, { answer_level: 'near' })).toEqual([]);
  expect([await overdue(people.owner), await overdue(people.ana), await overdue(people.bruno)]).toEqual([
    2, 2, 1,
  ]);
  await reply(id, people.ana);
  expect([await overdue(people.owner), await overdue(people.ana), await overdue(people.bruno)]).toEqual([
    1, 1, 1,
  ]);
  const moves = async (by: BotSession) => {
    const told = await listCounterMoves(db, by.user.id, { bot_id: botId, state: 'overdue', channel: null });
    return told.moves.map(({ conversation_id, delta }) => [conversation_id, delta]);
  };
  expect((await moves(people.owner)).reduce((sum, [, delta]) => sum + Number(delta), 0)).toBe(1);
  expect(await moves(people.owner)).toContainEqual([id, -1]);
  expect((await moves(people.bruno)).map(([of]) => of)).toEqual([nobodys]);
});
