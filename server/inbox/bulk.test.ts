/** Many conversations at once, over HTTP: what matches, one change for all, what failed and why; and snoozing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BulkResult } from '../../contract/calls/inbox-bulk.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { Message } from '../../contract/entities/message.ts';
import type { SightFacts } from '../../machines/inbox/sight.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
const BASE = '/svc/conversations';
let server: TestServer;
let owner: Person;
let ana: Person;
let bruno: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, bruno, stranger } = await server.addTeam(BOT));
});
afterAll(() => server.close());

const post = (path: string, body: object, as: Person) =>
  server.call('POST', `${BASE}/conversations${path}`, { as, body });
const fresh = (id: string, facts: Partial<SightFacts> = {}) =>
  server.addConversation(id, BOT, { state: 'active', category: null, agent_id: null, ...facts });
const bulk = async (as: Person, ids: readonly string[], change: object): Promise<BulkResult[]> => {
  const answer = await post('/bulk', { bot_id: BOT, ids, change }, as);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as { results: BulkResult[] }).results;
};
const outcomes = (results: BulkResult[]) => results.map(({ id, ok, error }) => [id, ok, error]);
const show = async (id: string) =>
  (
    (await server.call('GET', `${BASE}/conversations/${id}`, { as: owner })).body as {
      conversation: Conversation;
    }
  ).conversation;

test('one that is refused hinders no other, and the report names it and says why', async () => {
  await fresh('m-1', { state: 'taken', agent_id: ana.id });
  await fresh('m-2', { state: 'closed', agent_id: ana.id });
  await fresh('m-3', { state: 'taken', agent_id: bruno.id });
  const results = await bulk(ana, ['m-1', 'm-2', 'm-3', 'nobody', 'm-1'], { state: 'archived' });
  expect(outcomes(results)).toEqual([
    ['m-1', false, 'illegal_move'],
    ['m-2', true, null],
    // Bruno's: for Ana it does not exist, and has no name.
    ['m-3', false, 'not_found'],
    ['nobody', false, 'not_found'],
  ]);
  expect(results.map(({ lead_name }) => lead_name)).toEqual(['Cliente', 'Cliente', null, null]);
  expect(results[0]?.message).toBe('La conversación ya no permite esta acción.');
});

test('INB-13 asking again after a lost answer is done, not refused; somebody else’s move is refused', async () => {
  for (const id of ['a-1', 'a-2']) await fresh(id, { state: 'taken', agent_id: ana.id });
  const close = { state: 'closed' };
  expect(outcomes(await bulk(ana, ['a-1', 'a-2'], close))).toEqual([
    ['a-1', true, null],
    ['a-2', true, null],
  ]);
  const events = await server.app.db.query(sql`select 1 as one from events where conversation_id = 'a-1'`);
  expect(outcomes(await bulk(ana, ['a-1', 'a-2'], close))).toEqual([
    ['a-1', true, null],
    ['a-2', true, null],
  ]);
  expect(
    await server.app.db.query(sql`select 1 as one from events where conversation_id = 'a-1'`),
  ).toHaveLength(events.length);
  expect(outcomes(await bulk(owner, ['a-1'], close))).toEqual([['a-1', false, 'illegal_move']]);
  // Given away, Ana no longer sees it; that it was she who gave it is known.
  await fresh('a-3', { state: 'taken', agent_id: ana.id });
  const give = { state: 'taken', agent_id: bruno.id, reason: 'turno' };
  expect(outcomes(await bulk(ana, ['a-3'], give))).toEqual([['a-3', true, null]]);
  expect(outcomes(await bulk(ana, ['a-3'], give))).toEqual([['a-3', true, null]]);
});

describe('INB-88 a macro for many', () => {
  const NOTHING = { text: null, add_tags: [], remove_tags: [], assign: null, end: null };
  const macroOf = async (steps: object): Promise<{ id: string; revision: number }> => {
    const body = { name: crypto.randomUUID().slice(0, 30), steps: { ...NOTHING, ...steps }, shared: true };
    const made = await server.call('POST', `${BASE}/macros/${BOT}`, { as: owner, body });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { id, revision } = made.body as { id: string; revision: number };
    return { id, revision };
  };
  const now = () => server.app.clock.now().toISOString();
  const said = async (id: string) =>
    (
      await server.app.db.query<{ text: string }>(sql`
        select text from messages where conversation_id = ${id} and sender = 'agent' and not note order by position`)
    ).map(({ text }) => text);

  test('is whole or not at all for each, once however often it is asked, and refusals hinder no other', async () => {
    const macro = await macroOf({ text: 'Hola, soy {agente}.', add_tags: ['visto'], end: 'close' });
    await fresh('n-1', { state: 'pending' });
    await fresh('n-2', { state: 'taken', agent_id: ana.id });
    await fresh('n-3', { state: 'taken', agent_id: bruno.id });
    const change = { macro: { ...macro, run: 'r-1', seen_at: now() } };
    const wanted = [
      ['n-1', true, null],
      ['n-2', true, null],
      ['n-3', false, 'already_taken'],
    ];
    const ids = ['n-1', 'n-2', 'n-3'];
    expect(outcomes(await bulk(ana, ids, change))).toEqual(wanted);
    expect(outcomes(await bulk(ana, ids, change))).toEqual(wanted);
    expect([await said('n-1'), await said('n-2'), await said('n-3')]).toEqual([
      ['Hola, soy ana.'],
      ['Hola, soy ana.'],
      [],
    ]);
    expect(await show('n-1')).toMatchObject({ state: 'closed', tags: ['visto'] });
    expect(await show('n-3')).toMatchObject({ state: 'taken', tags: [] });
  });

  test('is refused where a colleague answered after the list was seen, and where the macro changed', async () => {
    const macro = await macroOf({ add_tags: ['tarde'] });
    await fresh('o-1', { state: 'pending' });
    const seen_at = now();
    server.pass(1000);
    const words = { conversation_id: 'o-1', text: 'Ya lo veo', temporal_id: 'o-1', take: true };
    expect((await server.call('POST', `${BASE}/session_logs`, { as: bruno, body: words })).status).toBe(200);
    await bulk(bruno, ['o-1'], { state: 'pending' });
    const run = (more: object) => bulk(ana, ['o-1'], { macro: { ...macro, run: 'r-2', seen_at, ...more } });
    expect(outcomes(await run({}))).toEqual([['o-1', false, 'stale_view']]);
    expect(outcomes(await run({ revision: macro.revision + 1, seen_at: now() }))).toEqual([
      ['o-1', false, 'conflict'],
    ]);
    expect(await show('o-1')).toMatchObject({ tags: [] });
    expect(outcomes(await run({ seen_at: now() }))).toEqual([['o-1', true, null]]);
  });
});

test('tags are added and taken away, the others stay', async () => {
  await fresh('t-1');
  await fresh('t-2');
  await server.app.db.query(sql`update conversations set tags = '["vip"]' where id = 't-1'`);
  await bulk(ana, ['t-1', 't-2'], { add_tags: ['mora', 'vip'] });
  expect([(await show('t-1')).tags, (await show('t-2')).tags]).toEqual([
    ['vip', 'mora'],
    ['mora', 'vip'],
  ]);
  await bulk(ana, ['t-1', 't-2'], { remove_tags: ['vip'] });
  expect([(await show('t-1')).tags, (await show('t-2')).tags]).toEqual([['mora'], ['mora']]);
  const many = Array.from({ length: 30 }, (_, n) => `etiqueta-${n}`);
  expect(outcomes(await bulk(ana, ['t-1'], { add_tags: many }))).toEqual([['t-1', false, 'rule']]);
});

test('only who has a conversation reads its messages; marks by hand go for everybody', async () => {
  await fresh('r-1', { state: 'taken', agent_id: ana.id });
  await fresh('r-2', { state: 'taken', agent_id: bruno.id });
  await fresh('r-3', { state: 'pending' });
  await server.app.db.query(sql`
    update conversations set pending_messages_count = 2 where id in ('r-1', 'r-2', 'r-3')`);
  expect(outcomes(await bulk(ana, ['r-1'], { unread: false }))).toEqual([['r-1', true, null]]);
  const results = await bulk(owner, ['r-1', 'r-2', 'r-3'], { unread: false });
  expect(results.map(({ ok, message }) => [ok, message])).toEqual([
    [true, null],
    [false, 'Solo bruno puede marcar sus mensajes como leídos.'],
    [false, 'Nadie la ha tomado: sus mensajes siguen sin leer.'],
  ]);
  expect(outcomes(await bulk(ana, ['r-1'], { unread: true }))).toEqual([['r-1', true, null]]);
  expect(await show('r-1')).toMatchObject({ unread: true });
});

test('what matches is counted and named, within what one sees', async () => {
  await server.addBot(90);
  await server.link(owner, 90, 'propietario');
  await server.link(ana, 90, 'agente', ['ventas']);
  const add = (id: string, facts: Partial<SightFacts>) =>
    server.addConversation(id, 90, { state: 'pending', category: null, agent_id: null, ...facts });
  await add('k-1', { category: 'ventas' });
  await add('k-2', { category: 'soporte' });
  await add('k-3', { state: 'taken', agent_id: ana.id });
  const filters = [{ state: 'pending' }, { state: 'pending', category: 'soporte' }, { agent_id: ana.id }];
  const totals = async (as: Person) => (await post('/count_matching', { bot_id: 90, filters }, as)).body;
  expect(await totals(owner)).toMatchObject({ totals: [2, 1, 1] });
  expect(await totals(ana)).toMatchObject({ totals: [1, 0, 1] });
  const ids = async (as: Person) => (await post('/matching_ids', { filters: { bot_id: 90 } }, as)).body;
  expect(await ids(ana)).toMatchObject({ ids: ['k-3', 'k-1'], total: 2 });
  expect(await ids(owner)).toMatchObject({ total: 3 });
  expect((await post('/matching_ids', { filters: { bot_id: 90 } }, stranger)).status).toBe(404);
});

test('a bulk call takes so many, of one bot, and one kind of change', async () => {
  await server.addConversation('foreign', 7, { state: 'active', category: null, agent_id: null });
  expect(outcomes(await bulk(owner, ['foreign'], { state: 'closed' }))).toEqual([
    ['foreign', false, 'not_found'],
  ]);
  const ids = Array.from({ length: 51 }, (_, n) => `x-${n}`);
  for (const [list, change] of [
    [ids, { state: 'closed' }],
    [[], { state: 'closed' }],
    [['t-1'], { state: 'closed', unread: true }],
    [['t-1'], { state: 'taken' }],
    [['t-1'], {}],
  ] as const) {
    expect((await post('/bulk', { bot_id: BOT, ids: list, change }, owner)).status).toBe(400);
  }
});

test('what is snoozed wakes by itself, unread and with a line that says so, after a restart too', async () => {
  await fresh('s-1', { state: 'taken', agent_id: ana.id });
  const hour = 60 * 60 * 1000;
  const until = new Date(server.app.clock.now().getTime() + hour);
  expect(outcomes(await bulk(ana, ['s-1'], { snoozed_until: until.toISOString() }))).toEqual([
    ['s-1', true, null],
  ]);
  const lines = async () =>
    (
      (await server.call('GET', `${BASE}/session_logs/by_conversation_id/s-1`, { as: ana })).body as Message[]
    ).map(({ from, text }) => [from, text]);
  expect(await lines()).toEqual([
    ['system', expect.stringMatching(/^ana pospuso la conversación hasta el \d\d\/\d\d\/\d{4}, \d\d:\d\d$/)],
  ]);
  await server.app.jobs.runDue();
  expect(await show('s-1')).toMatchObject({ snoozed_until: until.toISOString(), unread: false });
  // The clock is a row of the database: any process that runs later finds it due.
  server.pass(hour + 1000);
  await server.app.jobs.runDue();
  expect(await show('s-1')).toMatchObject({ snoozed_until: null, unread: true, state: 'taken' });
  expect((await lines()).at(-1)).toEqual([
    'system',
    'Terminó el tiempo pospuesto: la conversación vuelve a la lista',
  ]);
  const [woke] = await server.app.db.query<{ data: { woke_for: number } }>(sql`
    select data from events where conversation_id = 's-1' and data ? 'woke_for'`);
  expect(woke?.data.woke_for).toBe(ana.id);
});
