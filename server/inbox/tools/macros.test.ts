/** Macros over HTTP: kept as one's own or the team's, ordered, bounded; heard of by every tab. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Macro } from '../../../contract/entities/macro.ts';
import { MACRO_LIMITS } from '../../../contract/macro-limits.ts';
import { liveHead } from '../../platform/realtime/touch.ts';
import { type Person, startTestServer, type TestServer } from '../../testing.ts';

const BOT = 64;
const BASE = '/svc/conversations';
const STEPS = { text: null, add_tags: ['vip'], remove_tags: [], assign: null, end: null };
let server: TestServer;
let owner: Person;
let ana: Person;
let bruno: Person;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, bruno } = await server.addTeam(BOT));
});
afterAll(() => server.close());

const call = (method: string, path: string, as: Person, body?: object) =>
  server.call(method, `${BASE}/macros/${BOT}${path}`, { as, ...(body ? { body } : {}) });
const add = async (as: Person, draft: object) =>
  call('POST', '', as, { name: 'Cierre', shared: false, steps: STEPS, ...draft });
const seen = async (as: Person) =>
  ((await call('GET', '', as)).body as Macro[]).map(({ name, shared }) => [name, shared]);

test('INB-86 they are one’s own or everybody’s; a shared one is changed by its author and the heads', async () => {
  const shared = (await add(ana, { shared: true })).body as Macro;
  expect(shared).toMatchObject({ name: 'Cierre', user_name: 'ana', revision: 0, steps: STEPS });
  expect((await add(bruno, { name: 'CIERRE', shared: true })).status).toBe(409);
  expect((await add(bruno, {})).status).toBe(200);
  expect(await seen(ana)).toEqual([['Cierre', true]]);
  expect(await seen(bruno)).toEqual([
    ['Cierre', true],
    ['Cierre', false],
  ]);
  const draft = { name: 'Cierre', shared: true, steps: { ...STEPS, end: 'close' } };
  expect((await call('PUT', `/${shared.id}`, bruno, draft)).status).toBe(422);
  const before = await liveHead(server.app.db, BOT);
  expect((await call('PUT', `/${shared.id}`, owner, draft)).body).toMatchObject({
    revision: 1,
    steps: { end: 'close' },
  });
  expect(await liveHead(server.app.db, BOT)).toBe(before + 1);
  expect((await call('DELETE', `/${shared.id}`, bruno)).status).toBe(422);
  expect((await call('DELETE', `/${shared.id}`, ana)).status).toBe(200);
  expect(await seen(ana)).toEqual([]);
});

test('INB-86 what is no macro is refused at its field', async () => {
  const field = async (draft: object) => {
    const answer = await add(ana, draft);
    return [answer.status, (answer.body as { details?: { field?: string } }).details?.field];
  };
  expect(await field({ name: '   ' })).toEqual([422, 'name']);
  expect(await field({ steps: { ...STEPS, add_tags: [] } })).toEqual([422, 'steps']);
  expect(await field({ steps: { ...STEPS, text: '  ' } })).toEqual([422, 'text']);
  expect(await field({ steps: { ...STEPS, remove_tags: ['vip'] } })).toEqual([422, 'tags']);
  expect(await field({ steps: { ...STEPS, assign: 'me', end: 'pending' } })).toEqual([422, 'end']);
  expect(await field({ steps: { ...STEPS, assign: { agent_id: 999_999 } } })).toEqual([422, 'assign']);
  expect((await add(ana, { steps: { ...STEPS, end: 'burn' } })).status).toBe(400);
});

test('INB-86 they stand in an order that is changed as a whole, and are bounded', async () => {
  const ids: string[] = [];
  for (const name of ['Uno', 'Dos', 'Tres']) ids.push(((await add(ana, { name })).body as Macro).id);
  const order = (as: Person, list: string[], shared = false) =>
    call('PUT', '/order', as, { shared, ids: list });
  const turned = ids.toReversed();
  expect((await order(ana, turned)).status).toBe(200);
  expect(await seen(ana)).toEqual([
    ['Tres', false],
    ['Dos', false],
    ['Uno', false],
  ]);
  expect((await order(ana, turned.slice(1))).status).toBe(409);
  expect((await order(bruno, turned)).status).toBe(409);
  expect((await order(ana, turned, true)).status).toBe(422);
  for (let more = ids.length; more < MACRO_LIMITS.own; more += 1)
    expect((await add(ana, { name: `Otra ${more}` })).status).toBe(200);
  expect((await add(ana, { name: 'Una más' })).status).toBe(422);
  // It comes to the team's, which have room.
  expect((await add(ana, { name: 'Una más', shared: true })).status).toBe(200);
});
