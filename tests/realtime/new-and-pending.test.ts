/** docs/product.md §4: new conversations, the pending push, taking. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../../server/platform/database/database.ts';
import type { TestServer } from '../../server/testing.ts';
import { Stage, startTestServer, type Viewer } from './stage.ts';

let server: TestServer;
let stage: Stage;
let owner: Viewer;
let admin: Viewer;
let ana: Viewer;
let bruno: Viewer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  stage = await Stage.open(server);
  owner = await stage.viewer('olga', 'propietario');
  admin = await stage.viewer('adan', 'administrador');
  ana = await stage.viewer('ana', 'agente');
  bruno = await stage.viewer('bruno', 'agente');
});
afterEach(() => stage.close());

const autoAssign = () =>
  server.app.db.query(sql`update bots set auto_assign = true where id = ${stage.botId}`);

it('RT-1 New conversation: added to the list if its bot is the selected bot and it matches the viewed state', async () => {
  await bruno.look('pending');
  const other = await Stage.open(server);
  await server.link(ana.person, other.botId, 'agente');
  let [here, there] = ['', ''];
  const moved = await stage.act(async () => {
    here = await stage.write(stage.customer());
    there = await other.write(other.customer());
  });
  for (const viewer of [owner, admin, ana]) expect(viewer.list()).toEqual([here]);
  expect(bruno.list()).toEqual([]);
  for (const viewer of stage.viewers) expect(moved.get(viewer)).toEqual({ active: 1 });
  expect(ana.list()).not.toContain(there);
  expect(ana.told('new-conversation').map(({ conversationId }) => conversationId)).toEqual([here]);
});

it('RT-2 Pending push: the active count decreases', async () => {
  const { id } = await stage.conversation();
  const moved = await stage.act(() => stage.move(admin, id, 'pending'));
  for (const viewer of stage.viewers) expect(moved.get(viewer)).toEqual({ active: -1, pending: 1 });
});

it('RT-3 Pending push: the conversation becomes pending, or taken when auto-assign is on', async () => {
  const one = await stage.conversation();
  await stage.act(() => stage.move(admin, one.id, 'pending'));
  await admin.look('pending');
  expect(admin.card(one.id)).toMatchObject({ state: 'pending', agent_id: null });
  expect(ana.told('pending')).toMatchObject([{ conversationId: one.id, assigned: false }]);

  await autoAssign();
  await stage.act(() => ana.setStatus('active'));
  const two = await stage.conversation();
  await stage.act(() => stage.move(admin, two.id, 'pending'));
  await admin.look('taken');
  expect(admin.card(two.id)).toMatchObject({ state: 'taken', agent_id: ana.person.id });
  expect(ana.told('pending').at(-1)).toMatchObject({ conversationId: two.id, assigned: true });
});

it('RT-4 Pending push: it is shown only if that state is being viewed; for taken, only for the assigned agent or non-agent roles', async () => {
  await autoAssign();
  const one = await stage.conversation();
  await bruno.look('pending');
  // Nobody is connected: it waits.
  await stage.act(() => stage.move(admin, one.id, 'pending'));
  expect(bruno.list()).toEqual([one.id]);
  for (const viewer of [owner, admin, ana]) expect(viewer.list()).toEqual([]);

  await stage.act(() => ana.setStatus('active'));
  const two = await stage.conversation();
  for (const viewer of stage.viewers) await viewer.look('taken');
  const moved = await stage.act(() => stage.move(admin, two.id, 'pending'));
  for (const viewer of [owner, admin, ana]) {
    expect(viewer.list()).toEqual([two.id]);
    expect(moved.get(viewer)).toEqual({ active: -1, taken: 1 });
  }
  expect(bruno.list()).toEqual([]);
  expect(moved.get(bruno)).toEqual({ active: -1 });
});

it('RT-30 NEW_CONVERSATION_COUNTER follows NEW_CONVERSATION and counts nothing by itself', async () => {
  await stage.conversation();
  const names = await server.app.db.query<{ name: string }>(
    sql`select name from events where bot_id = ${stage.botId} order by seq`,
  );
  expect(names.slice(0, 2).map(({ name }) => name)).toEqual(['NEW_CONVERSATION', 'NEW_CONVERSATION_COUNTER']);
  for (const viewer of stage.viewers) expect(viewer.figures()?.active).toBe(1);
});

it('RT-31 NEW_MESSAGE brings message, preview, order and unread count to everybody who sees the conversation', async () => {
  const older = await stage.conversation();
  server.pass(1000);
  const newer = await stage.conversation();
  await stage.act(() => stage.take(ana, older.id));
  await admin.look('taken');
  await ana.look('taken');
  await ana.open(older.id);
  server.pass(1000);
  await stage.act(() => stage.write(older.who, '¿tienen talla 42?'));
  expect(ana.card(older.id)).toMatchObject({ last_message: '¿tienen talla 42?', pending_messages_count: 2 });
  expect(ana.messages(older.id)?.messages.at(-1)).toMatchObject({
    text: '¿tienen talla 42?',
    from: 'Cliente',
  });
  expect(admin.list()).toEqual([older.id]);
  expect(ana.told('message')).toMatchObject([{ conversationId: older.id, text: '¿tienen talla 42?' }]);
  expect([...admin.told('message'), ...bruno.told('message')]).toEqual([]);
  // The one that was written to last stands first.
  await admin.look('active');
  server.pass(1000);
  const third = await stage.conversation();
  expect(admin.list()).toEqual([third.id, newer.id]);
  server.pass(1000);
  await stage.act(() => stage.write(newer.who, 'sigo aquí'));
  expect(admin.list()).toEqual([newer.id, third.id]);
});

it('RT-32 OLD_COUNTERS_WHEN_TAKEN: taken leaves the others’ pending and active figures', async () => {
  const { id } = await stage.conversation();
  const waiting = await stage.conversation();
  await stage.act(() => stage.move(admin, waiting.id, 'pending'));
  const first = await stage.act(() => stage.take(ana, id));
  expect(first.get(ana)).toEqual({ active: -1, taken: 1 });
  expect(first.get(admin)).toEqual({ active: -1, taken: 1 });
  expect(first.get(bruno)).toEqual({ active: -1 });
  await bruno.look('pending');
  const second = await stage.act(() => stage.take(ana, waiting.id));
  expect(second.get(ana)).toEqual({ pending: -1, taken: 1 });
  expect(second.get(bruno)).toEqual({ pending: -1 });
  expect(bruno.list()).toEqual([]);
});
