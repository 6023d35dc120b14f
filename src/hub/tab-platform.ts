/** What a tab needs of its browser to reach a hub; tests pass hand-driven ones. */

import {
  broadcastPort,
  type DoorMessage,
  doorName,
  type PortLike,
  pairNames,
} from '../../workers/shared/broadcast-port.ts';
import { leaderLock } from '../../workers/shared/lock-names.ts';
import { type Farewell, sayFarewell } from './farewell.ts';

export interface Locks {
  request(name: string, options: { signal?: AbortSignal }, hold: () => Promise<unknown>): Promise<unknown>;
}

/** A way to one hub. */
export interface Spawned {
  /** Carries the calls (Comlink). */
  calls: PortLike;
  /** The tab's end of its stream. */
  stream: PortLike;
  /** The hub's end of the stream, to hand over; null where the hub opens its own (BroadcastChannel). */
  handOver: MessagePort | null;
  /** Rejects when the worker's script can't be started. */
  failed: Promise<never>;
  close(): void;
}

export interface TabPlatform {
  uuid(): string;
  locks: Locks;
  /** @param build carried by the worker's name */
  spawn(build: string, tabId: string, attempt: number): Promise<Spawned>;
  /** Asks the browser not to throw away what was stored: there is something now that exists nowhere else. */
  keepStorage(): void;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  now(): number;
  visibility(): { visible: boolean; focused: boolean };
  /** Visibility or focus changed, or the page came back from the back/forward cache. */
  onVisibility(changed: () => void): void;
  /** The browser says that there is a network again. */
  onOnline(online: () => void): void;
  /** The page closes (or enters the back/forward cache). */
  onLeave(leave: () => void): void;
  /** Tells the server that the browser's only page closes. */
  farewell(farewell: Farewell): void;
  /** Runs when what was just drawn is on screen; where nothing is painted, soon. */
  painted(run: () => void): void;
}

/** A page that is in sight paints more often than this (ms); one that was just hidden paints no more. */
const PAINTS_WITHIN = 250;

export function browserPlatform(): TabPlatform {
  return {
    uuid: () => crypto.randomUUID(),
    locks: { request: (name, options, hold) => navigator.locks.request(name, options, hold) },
    spawn: typeof SharedWorker === 'undefined' ? spawnByChannel : spawnShared,
    keepStorage: () => {
      navigator.storage?.persist?.().catch((error: unknown) => console.warn('storage not kept', error));
    },
    setTimeout: (run, ms) => window.setTimeout(run, ms),
    clearTimeout: (timer) => window.clearTimeout(timer as number),
    now: () => Date.now(),
    visibility: () => ({ visible: document.visibilityState === 'visible', focused: document.hasFocus() }),
    onVisibility: (changed) => {
      document.addEventListener('visibilitychange', changed);
      window.addEventListener('focus', changed);
      window.addEventListener('blur', changed);
      window.addEventListener('pageshow', changed);
    },
    onOnline: (online) => window.addEventListener('online', online),
    onLeave: (leave) => window.addEventListener('pagehide', leave),
    farewell: sayFarewell,
    painted,
  };
}

function painted(run: () => void): void {
  if (document.visibilityState === 'hidden') {
    run();
    return;
  }
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    clearTimeout(late);
    run();
  };
  const late = setTimeout(once, PAINTS_WITHIN);
  // The first task after an animation frame comes when that frame was painted.
  requestAnimationFrame(() => setTimeout(once));
}

declare global {
  interface Window {
    /** The way to the hub that the document opened before this page's script was there (public/first-screen.js). */
    charlaHub?: { build: string; worker: SharedWorker };
  }
}

/** The document's way to this build's hub, once: a hub that died is reached by another. */
function openedWay(build: string): SharedWorker | null {
  const way = window.charlaHub;
  delete window.charlaHub;
  return way?.build === build ? way.worker : null;
}

async function spawnShared(build: string): Promise<Spawned> {
  const worker =
    openedWay(build) ??
    new SharedWorker(new URL('../../workers/hub/hub.ts', import.meta.url), {
      type: 'module',
      name: `charla-hub:${build}`,
    });
  const { port1, port2 } = new MessageChannel();
  return {
    calls: worker.port,
    stream: port1,
    handOver: port2,
    failed: scriptFailure(worker),
    close: () => {
      worker.port.close();
      port1.close();
    },
  };
}

let leading = false;
/** No SharedWorker: one tab, the holder of the leader lock, runs the hub for all; everybody knocks at its door. */
async function spawnByChannel(build: string, tabId: string, attempt: number): Promise<Spawned> {
  if (!leading) {
    leading = true;
    navigator.locks
      .request(leaderLock(build), () => {
        const worker = new Worker(new URL('../../workers/hub/hub.ts', import.meta.url), {
          type: 'module',
          name: `charla-hub:${build}`,
        });
        return scriptFailure(worker);
      })
      .catch((error: unknown) => {
        leading = false;
        console.error('dedicated hub', error);
      });
  }
  const door = new BroadcastChannel(doorName(build));
  const names = pairNames(build, tabId, attempt);
  await new Promise<void>((opened) => {
    door.onmessage = (event: MessageEvent<DoorMessage>) => {
      const said = event.data;
      if (said.type === 'here') door.postMessage({ type: 'knock', tabId, attempt });
      if (said.type === 'open' && said.tabId === tabId && said.attempt === attempt) opened();
    };
    door.postMessage({ type: 'knock', tabId, attempt });
  });
  door.close();
  const calls = broadcastPort(names.calls);
  const stream = broadcastPort(names.stream);
  return {
    calls,
    stream,
    handOver: null,
    failed: new Promise<never>(() => undefined),
    close: () => {
      calls.close();
      stream.close();
    },
  };
}

function scriptFailure(worker: AbstractWorker): Promise<never> {
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = (event) =>
      reject(new Error(`the hub's script failed: ${event.message ?? 'not loaded'}`));
  });
  // Anyone who starts the hub races this; without that race a late failure is only worth a line.
  failed.catch((error: unknown) => console.warn(error));
  return failed;
}
