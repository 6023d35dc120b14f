/**
 * Whatever a command changes, every viewer's old answers with those asked again that STALE names are a fresh load; and
 * who does not see a ticket hears nothing of it (docs/protocol.md 'Live outside the inbox').
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TicketDetail } from '../../contract/entities/ticket.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
let server: TestServer;
let viewers: { owner: Person; sales: Person; support: Person };
/** What was told since the last look, by person; null: to everybody. */
let told: { topics: readonly string[]; userIds: readonly number[] | null }[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await server.addBot(BOT);
  const add = async (name: string, role: 'propietario' | 'agente', areas: ('ventas' | 'soporte')[] = []) => {
    const person = await server.addPerson(name);
    await server.link(person, BOT, role, areas);
    return person;
  };
  viewers = {
    owner: await add('olga', 'propietario'),
    sales: await add('ventas', 'agente', ['ventas']),
    support: await add('soporte', 'agente', ['soporte']),
  };
  await server.app.db.query(sql`insert into leads (id, bot_id, name) values ('l1', ${BOT}, 'Juana')`);
  server.app.bus.subscribe('touched', ({ changes }) => {
    for (const { topics, userIds } of changes) told.push({ topics, userIds: userIds ?? null });
  });
});
afterAll(() => server.close());

const call = async (method: string, path: string, as: Person, body?: unknown) =>
  (await server.call(method, `/svc/main${path}`, { as, ...(body === undefined ? {} : { body }) })).body;

type Answers = Record<string, unknown>;
const ids: string[] = [];
/** What a tab may show, by the topic that makes it old. */
const questions = (): [topic: string, path: string][] => [
  ...['', '&view=mine', '&view=waiting_us'].map((view): [string, string] => [
    'tickets',
    `/tickets?bot_id=${BOT}${view}`,
  ]),
  ['tickets', `/tickets/counts?bot_id=${BOT}`],
  ...ids.flatMap((id): [string, string][] => [
    [`ticket:${id}`, `/tickets/${id}`],
    [`ticket:${id}`, `/tickets/${id}/messages`],
  ]),
];

async function load(person: Person, only?: ReadonlySet<string>, before: Answers = {}): Promise<Answers> {
  const answers = { ...before };
  for (const [topic, path] of questions())
    if (!only || only.has(topic) || !(path in answers)) answers[path] = await call('GET', path, person);
  return answers;
}

it('old answers with what STALE names asked again are a fresh load, for everybody, after each command', async () => {
  const { owner, sales, support } = viewers;
  const make = (more: object, as = owner) =>
    call('POST', '/tickets', as, { bot_id: BOT, subject: 'Asunto', ...more }) as Promise<TicketDetail>;
  const a = await make({ category: 'ventas', lead_id: 'l1' });
  const b = await make({ category: 'soporte', lead_id: 'l1' });
  ids.push(a.id, b.id);
  const say = (id: string, more: object, as = owner) =>
    call('POST', `/tickets/${id}/messages`, as, { text: 'Hola', temporal_id: server.app.ids(), ...more });
  const put = (id: string, body: object, as = owner) => call('PUT', `/tickets/${id}`, as, body);
  const commands: [name: string, seen: (keyof typeof viewers)[], run: () => Promise<unknown>][] = [
    ['create', ['owner', 'sales'], async () => ids.push((await make({ category: 'ventas' }, sales)).id)],
    ['take', ['owner', 'sales'], () => put(a.id, { assignee: sales.id }, sales)],
    ['priority', ['owner', 'support'], () => put(b.id, { priority: 'urgent' }, support)],
    // Who loses sight of it hears of that.
    ['area', ['owner', 'sales', 'support'], () => put(b.id, { category: 'ventas' })],
    ['tags', ['owner', 'sales'], () => put(a.id, { tags: ['vip'], order_ref: 'A-1' })],
    ['note', ['owner', 'sales'], () => say(a.id, { note: true })],
    ['answer', ['owner', 'sales'], () => say(a.id, { next_state: 'waiting' }, sales)],
    [
      'customer',
      ['owner', 'sales'],
      () =>
        server.call('POST', `/svc/main/ticket_pages/${a.page_url.split('/').at(-1)}/messages`, {
          body: { text: 'Gracias', temporal_id: 'c' },
        }),
    ],
    ['solve', ['owner', 'sales'], () => call('POST', `/tickets/${a.id}/solve`, owner)],
    ['close', ['owner', 'sales'], () => put(a.id, { state: 'closed' })],
    ['merge', ['owner', 'sales'], () => call('POST', `/tickets/${b.id}/merge`, owner, { into: ids[2] })],
  ];
  const before = new Map<string, Answers>();
  for (const [key, person] of Object.entries(viewers)) before.set(key, await load(person));
  for (const [name, hear, run] of commands) {
    told = [];
    await run();
    await expect.poll(() => told.length).toBeGreaterThan(0);
    let changed = false;
    for (const [key, person] of Object.entries(viewers)) {
      const topics = told
        .filter(({ userIds }) => userIds === null || userIds.includes(person.id))
        .flatMap((one) => one.topics)
        .filter((topic) => topic.startsWith('ticket'));
      expect({ name, key, hears: topics.length > 0 }).toEqual({
        name,
        key,
        hears: hear.includes(key as keyof typeof viewers),
      });
      const kept = await load(person, new Set(topics), before.get(key));
      const fresh = await load(person);
      expect({ name, key, answers: kept }).toEqual({ name, key, answers: fresh });
      changed ||= JSON.stringify(fresh) !== JSON.stringify(before.get(key));
      before.set(key, fresh);
    }
    // A command of which nobody sees anything proves nothing.
    expect({ name, changed }).toEqual({ name, changed: true });
  }
}, 180_000);

it('ten agents on one ticket, whose commands cross, end in one state that each of them sees', async () => {
  const team: Person[] = [];
  for (let at = 0; at < 10; at++) {
    const person = await server.addPerson(`diez${at}`);
    await server.link(person, BOT, 'administrador');
    team.push(person);
  }
  const command = fc.oneof(
    fc.record({ is: fc.constant('note' as const), text: fc.constantFrom('a', 'b') }),
    fc.record({ is: fc.constant('answer' as const), text: fc.constantFrom('sí', 'no') }),
    fc.record({ is: fc.constant('put' as const), priority: fc.constantFrom('low', 'urgent') }),
    fc.record({ is: fc.constant('take' as const) }),
    fc.record({ is: fc.constant('state' as const), state: fc.constantFrom('open', 'waiting', 'solved') }),
    fc.record({ is: fc.constant('tags' as const), tags: fc.constantFrom(['x'], ['x', 'y'], []) }),
  );
  const wishes = fc.array(fc.tuple(fc.nat({ max: 9 }), command), { minLength: 10, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(wishes, async (given) => {
      const made = (await call('POST', '/tickets', viewers.owner, {
        bot_id: BOT,
        subject: 'De todos',
        lead_id: 'l1',
      })) as TicketDetail;
      ids.splice(0, ids.length, made.id);
      const before = await Promise.all(team.map((person) => load(person)));
      told = [];
      const answered = await Promise.all(
        given.map(([at, wish]) => {
          const as = team[at] ?? viewers.owner;
          const path = `/svc/main/tickets/${made.id}`;
          if (wish.is === 'note' || wish.is === 'answer')
            return server.call('POST', `${path}/messages`, {
              as,
              body: { text: wish.text, note: wish.is === 'note', temporal_id: server.app.ids() },
            });
          const { is, ...body } = wish;
          return server.call('PUT', path, { as, body: is === 'take' ? { assignee: as.id } : body });
        }),
      );
      // Refused by the state that another one made of it, or done: nothing else.
      for (const { status } of answered) expect([200, 409]).toContain(status);
      const done = answered.filter(({ status }) => status === 200).length;
      if (done > 0) await expect.poll(() => told.length).toBeGreaterThan(0);
      const fresh = await Promise.all(team.map((person) => load(person)));
      for (const [at, person] of team.entries()) {
        const topics = told
          .filter(({ userIds }) => userIds === null || userIds.includes(person.id))
          .flatMap((one) => one.topics);
        expect(await load(person, new Set(topics), before[at])).toEqual(fresh[at]);
        const shared = Object.entries(fresh[at] ?? {}).filter(([path]) => !/view=mine|counts/u.test(path));
        expect(shared).toEqual(
          Object.entries(fresh[0] ?? {}).filter(([path]) => !/view=mine|counts/u.test(path)),
        );
      }
    }),
    { numRuns: 3 },
  );
}, 180_000);
