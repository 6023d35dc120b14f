/** What a tab relies on when its worker dies or never comes. */
import * as Comlink from 'comlink';
import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN, BOT, World } from '../../tests/support/hub/world.ts';
import { streamOf } from '../../workers/hub/browser-platform.ts';
import type { HubApi, Topic } from '../../workers/hub/surface.ts';
import type { PortLike } from '../../workers/shared/broadcast-port.ts';
import { connectHub, type HubLink } from './connect.ts';
import { HubGone } from './hub-gone.ts';
import { TopicStore } from './store.ts';
import type { TabPlatform } from './tab-platform.ts';

const counters: Topic = { kind: 'counters', botId: BOT };
const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** A tab in the world's browser; `broken` makes worker scripts fail to load. */
function open(world: World) {
  const spawned = { count: 0, broken: false };
  const platform: TabPlatform = {
    uuid: () => world.uuid(),
    locks: world.locks.of('tab'),
    setTimeout: (run, ms) => world.clock.setTimeout(run, ms),
    clearTimeout: (timer) => world.clock.clearTimeout(timer),
    now: () => world.clock.now(),
    keepStorage: () => undefined,
    visibility: () => ({ visible: true, focused: true }),
    onVisibility: () => undefined,
    onLeave: () => undefined,
    spawn: async () => {
      spawned.count += 1;
      if (spawned.broken) throw new Error('script not found');
      const calls = new MessageChannel();
      const stream = new MessageChannel();
      ports.push(calls.port1, calls.port2, stream.port1, stream.port2);
      const { hub } = world;
      const api: HubApi = { ...hub.api, join: (hello, port) => hub.join(hello, streamOf(port as PortLike)) };
      Comlink.expose(api, calls.port2);
      return {
        calls: calls.port1,
        stream: stream.port1,
        handOver: stream.port2,
        failed: new Promise<never>(() => undefined),
        close: () => calls.port1.close(),
      };
    },
  };
  const store = new TopicStore(0);
  const link: HubLink = connectHub({
    build: 'b1',
    product: { name: 'Charla', slug: 'charla' },
    session: world.session(ADMIN),
    store,
    platform,
    heard: { notice: () => undefined, 'signed-out': () => undefined, stale: () => undefined },
    stateChanged: () => undefined,
  });
  return { link, store, spawned };
}
const active = (store: TopicStore) =>
  (store.peek(counters) as { byState: { active: number } } | undefined)?.byState.active;

describe('a tab and its hub', () => {
  it('calls before the worker is there wait for it', async () => {
    const world = new World();
    const { link } = open(world);
    const asked = link.api.unsent();
    await world.until(() => link.state === 'ready', 'ready');
    expect(await asked).toEqual({ outbox: 0, drafts: 0 });
  });

  it('a dying worker rejects what was under way, and a fresh one goes on with what the tab shows', async () => {
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

  it('a worker that can not be started ends in a state that can be shown and retried', async () => {
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
