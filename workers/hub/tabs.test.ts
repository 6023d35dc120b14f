/** What tabs and people with many of them rely on. */
import { describe, expect, it } from 'vitest';
import { ADMIN, ANA, BOT, BRUNO, type HandTab, query, World } from '../../tests/support/hub/world.ts';
import type { HubFrame, Topic } from './surface.ts';

const connection: Topic = { kind: 'connection' };
const counters: Topic = { kind: 'counters', botId: BOT };
const active: Topic = { kind: 'list', botId: BOT, query: query('active') };
const cards = (tab: HandTab) => ((tab.value(active) as { cards: unknown[] } | undefined)?.cards ?? []).length;
const patchesOf = (tab: HandTab) =>
  tab.frames.flatMap((frame: HubFrame) => (frame.type === 'patches' ? frame.patches : []));

async function opened(world: World, viewer = ADMIN): Promise<HandTab> {
  const tab = await world.openTab(world.session(viewer));
  for (const topic of [connection, counters, active]) tab.show(topic);
  await world.until(
    () =>
      tab.value(counters) !== undefined &&
      (tab.value(active) as { loading?: boolean } | undefined)?.loading === false,
    'open',
  );
  return tab;
}
function happens(world: World): string {
  world.server.rows.tick(1000);
  world.server.rows.newConversation('web', null);
  world.server.push();
  return [...world.server.rows.rows.keys()].at(-1) ?? '';
}

describe('tabs', () => {
  it('HUB-18 one socket for six tabs', async () => {
    const world = new World();
    for (let n = 0; n < 6; n += 1) await opened(world);
    expect(world.server.connected).toBe(1);
  });

  it('HUB-19 a list travels as what changed', async () => {
    const world = new World();
    for (let n = 0; n < 10; n += 1) happens(world);
    const tab = await opened(world);
    const before = patchesOf(tab).length;
    happens(world);
    await world.until(() => cards(tab) === 11, 'the card');
    const said = patchesOf(tab).slice(before);
    const lists = said.filter((patch) => 'items' in patch);
    expect(lists.length).toBeGreaterThan(0);
    for (const patch of lists)
      if ('items' in patch) expect(patch.items.changed.length).toBeLessThanOrEqual(1);
  });

  it('HUB-19 a tab hears of what it shows and of nothing else', async () => {
    const world = new World();
    await opened(world);
    const other = await world.openTab(world.session(ADMIN));
    other.show(connection);
    await world.moment();
    const before = patchesOf(other).length;
    happens(world);
    await world.moment();
    expect(patchesOf(other)).toHaveLength(before);
  });

  it('HUB-20 a hidden tab hears counters alone, and everything when it is shown again', async () => {
    const world = new World();
    const tab = await opened(world);
    tab.say({ type: 'visibility', visible: false, focused: false });
    await world.moment(20);
    happens(world);
    await world.until(
      () => (tab.value(counters) as { byState: { active: number } }).byState.active === 1,
      'counters',
    );
    await world.moment();
    expect(cards(tab)).toBe(0);
    tab.say({ type: 'visibility', visible: true, focused: true });
    await world.until(() => cards(tab) === 1, 'the list');
  });

  it('HUB-20 a tab that does not acknowledge gets no more than a few frames, then the present', async () => {
    const world = new World();
    const tab = await opened(world);
    tab.freeze();
    const before = tab.frames.length;
    for (let n = 0; n < 50; n += 1) {
      happens(world);
      await world.moment(20);
    }
    const frames = tab.frames.slice(before).filter(({ type }) => type === 'patches');
    expect(frames.length).toBeLessThanOrEqual(8);
    const last = tab.frames.findLast((frame) => frame.type === 'patches');
    tab.say({ type: 'ack', n: last?.type === 'patches' ? last.n : 0 });
    await world.until(() => cards(tab) === 50, 'the present');
  });

  it('HUB-21 forgets a tab that is gone, and its bot is left when no other shows it', async () => {
    const world = new World();
    const tab = await opened(world);
    const other = await opened(world);
    expect(await world.hub.api.selectBot(tab.id, null)).toEqual({ left: null });
    world.closeTab(other);
    await world.moment();
    const { tabs } = (await world.hub.api.inspect()) as { tabs: number };
    expect(tabs).toBe(1);
    await world.hub.api.selectBot(tab.id, BOT);
    expect(await world.hub.api.selectBot(tab.id, null)).toEqual({ left: BOT });
  });

  it('HUB-21 says farewell when the last page closes, and not before', async () => {
    const world = new World();
    const tab = await opened(world);
    const other = await opened(world);
    const farewells = () => world.server.emitted.filter(({ name }) => name === 'FAREWELL');
    tab.say({ type: 'farewell' });
    await world.moment(20);
    expect(farewells()).toEqual([]);
    other.say({ type: 'farewell' });
    await world.moment(20);
    expect(farewells()).toEqual([{ name: 'FAREWELL', argument: { botIds: [BOT] } }]);
  });

  it('HUB-22 every frame carries the epoch, and the lock named by join is free only when the hub is dead', async () => {
    const world = new World();
    const tab = await opened(world);
    expect(new Set(tab.frames.map(({ epoch }) => epoch))).toEqual(new Set([world.hub.epoch]));
    let dead = false;
    const { lock } = await world.hub.join(
      { tabId: 'x', build: 'b1', product: { name: 'Charla', slug: 'charla' }, session: null },
      { postMessage: () => undefined, onMessage: () => undefined, close: () => undefined },
    );
    world.locks.of('watcher').request(lock, {}, async () => {
      dead = true;
    });
    await world.moment();
    expect(dead).toBe(false);
    const { epoch } = world.hub;
    world.respawn();
    await world.moment();
    expect(dead).toBe(true);
    expect(world.hub.epoch).not.toBe(epoch);
  });

  it('HUB-23 a newer build writes alone; the older one offers to reload and keeps work safe', async () => {
    const world = new World();
    const old = await opened(world, ANA);
    const oldHub = world.hub;
    world.clock.pass(1000);
    const hub = world.startHub('b2');
    const tab = await world.openTab(world.session(ANA), hub);
    for (const topic of [connection, counters]) tab.show(topic);
    await world.until(() => tab.value(counters) !== undefined, 'the new one is live');
    expect(old.value(connection)).toMatchObject({ superseded: true });
    expect(tab.value(connection)).toMatchObject({ superseded: false, state: 'live' });
    expect(world.server.connected).toBe(1);

    world.server.rows.newConversation('web', null);
    const id = [...world.server.rows.rows.keys()][0] ?? '';
    world.server.rows.command(id, { type: 'take', agent_id: ANA.user_id });
    world.server.push();
    await oldHub.api.send({ botId: BOT, conversationId: id, text: 'desde la pestaña vieja', note: false });
    await world.until(() => world.server.rows.rows.get(id)?.messages.length === 2, 'sent by the new one');
  });
});

describe('notices', () => {
  it('HUB-24 one tab tells of a new conversation: the focused one, else the latest seen', async () => {
    const world = new World();
    const first = await opened(world);
    const second = await opened(world);
    second.say({ type: 'visibility', visible: true, focused: false });
    first.say({ type: 'visibility', visible: true, focused: true });
    await world.moment(20);
    happens(world);
    await world.moment();
    expect([first.notices.length, second.notices.length]).toEqual([1, 0]);
    first.say({ type: 'visibility', visible: false, focused: false });
    await world.moment(20);
    happens(world);
    await world.moment();
    expect([first.notices.length, second.notices.length]).toEqual([1, 1]);
  });

  it('HUB-24 a doubled sound rings once, and old conversations of a replay do not ring', async () => {
    const world = new World();
    const tab = await opened(world);
    for (const _ of [1, 2]) world.server.say('SOUND_NEW_CONVERSATION', { bot_id: BOT, event_id: 'e1' });
    await world.moment();
    expect(tab.notices).toEqual([{ kind: 'sound', sound: 'new-conversation', eventId: 'e1' }]);
    world.server.cut();
    world.server.rows.newConversation('web', null);
    await world.until(() => cards(tab) === 1, 'the card');
    expect(tab.notices).toHaveLength(1);
  });

  it('HUB-24 who is given a conversation is told, after a gap too', async () => {
    const world = new World();
    const id = happens(world);
    world.server.rows.command(id, { type: 'take', agent_id: BRUNO });
    const tab = await opened(world, ANA);
    world.server.cut();
    world.server.rows.command(id, { type: 'derive', agent_id: ANA.user_id });
    await world.until(() => tab.notices.some(({ kind }) => kind === 'derived'), 'told');
  });
});
