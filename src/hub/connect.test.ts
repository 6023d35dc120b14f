/** What a tab relies on when its worker dies or never comes. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Spawning, worldPlatform } from '../../tests/support/hub/tab-platform.ts';
import { ADMIN, BOT, query, World } from '../../tests/support/hub/world.ts';
import { Gate } from '../../workers/hub/platform/gate.ts';
import type { HubFrame } from '../../workers/hub/surface/stream.ts';
import { type Topic, topicKey } from '../../workers/hub/surface/topics.ts';
import { connectHub, type HubLink } from './connect.ts';
import { HubGone } from './hub-gone.ts';
import { TopicStore } from './store.ts';

const counters: Topic = { kind: 'counters', botId: BOT };
const opened: Spawning[] = [];
afterEach(() => {
  for (const spawned of opened.splice(0)) spawned.close();
});

const tab = (world: World) => {
  const session = world.session(ADMIN);
  return {
    build: 'b1',
    product: { name: 'Charla', slug: 'charla' },
    session: () => session,
    heard: { notice: () => undefined, 'signed-out': () => undefined, stale: () => undefined },
    stateChanged: () => undefined,
  };
};

/** A tab in the world's browser. */
function open(world: World) {
  const { platform, spawned } = worldPlatform(world);
  opened.push(spawned);
  const store = new TopicStore(0);
  const link: HubLink = connectHub({ ...tab(world), store, platform });
  return { link, store, spawned };
}
const active = (store: TopicStore) =>
  (store.peek(counters) as { byState: { active: number } } | undefined)?.byState.active;

describe('a tab and its hub', () => {
  it('TAB-1 calls before the worker is there wait for it', async () => {
    const world = new World();
    const { link } = open(world);
    const asked = link.api.unsent();
    await world.until(() => link.state === 'ready', 'ready');
    expect(await asked).toEqual({ outbox: 0, drafts: 0 });
  });

  it('TAB-4 does not sit out the pause when the network is back', async () => {
    const world = new World();
    const { link, store, spawned } = open(world);
    const key = topicKey({ kind: 'connection' });
    store.subscribe(key, () => undefined);
    const state = () => store.value<'connection'>(key)?.state;
    await world.until(() => state() === 'live', 'live');
    world.server.up = false;
    world.server.cut();
    // So many attempts that the next pause is a long one.
    await world.until(
      () => (store.value<'connection'>(key)?.retryAt ?? 0) - world.clock.now() > 10_000,
      'a long pause',
      60_000,
    );
    world.server.up = true;
    const before = world.clock.now();
    spawned.online();
    await world.until(() => state() === 'live', 'live again');
    expect(world.clock.now() - before).toBeLessThan(5_000);
    expect(link.state).toBe('ready');
  });

  it('TAB-2 a dying worker rejects what was under way, and a fresh one goes on with what the tab shows', async () => {
    const world = new World();
    const { link, store, spawned } = open(world);
    store.subscribe(JSON.stringify({ botId: BOT, kind: 'counters' }), () => undefined);
    await world.until(() => link.state === 'ready', 'ready');
    await link.api.selectBot(link.tabId, BOT);
    await world.until(() => active(store) === 0, 'counters');
    const release = world.server.gate('change');
    world.server.rows.newConversation('web', null);
    const id = [...world.server.rows.rows.keys()][0] ?? '';
    const stuck = link.api.change(BOT, id, { state: 'pending' });
    const outcome = stuck.catch((error: unknown) => error);
    await world.until(() => world.server.requests.some(({ route }) => route === 'change'), 'under way');
    world.respawn();
    expect(await outcome).toBeInstanceOf(HubGone);
    expect(active(store)).toBeTypeOf('number');
    release();
    await world.until(() => link.state === 'ready' && spawned.count === 2, 'a fresh one');
    world.server.rows.newConversation('web', null);
    world.server.push();
    await world.until(() => active(store) === 1, 'its patches');
  });

  it('TAB-5 the only page tells the server itself that it closes, for its worker may be ended first', async () => {
    const world = new World();
    const { link, spawned } = open(world);
    await world.until(() => link.state === 'ready', 'ready');
    await link.api.selectBot(link.tabId, BOT);
    await world.until(() => world.server.connected === 1, 'a socket');
    const other = await world.openTab(null);
    await world.moment();
    spawned.leave();
    // There is another page: nobody is gone.
    expect(spawned.farewells).toEqual([]);
    world.closeTab(other);
    await world.moment();
    spawned.leave();
    expect(spawned.farewells).toMatchObject([{ botId: BOT, socket: expect.stringMatching(/^socket-/) }]);
    // Without a worker there is no socket whose lease could end.
    world.respawn();
    await world.until(() => link.state === 'starting', 'the death is known');
    spawned.leave();
    expect(spawned.farewells).toHaveLength(1);
  });

  it('TAB-10 the hub hears with the first word which bot the tab will show', async () => {
    const world = new World();
    const { platform, spawned } = worldPlatform(world);
    opened.push(spawned);
    connectHub({ ...tab(world), store: new TopicStore(), platform, expected: () => BOT });
    await world.until(() => world.server.sockets.some(({ joined }) => joined), 'the bot is followed');
  });

  it('TAB-10 the hub hears with the first word what the tab reads, before it has answered', async () => {
    const world = new World();
    const { platform, spawned } = worldPlatform(world);
    opened.push(spawned);
    const store = new TopicStore();
    const list: Topic = { kind: 'list', botId: BOT, query: query('active') };
    store.subscribe(topicKey(list), () => undefined);
    const { join } = world.hub;
    let topics: readonly Topic[] | undefined;
    world.hub.join = (hello, port) => {
      topics = hello.ahead?.topics;
      return join.call(world.hub, hello, port);
    };
    connectHub({ ...tab(world), store, platform, expected: () => BOT });
    await world.until(() => store.peek(list) !== undefined, 'the list');
    expect(topics).toEqual([list]);
  });

  it('TAB-15 what it shows is on its way to the tab before the hub has answered, and is there with the answer', async () => {
    const world = new World();
    world.server.rows.newConversation('web', null);
    const { platform, spawned } = worldPlatform(world);
    opened.push(spawned);
    const { join } = world.hub;
    const posted: HubFrame[] = [];
    const answer = new Gate();
    world.hub.join = async (hello, port) => {
      const heard = (message: unknown) => {
        posted.push(message as HubFrame);
        port.postMessage(message);
      };
      const joined = await join.call(world.hub, hello, { ...port, postMessage: heard });
      await answer.opened;
      return joined;
    };
    const store = new TopicStore();
    const list: Topic = { kind: 'list', botId: BOT, query: query('active') };
    store.subscribe(topicKey(list), () => undefined);
    const link = connectHub({ ...tab(world), store, platform, expected: () => BOT });
    const told = () =>
      posted.some(
        (frame) => frame.type === 'patches' && frame.patches.some(({ topic }) => topic === topicKey(list)),
      );
    await world.until(told, 'the list is told');
    expect(link.state).toBe('starting');
    expect(store.peek(list)).toBeUndefined();
    answer.open();
    await world.until(() => link.state === 'ready', 'ready');
    await world.until(() => store.peek(list)?.cards.length === 1, 'the list');
  });

  it('TAB-14 a first visit starts its worker once its rows are painted; what was asked of it meanwhile is answered then', async () => {
    const world = new World();
    const { platform, spawned } = worldPlatform(world);
    opened.push(spawned);
    const painted = new Gate();
    const link = connectHub({
      ...tab(world),
      store: new TopicStore(0),
      platform,
      startsAfter: painted.opened,
    });
    const asked = link.api.unsent();
    await world.moment(100);
    expect([spawned.count, link.state]).toEqual([0, 'starting']);
    painted.open();
    expect(await asked).toEqual({ outbox: 0, drafts: 0 });
    // One that died is not waited for again.
    world.respawn();
    await world.until(() => spawned.count === 2 && link.state === 'ready', 'another');
  });

  it('TAB-9 a lock that the browser forgot to give is asked for again', async () => {
    const world = new World();
    const { platform, spawned } = worldPlatform(world);
    opened.push(spawned);
    const { request } = platform.locks;
    let asked = 0;
    platform.locks.request = (name, options, hold) => {
      asked += 1;
      return asked === 1 ? new Promise<never>(() => undefined) : request(name, options, hold);
    };
    const link = connectHub({ ...tab(world), store: new TopicStore(0), platform });
    await world.until(() => link.state === 'ready', 'ready', 10_000);
    expect(await link.api.unsent()).toEqual({ outbox: 0, drafts: 0 });
  });

  it('TAB-9 a lock that never comes ends in a state that can be shown', async () => {
    const world = new World();
    const { platform, spawned } = worldPlatform(world);
    opened.push(spawned);
    platform.locks.request = () => new Promise<never>(() => undefined);
    const link = connectHub({ ...tab(world), store: new TopicStore(0), platform });
    await world.until(() => link.state === 'failed', 'failed', 120_000);
    expect(spawned.count).toBe(0);
  });

  it('TAB-3 a worker that can not be started ends in a state that can be shown and retried', async () => {
    const world = new World();
    const { link, spawned } = open(world);
    await world.until(() => link.state === 'ready', 'ready');
    spawned.broken = true;
    world.respawn();
    await world.until(() => link.state === 'failed', 'failed', 20_000);
    const tries = spawned.count;
    expect(tries).toBeLessThan(10);
    await expect(link.api.unsent()).rejects.toBeInstanceOf(HubGone);
    spawned.broken = false;
    link.restart();
    await world.until(() => link.state === 'ready', 'ready again');
    expect(await link.api.unsent()).toEqual({ outbox: 0, drafts: 0 });
  });
});
