/** How deadlines of answers end, and what figures make of it: always what the log says. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AnswerDeadlines, NO_DEADLINES } from '../../contract/entities/answer-deadlines.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { User } from '../../contract/entities/user.ts';
import { factsOf } from '../../machines/metrics/facts.ts';
import { readHistories } from '../metrics/read-history.ts';
import { type Database, json, sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import type { BotSession } from '../platform/http/session.ts';
import { changeCard } from './commands/change-card.ts';
import { changeState } from './commands/change-state.ts';
import { sendMessage } from './commands/send-message.ts';
import { testWorld, type World } from './testing.ts';
import type { VisitorIdentity } from './visitor-identity.ts';

const MINUTE = 60_000;
const RULES: AnswerDeadlines = {
  ...NO_DEADLINES,
  first: 10,
  next: 5,
  open_hours: false,
  priorities: { urgent: { first: 2, next: 2 } },
  areas: { ventas: { first: 30, next: 20 } },
};
let db: Database;
let world: World;
let botId = 840;
let olga: User;
let ana: User;
let owner: BotSession;
let agent: BotSession;

beforeAll(async () => {
  db = await testDatabase();
  world = await testWorld(db);
  olga = await world.addUser('Olga');
  ana = await world.addUser('Ana');
});
afterAll(async () => {
  await world.close();
  await db.close();
});
beforeEach(() => openBot());

async function openBot(): Promise<void> {
  botId += 1;
  await world.addBot(botId);
  await db.query(sql`update bots set answer_deadlines = ${json(RULES)} where id = ${botId}`);
  owner = await world.link(olga, botId, 'propietario');
  agent = await world.link(ana, botId, 'agente');
}

const asks = async (): Promise<{ id: string; who: VisitorIdentity }> => {
  const made = await world.conversation(botId);
  await world.write(made.who, '', { button: 'persona', text: undefined });
  return made;
};
const take = (id: string) => changeState(world.app, agent, id, { state: 'taken', agent_id: ana.id });
const reply = (id: string) =>
  sendMessage(world.app, agent, { conversation_id: id, text: 'Hola', temporal_id: world.app.ids() });
const later = async (minutes: number) => {
  world.pass(minutes * MINUTE);
  await world.app.jobs.runDue();
};

interface Ended {
  since: number;
  kind: string;
  at: number;
  kept: boolean;
}
const ended = async (id: string): Promise<Ended[]> => {
  const rows = await db.query<Omit<Ended, 'since' | 'at'> & { since: string; at: string }>(sql`
    select since, kind, at, kept from answer_outcomes where conversation_id = ${id} order by since`);
  return rows.map((row) => ({ ...row, since: Date.parse(row.since), at: Date.parse(row.at) }));
};

/** The same, counted from nothing but the events of the log. */
async function recounted(id: string): Promise<Ended[]> {
  const events = await db.query<{
    at: string;
    data: { conversation?: Conversation; message?: { from: string; note?: boolean } };
  }>(sql`select at, data from events where conversation_id = ${id} order by seq`);
  const found = new Map<string, Ended>();
  let last: Conversation | null = null;
  let spoke = '';
  for (const { at, data } of events) {
    if (data.message?.from === 'agent' && !data.message.note) spoke = at;
    const card = data.conversation;
    if (!card) continue;
    const since: string | null = last?.waiting_since ?? null;
    if (last !== null && since !== null && last.answer_due_at && last.answer_kind) {
      const kind = last.answer_kind;
      const due = Date.parse(last.answer_due_at);
      const entry = { since: Date.parse(since), kind, at: Date.parse(at) };
      if (card.waiting_since === since) {
        if (last.answer_level !== 'late' && card.answer_level === 'late')
          found.set(since, { ...entry, kept: false });
        if (last.answer_level === 'late' && card.answer_level !== 'late' && card.answer_due_at)
          found.delete(since);
      } else if (spoke === at && !found.has(since))
        found.set(since, { ...entry, kept: Date.parse(at) < due });
    }
    last = card;
  }
  return [...found.values()].sort((a, b) => a.since - b.since);
}

test('DUE-12 an answer in time is kept, one that was marked late is not, answered or not; without an answer there is nothing', async () => {
  const inTime = await asks();
  await take(inTime.id);
  await later(9);
  await reply(inTime.id);
  expect((await ended(inTime.id)).map(({ kind, kept }) => [kind, kept])).toEqual([['first', true]]);
  await world.write(inTime.who, '¿y?');
  await later(5);
  expect((await ended(inTime.id)).map(({ kind, kept }) => [kind, kept])).toEqual([
    ['first', true],
    ['next', false],
  ]);
  await reply(inTime.id);
  expect(await ended(inTime.id)).toHaveLength(2);
  const closed = await asks();
  await changeState(world.app, owner, closed.id, { state: 'closed' });
  expect(await ended(closed.id)).toEqual([]);
  // By a longer deadline it is late no more, until that one passes.
  const longer = await asks();
  await later(10);
  expect((await ended(longer.id)).map(({ kept }) => kept)).toEqual([false]);
  await changeCard(world.app, owner, longer.id, { category: 'ventas' });
  expect(await ended(longer.id)).toEqual([]);
  await later(20);
  expect((await ended(longer.id)).map(({ kept }) => kept)).toEqual([false]);
});

test('DUE-12 an answer after the deadline is late, though its job has not looked yet', async () => {
  const { id } = await asks();
  await take(id);
  world.pass(11 * MINUTE);
  await reply(id);
  expect((await ended(id)).map(({ kept }) => kept)).toEqual([false]);
});

test('DUE-13 whatever happens to a conversation, what is kept and what figures count is what its log says', async () => {
  const act = fc.constantFrom(
    'write',
    'reply',
    'take',
    'pass',
    'jump',
    'urgent',
    'ventas',
    'plain',
    'close',
    'pending',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), async (acts) => {
      await openBot();
      const { id, who } = await asks();
      const refusable = (done: Promise<unknown>) =>
        done.then(
          () => undefined,
          () => undefined,
        );
      for (const one of acts) {
        world.pass(1000);
        if (one === 'write') await refusable(world.write(who, 'hola'));
        if (one === 'reply') await refusable(reply(id));
        if (one === 'take') await refusable(take(id));
        if (one === 'pass') await later(3);
        if (one === 'jump') world.pass(6 * MINUTE);
        if (one === 'urgent') await changeCard(world.app, owner, id, { priority: 'urgent' });
        if (one === 'ventas') await changeCard(world.app, owner, id, { category: 'ventas' });
        if (one === 'plain') await changeCard(world.app, owner, id, { priority: null });
        if (one === 'close') await refusable(changeState(world.app, owner, id, { state: 'closed' }));
        if (one === 'pending') await refusable(changeState(world.app, agent, id, { state: 'pending' }));
      }
      const kept = await ended(id);
      expect(kept).toEqual(await recounted(id));
      const [told] = await readHistories(db, botId, [id]);
      if (!told) throw new Error('No history');
      const facts = factsOf(told);
      const counted = (key: string) =>
        facts.filter((fact) => fact.key === key).map(({ at, counts }) => [at, counts]);
      const of = (kind: string) => kept.filter((one) => one.kind === kind).map((one) => [one.at, one.kept]);
      expect(counted('first_on_time')).toEqual(of('first'));
      expect(counted('next_on_time')).toEqual(of('next'));
      expect(counted('answers_late')).toHaveLength(kept.filter((one) => !one.kept).length);
      const [row] = await db.query<{ open: boolean }>(sql`
        select (answer_due_at is not null and answer_level is distinct from 'late') as open
        from conversations where id = ${id}`);
      expect(counted('answers_open')).toHaveLength(row?.open ? 1 : 0);
    }),
    { numRuns: 12 },
  );
});
