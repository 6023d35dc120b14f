/** Counters that explain themselves, the exported log, and what a supervisor watches. */
import { expect, it } from 'vitest';
import { stateTotals } from '../../contract/entities/counters.ts';
import { CONVERSATION_STATES } from '../../contract/states.ts';
import { makeExport, readExport } from '../../machines/log-export/export-file.ts';
import { replayExport } from '../../machines/log-export/replay.ts';
import type { HandTab } from '../../tests/support/hub/world.ts';
import { ADMIN, ANA, BOT, BRUNO, query, World } from '../../tests/support/hub/world.ts';
import type { Topic } from './surface/topics.ts';
import type { SupervisionView } from './surface/views.ts';

const counters = { kind: 'counters', botId: BOT } as const;
const supervision = { kind: 'supervision', botId: BOT } as const;
const list = (state: Parameters<typeof query>[0]): Topic => ({
  kind: 'list',
  botId: BOT,
  query: query(state),
});

async function opened(world: World, viewer = ADMIN): Promise<HandTab> {
  const tab = await world.openTab(world.session(viewer));
  for (const topic of [counters, list('active')]) tab.show(topic);
  await world.until(() => tab.value(counters) !== undefined, 'counters');
  await world.moment();
  return tab;
}
function newConversation(world: World): string {
  world.server.rows.tick(1000);
  world.server.rows.newConversation('web', null);
  return [...world.server.rows.rows.keys()].at(-1) ?? '';
}
/** Several lives at once, so that every figure moves. */
function aBusyHour(world: World): void {
  for (let n = 0; n < 6; n += 1) {
    const id = newConversation(world);
    if (n > 0) world.server.rows.command(id, { type: 'handoff' });
    if (n > 1) world.server.rows.command(id, { type: 'take', agent_id: n % 2 ? ANA.user_id : BRUNO });
    if (n > 2) world.server.rows.reply(id);
    if (n > 3) world.server.rows.command(id, { type: 'mark_inactive' });
    if (n > 4) world.server.rows.command(id, { type: 'close' });
  }
  world.server.push();
}

it('HUB-40 keeps a difference, and tells when it was healed', async () => {
  const world = new World();
  newConversation(world);
  const tab = await opened(world);
  world.server.skew = 1;
  world.clock.pass(60_000);
  await world.until(() => tab.value(counters)?.differed != null, 'the difference');
  // The new base holds what the server says: the next comparison finds them equal.
  await world.until(() => tab.value(counters)?.differed?.healedAt != null, 'healed');
  world.respawn();
  const later = await opened(world);
  expect(later.value(counters)?.differed?.healedAt).toEqual(expect.any(Number));
  const { bots } = await world.hub.api.inspect();
  expect(bots[0]?.differences).toEqual([
    {
      at: expect.any(Number),
      seq: world.server.rows.head,
      cells: [{ state: 'active', channel: 'web', ours: 1, theirs: 2 }],
      healedAt: expect.any(Number),
    },
  ]);
});

it('HUB-41 explains every figure by the moves since its base', async () => {
  const world = new World();
  newConversation(world);
  const tab = await opened(world);
  const before = stateTotals(world.server.rows.matrix(ADMIN));
  aBusyHour(world);
  await world.until(() => tab.value(counters)?.byState.closed === 1, 'what happened');
  for (const state of CONVERSATION_STATES) {
    const known = await world.hub.api.counterMoves(BOT, { state, channel: null });
    const sum = known?.moves.reduce((total, { delta }) => total + delta, 0) ?? Number.NaN;
    expect(before[state] + sum, state).toBe(tab.value(counters)?.byState[state]);
    const numbers = known?.moves.map(({ seq }) => seq) ?? [];
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  }
  expect(await world.hub.api.counterMoves(BOT, { state: 'taken', channel: 'whatsapp' })).toMatchObject({
    moves: [],
  });
});

it('HUB-93 what one has in hand is counted, explained by its moves and compared with the server', async () => {
  const world = new World();
  newConversation(world);
  const tab = await opened(world, ANA);
  expect(tab.value(counters)?.own.mine).toBe(0);
  aBusyHour(world);
  // Of six Ana took two: one is hers still, one went to an end.
  await world.until(() => tab.value(counters)?.own.mine === world.server.rows.own(ANA).mine, 'what is hers');
  expect(tab.value(counters)?.own.mine).toBeGreaterThan(0);
  const figure = { state: 'held', channel: null, agent_id: ANA.user_id } as const;
  const known = await world.hub.api.counterMoves(BOT, figure);
  const sum = known?.moves.reduce((total, { delta }) => total + delta, 0);
  expect(sum).toBe(tab.value(counters)?.own.mine);

  world.server.skewMine = 1;
  world.clock.pass(60_000);
  await world.until(() => tab.value(counters)?.differed != null, 'the difference');
  await world.until(
    () => tab.value(counters)?.own.mine === world.server.rows.own(ANA).mine + 1,
    'the new base',
  );
  const { bots } = await world.hub.api.inspect();
  const mine = world.server.rows.own(ANA).mine;
  expect(bots[0]?.differences[0]?.cells).toEqual([
    { state: 'held', channel: null, ours: mine, theirs: mine + 1 },
  ]);
});

it('HUB-94 what one follows and is named in unseen is counted, explained by its moves and compared with the server', async () => {
  const world = new World();
  newConversation(world);
  const tab = await opened(world, ANA);
  const { rows } = world.server;
  const me = ANA.user_id;
  const [id = ''] = rows.rows.keys();
  rows.follow(id, me, true);
  rows.mention(id, me);
  rows.mention(id, ADMIN.user_id);
  rows.follow(id, ADMIN.user_id, true);
  aBusyHour(world);
  await world.until(() => tab.value(counters)?.own.following === rows.own(ANA).following, 'what she follows');
  await world.until(() => tab.value(counters)?.own.mentions === rows.own(ANA).mentions, 'her mentions');
  for (const [figure, state] of [
    ['following', 'followed'],
    ['mentions', 'mentioned'],
  ] as const) {
    const known = await world.hub.api.counterMoves(BOT, { state, channel: null, agent_id: me });
    const sum = known?.moves.reduce((total, { delta }) => total + delta, 0);
    expect(sum, figure).toBe(tab.value(counters)?.own[figure]);
    expect(known?.moves.length).toBeGreaterThan(0);
  }
  rows.look(id, me);
  world.server.push();
  world.clock.pass(60_000);
  await world.until(() => tab.value(counters)?.own.mentions === 0, 'what she looked at');
  expect(tab.value(counters)?.differed).toBeNull();
});

it('DUE-8 late answers are counted, explained by their moves and compared with the server', async () => {
  const world = new World();
  newConversation(world);
  const tab = await opened(world, ADMIN);
  const { rows } = world.server;
  const [id = ''] = rows.rows.keys();
  rows.owe(id, 'near');
  rows.owe(id, 'late');
  world.server.push();
  await world.until(() => tab.value(counters)?.own.overdue === 1, 'the late answer');
  const known = await world.hub.api.counterMoves(BOT, { state: 'overdue', channel: null });
  expect(known?.moves.map(({ conversation_id, delta }) => [conversation_id, delta])).toEqual([[id, 1]]);
  rows.owe(id, null);
  world.server.push();
  world.clock.pass(60_000);
  await world.until(() => tab.value(counters)?.own.overdue === 0, 'the answer');
  expect(tab.value(counters)?.differed).toBeNull();
});

it('HUB-41 without storage says that the server is to be asked', async () => {
  const world = new World();
  world.disk = null;
  world.startHub();
  await opened(world);
  expect(await world.hub.api.counterMoves(BOT, { state: 'active', channel: null })).toBeNull();
});

async function replayed(world: World) {
  const raw = await world.hub.api.exportLog(BOT);
  if (!raw) throw new Error('nothing was exported');
  const about = await world.hub.api.inspect();
  const file = makeExport(raw, about, '2026-11-21T12:00:00.000Z', { texts: false });
  return replayExport(readExport(JSON.stringify(file)));
}

it('HUB-42 exports a log that replays to what is shown', async () => {
  const world = new World();
  const id = newConversation(world);
  const tab = await opened(world);
  tab.show({ kind: 'messages', botId: BOT, conversationId: id });
  await world.moment();
  aBusyHour(world);
  world.server.rows.write(id, { from: 'Cliente' });
  world.server.push();
  await world.until(() => tab.value(counters)?.byState.closed === 1, 'what happened');
  const { state, differences, compared } = await replayed(world);
  expect(differences).toEqual([]);
  expect(compared).toMatchObject({ cards: 7, messages: 1 });
  expect(stateTotals(state.matrix)).toEqual(tab.value(counters)?.byState);
});

it('HUB-42 exports one that replays after its oldest frames were pruned', { timeout: 180_000 }, async () => {
  const world = new World();
  const tab = await opened(world);
  const first = (await world.hub.api.exportLog(BOT))?.base.seq ?? -1;
  for (let burst = 0; burst < 60; burst += 1) {
    for (let n = 0; n < 40; n += 1) {
      const id = newConversation(world);
      if (n % 2) world.server.rows.command(id, { type: 'handoff' });
    }
    world.server.push();
    await world.moment(80);
  }
  await world.until(
    () => tab.value(counters)?.byState.active === stateTotals(world.server.rows.matrix(ADMIN)).active,
    'all of it',
  );
  const raw = await world.hub.api.exportLog(BOT);
  expect(raw?.base.seq).toBeGreaterThan(first);
  expect((await replayed(world)).differences).toEqual([]);
});

const view = (tab: HandTab): SupervisionView | undefined => tab.value(supervision);
const waiting = (tab: HandTab) =>
  view(tab)
    ?.queue.map(({ id }) => id)
    .sort();
const pending = (world: World) =>
  world.server.rows
    .list(ADMIN, query('pending'))
    .map(({ id }) => id)
    .sort();
const asked = (world: World) => world.server.requests.filter(({ route }) => route === 'supervision').length;

it('HUB-43 carries queue and loads by events, asked for once', async () => {
  const world = new World();
  aBusyHour(world);
  const tab = await opened(world);
  expect(asked(world)).toBe(0);
  tab.show(supervision);
  await world.until(() => view(tab)?.known === true, 'the base');
  aBusyHour(world);
  const id = newConversation(world);
  world.server.rows.command(id, { type: 'handoff' });
  world.server.push();
  await world.until(() => waiting(tab)?.includes(id) === true, 'who waits');
  expect(waiting(tab)).toEqual(pending(world));
  const held = (agent: number, state: 'taken' | 'inactive') =>
    world.server.rows.list(ADMIN, { ...query(state), agent_id: agent }).length;
  for (const { agent_id, taken, inactive } of view(tab)?.load ?? []) {
    expect({ taken, inactive }).toEqual({
      taken: held(agent_id, 'taken'),
      inactive: held(agent_id, 'inactive'),
    });
  }
  expect(view(tab)?.load.length).toBeGreaterThan(0);
  expect(asked(world)).toBe(1);
});

it('HUB-43 is the present after a gap, and after a new base', async () => {
  const world = new World();
  const tab = await opened(world);
  tab.show(supervision);
  await world.until(() => view(tab)?.known === true, 'the base');
  world.server.cut();
  const id = newConversation(world);
  world.server.rows.command(id, { type: 'handoff' });
  await world.until(() => waiting(tab)?.includes(id) === true, 'after the gap');
  expect(asked(world)).toBe(1);
  world.server.sight = 's2';
  world.server.say('RESET', { bot_id: BOT });
  await world.until(() => asked(world) === 2 && view(tab)?.known === true, 'a base under the new sight');
  expect(waiting(tab)).toEqual(pending(world));
});

it('HUB-43 asks again when the day is over, and says why it could not', async () => {
  const world = new World();
  const tab = await opened(world);
  tab.show(supervision);
  await world.until(() => view(tab)?.known === true, 'the base');
  world.server.answering = (route) => (route === 'supervision' ? 'error' : 'ok');
  world.clock.pass(15 * 60 * 60_000);
  await world.until(() => view(tab)?.error != null, 'the failure');
  // What was known stays on screen, and events that come do not ask again.
  expect(view(tab)?.known).toBe(true);
  const tries = asked(world);
  newConversation(world);
  world.server.push();
  await world.moment();
  expect(asked(world)).toBe(tries);
  world.server.answering = () => 'ok';
  await world.hub.api.reload(supervision);
  await world.until(() => view(tab)?.error === null, 'asked again');
});
