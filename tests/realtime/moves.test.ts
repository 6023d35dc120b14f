/** docs/product.md §4: derive, inactive, timers, card updates, disconnect. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { FIRST_VERSION } from '../../contract/calendar/open-hours.ts';
import { dayIn } from '../../contract/days.ts';
import { CONVERSATION_STATES } from '../../contract/states.ts';
import { minuteIn } from '../../contract/zone.ts';
import { disconnectCustomer } from '../../server/inbox/commands/visitor-marks.ts';
import { json, sql } from '../../server/platform/database/database.ts';
import type { TestServer } from '../../server/testing.ts';
import { Stage, startTestServer, type Viewer } from './stage.ts';

const MINUTE = 60_000;
const ZONES = ['America/Santiago', 'Asia/Tokyo', 'Pacific/Auckland', 'Europe/Madrid', 'Pacific/Honolulu'];
const OPEN = ['active', 'pending', 'taken'] as const;
let server: TestServer;
let stage: Stage;
let owner: Viewer;
let admin: Viewer;
let ana: Viewer;
let bruno: Viewer;
let carla: Viewer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const set = async (flags: Record<string, boolean> = {}) => {
  stage = await Stage.open(server, flags);
  owner = await stage.viewer('olga', 'propietario');
  admin = await stage.viewer('adan', 'administrador');
  ana = await stage.viewer('ana', 'agente');
  bruno = await stage.viewer('bruno', 'agente');
  carla = await stage.viewer('carla', 'agente');
};
beforeEach(() => set());
afterEach(() => stage.close());

/** A conversation that Ana has. */
async function taken() {
  const conversation = await stage.conversation();
  await stage.act(() => stage.take(ana, conversation.id));
  return conversation;
}
const everybodyLooksAt = async (state: (typeof CONVERSATION_STATES)[number]) => {
  for (const viewer of stage.viewers) await viewer.look(state);
};

it('RT-5 Derive: the conversation moves to the target agent’s taken list', async () => {
  const { id } = await taken();
  await everybodyLooksAt('taken');
  const moved = await stage.act(() => stage.give(ana, id, bruno));
  expect(bruno.list()).toEqual([id]);
  expect(ana.list()).toEqual([]);
  expect(moved.get(bruno)).toEqual({ taken: 1 });
  expect(moved.get(ana)).toEqual({ taken: -1 });
  expect(moved.get(carla)).toEqual({});
  for (const viewer of [owner, admin]) {
    expect(viewer.card(id)).toMatchObject({ agent_id: bruno.person.id });
    expect(moved.get(viewer)).toEqual({});
  }
});

it('RT-6 Derive: ‘Te derivaron una conversación’ names the transferring user and the reason, once, to the target alone', async () => {
  const { id } = await taken();
  await bruno.openTab();
  await stage.act(() => stage.give(ana, id, bruno, 'sabe de tallas'));
  expect(bruno.told('derived')).toMatchObject([
    { conversationId: id, from: `ana${stage.botId}`, reason: 'sabe de tallas', botId: stage.botId },
  ]);
  // The notifications channel told the same event; it is not told again.
  expect(bruno.told('notification')).toEqual([]);
  for (const viewer of [owner, admin, ana, carla]) expect(viewer.told('derived')).toEqual([]);
  await stage.act(() => stage.give(bruno, id, ana));
  expect(ana.told('derived')).toMatchObject([{ reason: null }]);
});

it('RT-7 Derive: other agents lose the conversation when an admin transferred it', async () => {
  const { id } = await taken();
  await everybodyLooksAt('taken');
  await ana.open(id);
  const moved = await stage.act(() => stage.give(admin, id, bruno, 'turno'));
  expect([ana.list(), bruno.list(), carla.list()]).toEqual([[], [id], []]);
  expect(moved.get(ana)).toEqual({ taken: -1 });
  expect(ana.messages(id)?.messages).toEqual([]);
  // And from those who only saw it wait.
  const waiting = await stage.conversation();
  await stage.act(() => stage.move(admin, waiting.id, 'pending'));
  await everybodyLooksAt('pending');
  const given = await stage.act(() => stage.give(admin, waiting.id, bruno));
  for (const viewer of [ana, carla]) {
    expect(viewer.list()).toEqual([]);
    expect(given.get(viewer)).toEqual({ pending: -1 });
  }
  expect(given.get(bruno)).toEqual({ pending: -1, taken: 1 });
});

it.each(OPEN)('RT-8 Inactive: the conversation moves from its state to inactive (%s)', async (from) => {
  const { id } = from === 'taken' ? await taken() : await stage.conversation();
  if (from === 'pending') await stage.act(() => stage.move(admin, id, 'pending'));
  await everybodyLooksAt(from);
  const moved = await stage.act(() => stage.move(from === 'taken' ? ana : admin, id, 'inactive'));
  for (const viewer of stage.viewers) expect(viewer.list()).toEqual([]);
  for (const viewer of [owner, admin]) expect(moved.get(viewer)).toEqual({ [from]: -1, inactive: 1 });
  expect(moved.get(ana)).toEqual(from === 'taken' ? { taken: -1, inactive: 1 } : { [from]: -1 });
  expect(moved.get(bruno)).toEqual(from === 'taken' ? {} : { [from]: -1 });
  await admin.look('inactive');
  expect(admin.list()).toEqual([id]);
});

it('RT-9 Inactive to taken: removed from inactive, counted as taken', async () => {
  const { id, who } = await taken();
  await stage.act(() => stage.move(ana, id, 'inactive'));
  await everybodyLooksAt('inactive');
  // By hand …
  const byHand = await stage.act(() => stage.take(ana, id));
  for (const viewer of [owner, admin, ana]) {
    expect(viewer.list()).toEqual([]);
    expect(byHand.get(viewer)).toEqual({ inactive: -1, taken: 1 });
  }
  expect(byHand.get(bruno)).toEqual({});
  // … and by the customer who comes back to an agent who is there.
  await stage.act(() => ana.setStatus('active'));
  await stage.act(() => stage.move(ana, id, 'inactive'));
  const back = await stage.act(() => stage.write(who, 'volví'));
  for (const viewer of [owner, admin, ana]) expect(back.get(viewer)).toEqual({ inactive: -1, taken: 1 });
  const events = await server.app.db.query<{ name: string }>(sql`
    select name from events where bot_id = ${stage.botId} and name = 'FROM_INACTIVE_TO_TAKEN'`);
  expect(events).toHaveLength(2);
});

it('RT-10 Timer close: removed from its list and counter, for bots with the flag only', async () => {
  const hurry = () =>
    server.app.db.query(sql`
      update bots set inactive_after_minutes = 30, close_after_minutes = 60 where id = ${stage.botId}`);
  const idle = async () => {
    await hurry();
    const { id } = await taken();
    await everybodyLooksAt('inactive');
    await stage.act(() => stage.pass(30 * MINUTE));
    const before = owner.list();
    const moved = await stage.act(() => stage.pass(60 * MINUTE));
    return { id, before, moved };
  };
  // Without the flag nothing closes by itself.
  const without = await idle();
  expect(without.moved.get(owner)).toEqual({});
  await stage.close();

  await set({ timer_close: true });
  const { id, before, moved } = await idle();
  expect(before).toEqual([id]);
  for (const viewer of [owner, admin, ana]) {
    expect(viewer.list()).toEqual([]);
    expect(moved.get(viewer)).toEqual({ inactive: -1, closed: 1 });
  }
  expect(moved.get(bruno)).toEqual({});
});

it('RT-10 The timers of what an agent has count the hours of the calendar, those of what the bot has count all time', async () => {
  await server.app.db.query(sql`
    update bots set inactive_after_minutes = 30, close_after_minutes = 60 where id = ${stage.botId}`);
  const now = server.app.clock.now();
  // A zone where it is morning, so that the day does not end within the test.
  const zone = ZONES.find((one) => minuteIn(now.getTime(), one) < 12 * 60) ?? '';
  const opens = minuteIn(now.getTime(), zone) + 120;
  await server.app.db.query(sql`
    insert into bot_calendars (bot_id, revision, versions, days)
    values (${stage.botId}, 1, ${json([{ ...FIRST_VERSION, zone, saved_at: null, saved_by: null }])},
      ${json([{ day: dayIn(now.getTime(), zone), name: 'Reunión', spans: [{ from: opens, to: 1440 }] }])})`);
  const { id } = await taken();
  const bots = await stage.conversation();
  await stage.act(() => stage.pass(31 * MINUTE));
  await everybodyLooksAt('inactive');
  expect(owner.list()).toEqual([bots.id]);
  // The doors open between 88 and 89 minutes from here.
  const early = await stage.act(() => stage.pass((88 + 29) * MINUTE));
  expect(early.get(owner)).toEqual({});
  const late = await stage.act(() => stage.pass(2 * MINUTE));
  expect(late.get(owner)).toEqual({ taken: -1, inactive: 1 });
  expect(owner.list()).toContain(id);
});

it('RT-11 Card update: state taken adds one to taken for non-agents (and for the agent who has it)', async () => {
  const { id } = await stage.conversation();
  const moved = await stage.act(() => stage.take(ana, id));
  for (const viewer of [owner, admin, ana]) expect(moved.get(viewer)?.taken).toBe(1);
  for (const viewer of [bruno, carla]) expect(moved.get(viewer)?.taken).toBeUndefined();
  // A card that was changed otherwise adds nothing.
  const tagged = await stage.act(() => stage.change(admin, id, { tags: ['vip'] }));
  for (const viewer of stage.viewers) expect(tagged.get(viewer)).toEqual({});
});

it('RT-12 Card update: state closed lowers the taken count; closed gains one for those who see it', async () => {
  const { id } = await taken();
  const moved = await stage.act(() => stage.move(ana, id, 'closed'));
  for (const viewer of [owner, admin, ana]) expect(moved.get(viewer)).toEqual({ taken: -1, closed: 1 });
  for (const viewer of [bruno, carla]) expect(moved.get(viewer)).toEqual({});
  const archived = await stage.act(() => stage.move(admin, id, 'archived'));
  for (const viewer of [owner, admin]) expect(archived.get(viewer)).toEqual({ closed: -1, archived: 1 });
});

it('RT-13 Card update: a change from the last state decrements the previous state, and of a conversation that was taken only for those who counted it', async () => {
  const { id } = await taken();
  const released = await stage.act(() => stage.move(ana, id, 'pending'));
  for (const viewer of [owner, admin, ana]) expect(released.get(viewer)).toEqual({ taken: -1, pending: 1 });
  for (const viewer of [bruno, carla]) expect(released.get(viewer)).toEqual({ pending: 1 });
  const toBot = await stage.act(() => stage.move(admin, id, 'active'));
  for (const viewer of stage.viewers) expect(toBot.get(viewer)).toEqual({ pending: -1, active: 1 });
});

it('RT-14 Card update: an agent’s own conversation that closes is removed from their list', async () => {
  const { id } = await taken();
  const kept = await taken();
  await everybodyLooksAt('taken');
  await stage.act(() => stage.move(admin, id, 'closed'));
  expect(ana.list()).toEqual([kept.id]);
  for (const viewer of [owner, admin]) expect(viewer.list()).toEqual([kept.id]);
});

it('RT-15 Disconnect: the conversation is removed and counters are lowered', async () => {
  const { id } = await taken();
  const open = await stage.conversation();
  await everybodyLooksAt('taken');
  const gone = await stage.act(() => disconnectCustomer(server.app, id, { kind: 'system' }));
  for (const viewer of [owner, admin, ana]) {
    expect(viewer.list()).toEqual([]);
    expect(gone.get(viewer)).toEqual({ taken: -1, closed: 1 });
  }
  expect(gone.get(bruno)).toEqual({});
  const seen = await stage.act(() => disconnectCustomer(server.app, open.id, { kind: 'system' }));
  expect(seen.get(bruno)).toEqual({ active: -1 });
});

it('RT-17 Counters never go below zero', async () => {
  const { id } = await taken();
  // Whatever order people act in, no figure that anybody is shown is ever below zero.
  for (const step of ['pending', 'active', 'inactive', 'closed', 'archived'] as const) {
    await stage.act(() => stage.move(admin, id, step));
    for (const viewer of stage.viewers) {
      const figures = viewer.figures();
      for (const state of CONVERSATION_STATES) expect(figures?.[state]).toBeGreaterThanOrEqual(0);
    }
  }
  // A base that says zero of what then leaves: the floor holds, and the hub heals it.
  const ghost = await stage.conversation();
  await server.app.db.query(sql`update conversations set channel = 'whatsapp' where id = ${ghost.id}`);
  await stage.act(() => stage.move(admin, ghost.id, 'closed'));
  for (const viewer of stage.viewers)
    for (const state of CONVERSATION_STATES) expect(viewer.figures()?.[state]).toBeGreaterThanOrEqual(0);
});

it('RT-18 Agents do not adjust counters for other agents’ events', async () => {
  const { id } = await taken();
  for (const change of [
    () => stage.write(stage.customer()),
    () => stage.change(admin, id, { unread: true }),
    () => stage.give(ana, id, carla, 'turno'),
    () => stage.move(carla, id, 'inactive'),
    () => stage.take(carla, id),
    () => stage.move(carla, id, 'closed'),
  ]) {
    const moved = await stage.act(change);
    const { active: _, ...rest } = moved.get(bruno) ?? {};
    expect(rest).toEqual({});
  }
});

it('RT-42 FROM_INACTIVE_TO_TAKEN, INACTIVE_CONVERSATION and the other events are logged without a hole: after a lost connection every person is exact again', async () => {
  const { id, who } = await taken();
  await everybodyLooksAt('taken');
  await ana.open(id);
  const namespace = server.app.realtime.namespace('/');
  await stage.act(async () => {
    namespace.disconnectSockets(true);
    await stage.move(ana, id, 'inactive');
    await stage.write(who, 'mientras no estabas');
    await stage.write(stage.customer(), 'otra persona');
    await stage.take(ana, id).catch(() => stage.take(admin, id));
    await stage.give(admin, id, bruno, 'se cayó la conexión').catch(() => undefined);
  });
  for (const viewer of stage.viewers) expect(viewer.figures()).toEqual((await viewer.fresh()).figures);
});
