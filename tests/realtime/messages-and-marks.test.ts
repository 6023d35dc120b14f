/** docs/product.md §4 message status and the 24 h lock; docs/product.md §7 templates, presence of the customer, who looks and types. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { isLocked, lockStart } from '../../contract/rules/lock.ts';
import { tellTemplateMutation } from '../../server/inbox/commands/template-mutation.ts';
import { markDelivered, markRead } from '../../server/inbox/commands/visitor-marks.ts';
import { sql } from '../../server/platform/database/database.ts';
import type { TestServer } from '../../server/testing.ts';
import { Stage, startTestServer, type Viewer } from './stage.ts';

let server: TestServer;
let stage: Stage;
let admin: Viewer;
let ana: Viewer;
let bruno: Viewer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  stage = await Stage.open(server);
  admin = await stage.viewer('adan', 'administrador');
  ana = await stage.viewer('ana', 'agente');
  bruno = await stage.viewer('bruno', 'agente');
});
afterEach(() => stage.close());

async function taken() {
  const conversation = await stage.conversation();
  await stage.act(() => stage.take(ana, conversation.id));
  for (const viewer of [admin, ana]) await viewer.look('taken');
  return conversation;
}

it('RT-16 Message status updates: matched by temporary id or mid, never backwards, never making a message', async () => {
  const { id, who } = await taken();
  const reply = () => ana.messages(id)?.messages.at(-1);
  for (const viewer of [admin, ana]) await viewer.open(id);
  await stage.act(async () => {
    await ana.hub.api.send({ botId: stage.botId, conversationId: id, text: 'Hola', note: false });
    // It stands there before it has left.
    await expect.poll(reply).toMatchObject({ text: 'Hola', message_status: 'sent' });
  });
  const mid = reply()?.mid ?? '';
  await stage.act(() => markRead(server.app, who.id, mid));
  for (const viewer of [admin, ana])
    await expect.poll(() => viewer.messages(id)?.messages.at(-1)?.message_status).toBe('read');
  // Late word of an earlier step changes nothing, neither here nor for a fresh load.
  await stage.act(() => markDelivered(server.app, who.id, mid));
  expect(reply()).toMatchObject({ message_status: 'read' });
  const before = ana.messages(id)?.messages.length;
  // Of a message that nobody has: by either name it makes none.
  const [row] = await server.app.db.query<{ log_head: number }>(
    sql`select log_head from bots where id = ${stage.botId}`,
  );
  const namespace = server.app.realtime.namespace('/');
  const tell = (seq: number, names: object) =>
    namespace.emit('NEW_MESSAGE_STATUS', {
      id: `e${seq}`,
      seq,
      bot_id: stage.botId,
      at: new Date().toISOString(),
      actor: { kind: 'system' },
      data: { conversation_id: id, message_status: 'read', ...names },
    });
  const head = row?.log_head ?? 0;
  await server.app.db.query(sql`update bots set log_head = log_head + 2 where id = ${stage.botId}`);
  tell(head + 1, { mid: 'nobody' });
  tell(head + 2, { temporal_id: 'nobody' });
  await stage.agree();
  expect(ana.messages(id)?.messages).toHaveLength(before ?? -1);
});

it('RT-19 A conversation lock of 24 h is computed from a date', async () => {
  const { id } = await taken();
  const last = admin.card(id)?.last_customer_message_at ?? null;
  expect(last).not.toBeNull();
  const start = lockStart('whatsapp', last) ?? 0;
  expect(start - Date.parse(last ?? '')).toBe(24 * 60 * 60 * 1000);
  expect(isLocked('whatsapp', last, new Date(start - 1))).toBe(false);
  expect(isLocked('whatsapp', last, new Date(start))).toBe(true);
  expect(isLocked('web', last, new Date(start))).toBe(false);
  // The server judges by the same rule.
  await server.app.db.query(sql`update conversations set channel = 'whatsapp' where id = ${id}`);
  const reply = () =>
    server.call('POST', '/svc/conversations/session_logs', {
      as: ana.person,
      body: { conversation_id: id, text: 'hola', temporal_id: server.app.ids() },
    });
  expect((await reply()).status).toBe(200);
  server.pass(24 * 60 * 60 * 1000 + 1000);
  expect(await reply()).toMatchObject({ status: 422, body: { details: { locked: true } } });
});

it('RT-33 SEND_TEMPLATE_MUTATION moves no figure and makes screens ask for templates again, for those who see the conversation', async () => {
  const { id } = await taken();
  const moved = await stage.act(() =>
    tellTemplateMutation(server.app, { conversationId: id, template: 'pedido_listo', status: 'delivered' }),
  );
  for (const viewer of stage.viewers) expect(moved.get(viewer)).toEqual({});
  for (const viewer of [admin, ana]) await expect.poll(() => viewer.stale).toContain('message-templates');
  expect(bruno.stale).not.toContain('message-templates');
});

it('RT-34 USER_ONLINE_STATUS shows whether the customer is there, and is no part of the log', async () => {
  const { id } = await taken();
  const say = (isUserOnline: boolean) =>
    server.app.realtime.toViewersOf(
      stage.botId,
      { state: 'taken', category: null, agent_id: ana.person.id },
      'USER_ONLINE_STATUS',
      { bot_id: stage.botId, conversation_id: id, isUserOnline },
    );
  const at = await ana.reached();
  say(true);
  await expect.poll(() => ana.card(id)?.isUserOnline).toBe(true);
  await expect.poll(() => admin.card(id)?.isUserOnline).toBe(true);
  say(false);
  await expect.poll(() => ana.card(id)?.isUserOnline).toBe(false);
  expect(await ana.reached()).toBe(at);
});

it('RT-39 VIEWING and TYPING tell those who see the conversation who looks and who types, and end with the socket', async () => {
  const { id } = await taken();
  for (const viewer of [admin, ana]) await viewer.open(id);
  await admin.hub.api.viewing(stage.botId, id);
  await expect.poll(() => ana.messages(id)?.viewing.map((each) => each.id)).toEqual([admin.person.id]);
  // Nobody hears of themselves.
  expect(admin.messages(id)?.viewing).toEqual([]);
  await ana.hub.api.typing(stage.botId, id);
  await expect.poll(() => admin.messages(id)?.typing).toMatchObject([{ who: 'agent' }]);
  admin.clock.pass(6_000);
  await expect.poll(() => admin.messages(id)?.typing).toEqual([]);
  // Who does not see it looks at nothing.
  await bruno.hub.api.viewing(stage.botId, id);
  await admin.hub.api.signOut('by-hand');
  await expect.poll(() => ana.messages(id)?.viewing).toEqual([]);
});
