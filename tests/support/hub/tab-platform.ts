/** What a tab of the hand-driven world reaches its hub by: the real calls and streams, over ports of this process. */
import * as Comlink from 'comlink';
import type { Farewell } from '../../../src/hub/farewell.ts';
import type { TabPlatform } from '../../../src/hub/tab-platform.ts';
import { streamOf } from '../../../workers/hub/platform/browser-platform.ts';
import type { HubApi } from '../../../workers/hub/surface/api.ts';
import type { PortLike } from '../../../workers/shared/broadcast-port.ts';
import type { World } from './world.ts';

/** Between two frames of a screen (ms). */
const FRAME = 16;

export interface Spawning {
  count: number;
  /** Worker scripts fail to load. */
  broken: boolean;
  /** Says that there is a network again. */
  online: () => void;
  /** The page closes. */
  leave: () => void;
  /** What it told the server itself. */
  farewells: Farewell[];
  /** Closes what was opened. */
  close(): void;
}

export function worldPlatform(world: World): { platform: TabPlatform; spawned: Spawning } {
  const ports: MessagePort[] = [];
  const spawned: Spawning = {
    count: 0,
    broken: false,
    online: () => undefined,
    leave: () => undefined,
    farewells: [],
    close: () => {
      for (const port of ports.splice(0)) port.close();
    },
  };
  const platform: TabPlatform = {
    uuid: () => world.uuid(),
    locks: world.locks.of('tab'),
    setTimeout: (run, ms) => world.clock.setTimeout(run, ms),
    clearTimeout: (timer) => world.clock.clearTimeout(timer),
    now: () => world.clock.now(),
    keepStorage: () => undefined,
    visibility: () => ({ visible: true, focused: true }),
    onVisibility: () => undefined,
    onOnline: (online) => {
      spawned.online = online;
    },
    onLeave: (leave) => {
      spawned.leave = leave;
    },
    farewell: (farewell) => spawned.farewells.push(farewell),
    painted: (run) => world.clock.setTimeout(run, FRAME),
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
  return { platform, spawned };
}
