/** A conversation's priority, over HTTP: set, filtered by, taken away, for one and for many. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Conversation } from '../../contract/entities/conversation.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';

const BOT = 64;
const BASE = '/svc/conversations/conversations';
let server: TestServer;
let ana: Person;
let bruno: Person;

beforeAll(async () => {
  server = await startTestServer();
  ({ ana, bruno } = await server.addTeam(BOT));
});
afterAll(() => server.close());

const fresh = (id: string) =>
  server.addConversation(id, BOT, { state: 'pending', category: null, agent_id: null });
const change = (id: string, priority: unknown, as = ana) =>
  server.call('PUT', `${BASE}/${id}`, { as, body: { priority } });
/** Ids of what a filter finds. */
async function found(filters: object, as = ana): Promise<string[]> {
  const body = { filters: { bot_id: BOT, ...filters } };
  const answer = await server.call('POST', `${BASE}/filter_conversation`, { as, body });
  return (answer.body as { conversations: Conversation[] }).conversations.map(({ id }) => id).sort();
}
const told = (id: string) =>
  server.app.db.query<{ name: string; priority: string | null }>(sql`
    select name, data->'conversation'->>'priority' as priority from events
    where conversation_id = ${id} order by seq`);

test('INB-70 a priority is on the card and in the log, and the thread says who set it; once more says nothing', async () => {
  await fresh('p-1');
  const answer = await change('p-1', 'urgent');
  expect(answer.status).toBe(200);
  expect((answer.body as { conversation: Conversation }).conversation.priority).toBe('urgent');
  const events = await told('p-1');
  expect(events).toEqual([
    { name: 'UPDATE_CONVERSATION_CARD', priority: 'urgent' },
    { name: 'NEW_MESSAGE', priority: 'urgent' },
  ]);
  const lines = await server.app.db.query<{ sender: string; text: string }>(
    sql`select sender, text from messages where conversation_id = 'p-1'`,
  );
  expect(lines).toEqual([{ sender: 'system', text: 'ana cambió la prioridad a Urgente' }]);
  expect((await change('p-1', 'urgent', bruno)).status).toBe(200);
  expect(await told('p-1')).toHaveLength(2);
  expect((await change('p-1', 'enormous')).status).toBe(400);
});

test('INB-70 lists are filtered by it; taken away it is found by none', async () => {
  await fresh('f-1');
  await fresh('f-2');
  await change('f-1', 'low');
  await change('f-2', 'high');
  expect(await found({ priority: 'low' })).toEqual(['f-1']);
  expect(await found({ state: 'pending', priority: 'high' })).toEqual(['f-2']);
  expect(await found({ state: 'taken', priority: 'high' })).toEqual([]);
  await change('f-2', null);
  expect(await found({ priority: 'high' })).toEqual([]);
  expect(await found({})).toContain('f-2');
});

test('INB-70 many get it at once, but for what one does not see', async () => {
  await fresh('m-1');
  await fresh('m-2');
  await server.addConversation('m-3', BOT, { state: 'taken', category: null, agent_id: bruno.id });
  const body = { bot_id: BOT, ids: ['m-1', 'm-2', 'm-3'], change: { priority: 'medium' } };
  const answer = await server.call('POST', `${BASE}/bulk`, { as: ana, body });
  const { results } = answer.body as { results: { id: string; ok: boolean }[] };
  expect(results.map(({ id, ok }) => [id, ok])).toEqual([
    ['m-1', true],
    ['m-2', true],
    ['m-3', false],
  ]);
  expect(await found({ priority: 'medium' })).toEqual(['m-1', 'm-2']);
  expect(await found({ priority: 'medium' }, bruno)).toEqual(['m-1', 'm-2']);
});
