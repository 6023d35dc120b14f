/** What somebody has in hand, over HTTP: listed, counted, and what moved the figure. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CounterBase } from '../../contract/calls/conversations.ts';
import type { CounterMove } from '../../contract/calls/supervision.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
const BASE = '/svc/conversations/conversations';
let server: TestServer;
let owner: Person;
let ana: Person;
let bruno: Person;

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, ana, bruno } = await server.addTeam(BOT));
});
afterAll(() => server.close());

const put = (id: string, body: object, as: Person) => server.call('PUT', `${BASE}/${id}`, { as, body });
async function mine(as: Person): Promise<number | undefined> {
  const answer = await server.call('POST', `${BASE}/count_states_charla_live`, { as, body: { bot_id: BOT } });
  return (answer.body as CounterBase).mine;
}
async function listed(of: Person, as: Person): Promise<string[]> {
  const body = { filters: { bot_id: BOT, held: true, agent_id: of.id } };
  const answer = await server.call('POST', `${BASE}/filter_conversation`, { as, body });
  return (answer.body as { conversations: Conversation[] }).conversations.map(({ id }) => id).sort();
}
async function moves(of: Person, as: Person): Promise<[string, number][]> {
  const path = `${BASE}/counter_moves?bot_id=${BOT}&state=held&agent_id=${of.id}`;
  const answer = await server.call('GET', path, { as });
  return (answer.body as { moves: CounterMove[] }).moves.map((move) => [move.conversation_id, move.delta]);
}

test('INB-71 what one takes is one’s own until it ends or goes to somebody else; heads see everybody’s', async () => {
  for (const id of ['h-1', 'h-2', 'h-3'])
    await server.addConversation(id, BOT, { state: 'pending', category: null, agent_id: null });
  expect(await mine(ana)).toBe(0);
  for (const id of ['h-1', 'h-2', 'h-3']) await put(id, { state: 'taken', agent_id: ana.id }, ana);
  await put('h-2', { state: 'inactive' }, ana);
  expect(await mine(ana)).toBe(3);
  expect(await listed(ana, ana)).toEqual(['h-1', 'h-2', 'h-3']);
  await put('h-3', { state: 'taken', agent_id: bruno.id }, owner);
  await put('h-1', { state: 'closed' }, ana);
  expect(await mine(ana)).toBe(1);
  expect(await mine(bruno)).toBe(1);
  expect(await mine(owner)).toBe(0);
  expect(await listed(ana, ana)).toEqual(['h-2']);
  expect(await listed(ana, owner)).toEqual(['h-2']);
  expect(await listed(ana, bruno)).toEqual([]);

  const toldAna = await moves(ana, ana);
  expect(toldAna).toEqual([
    ['h-1', -1],
    ['h-3', -1],
    ['h-3', 1],
    ['h-2', 1],
    ['h-1', 1],
  ]);
  expect(await moves(ana, owner)).toEqual(toldAna);
  expect(await moves(ana, bruno)).toEqual([]);
});
