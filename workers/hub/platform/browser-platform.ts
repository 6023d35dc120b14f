/** The hub's platform in a real worker. */
import type { PortLike } from '../../shared/broadcast-port.ts';
import { progressFetch } from '../../shared/progress-fetch.ts';
import { dexieLoader } from './load-dexie.ts';
import type { Clock, HubPlatform, HubStorage, StreamPort } from './platform.ts';
import { socketOpener } from './socket.ts';

/** Hubs of all builds of this origin hear each other here. */
const BUILDS_CHANNEL = 'charla-builds';

/** @param build the worker's name ends with it */
export function browserPlatform(build: string): HubPlatform {
  const channel = new BroadcastChannel(BUILDS_CHANNEL);
  const clock: Clock = {
    now: () => Date.now(),
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => clearTimeout(timer as number),
  };
  return {
    build,
    wire: import.meta.env.WIRE_VERSION,
    clock,
    random: () => Math.random(),
    uuid: () => crypto.randomUUID(),
    locks: { request: (name, options, hold) => navigator.locks.request(name, options, hold) },
    openSocket: socketOpener(self.location.origin),
    storage: storage(clock),
    fetch: (input, init) => fetch(input, init),
    progressFetch,
    channel: {
      post: (message) => channel.postMessage(message),
      listen: (hear) => channel.addEventListener('message', (event) => hear(event.data)),
    },
  };
}

/** Some private modes have no IndexedDB, or one that throws on the first touch: then memory only. */
function storage(clock: Clock): HubStorage | null {
  try {
    const { indexedDB, IDBKeyRange } = self;
    if (!indexedDB) return null;
    const dexie = dexieLoader(clock, async () => (await import('dexie')).Dexie);
    return { indexedDB, IDBKeyRange, dexie };
  } catch (error) {
    console.warn('no IndexedDB', error);
    return null;
  }
}

/** A port of any kind as the stream that the tabs' registry wants. */
export function streamOf(port: PortLike): StreamPort {
  return {
    postMessage: (message) => port.postMessage(message),
    onMessage: (hear) => {
      port.addEventListener('message', (event) => hear(event.data));
      port.start?.();
    },
    close: () => port.close(),
  };
}

/** `charla-hub:{build}` → the build. */
export const buildOf = (workerName: string): string => workerName.slice(workerName.indexOf(':') + 1) || 'dev';
