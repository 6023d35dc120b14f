/**
 * How a tab gets a hub and keeps it.
 *
 *   starting ── join answered ──▶ ready ── its lock came free (the worker died) ──▶ starting (again, from the log)
 *      └── too many tries in a row ──▶ failed ── restart() ──▶ starting
 *
 * A worker that dies tells nobody: no error event, and calls under way would hang for ever. So the hub holds a Web
 * Lock that every tab queues for, and every call races its coming free. The tab in turn holds a lock of random name,
 * by which the hub knows that it is gone.
 */
import * as Comlink from 'comlink';
import type { Product } from '../../contract/services.ts';
import type { HubApi, SendInput, TabHub } from '../../workers/hub/surface/api.ts';
import type { Notice } from '../../workers/hub/surface/notice.ts';
import type { HubSession } from '../../workers/hub/surface/session.ts';
import type { HubFrame, TabFrame } from '../../workers/hub/surface/stream.ts';
import { tabLock } from '../../workers/shared/lock-names.ts';
import { HubGone } from './hub-gone.ts';
import type { TopicStore } from './store.ts';
import { browserPlatform, type Spawned, type TabPlatform } from './tab-platform.ts';

/** A worker that has not answered `join` by then is not going to (a fresh one answers in some 50 ms). */
const JOIN_TIMEOUT = 15_000;
/** A lock that the browser has not given by then is asked for once more (ms). */
const LOCK_WAIT = 2_000;
/** Starts in a row before the page says so; pauses between them double. */
const MAX_TRIES = 5;
const FIRST_PAUSE = 100;
/** A hub that lived this long was a good start: the count begins again. */
const GOOD_LIFE = 10_000;

export type HubLinkState = 'starting' | 'ready' | 'failed';
export interface HubStart {
  build: string;
  product: Product;
  /** Who is signed in in this browser now. Asked at every start: another tab may have signed out since the last. */
  session: () => HubSession | null;
  /** The bot that this tab will show; null: nobody knows yet. Not asked once one is selected. */
  expected?: () => number | null;
  /** What the page needs the processor for until then comes before the first worker. It must not reject. */
  startsAfter?: Promise<unknown> | undefined;
}
export interface HubLink {
  readonly tabId: string;
  readonly api: TabHub;
  readonly state: HubLinkState;
  restart(): void;
}
export interface HubLinkOptions extends HubStart {
  store: TopicStore;
  heard: {
    notice: (notice: Notice) => void;
    'signed-out': (reason: 'unauthorized' | 'by-hand') => void;
    stale: (queries: string[]) => void;
  };
  stateChanged: () => void;
  platform?: TabPlatform;
}

/** One life of the hub, as this tab sees it. */
interface Life {
  epoch: string;
  remote: Comlink.Remote<HubApi>;
  spawned: Spawned;
  pending: Set<(reason: HubGone) => void>;
  /** The newest frame that was dealt with. */
  heard: number;
  /** Patches were applied that are not on screen yet. */
  painting: boolean;
}

/** Opens the way to the hub; it repairs itself until it has failed several times in a row. */
export function connectHub(options: HubLinkOptions): HubLink {
  const platform = options.platform ?? browserPlatform();
  const tabId = platform.uuid();
  let session = options.session();
  let selected: number | null = null;
  let state: HubLinkState = 'starting';
  let life: Life | null = null;
  let tries = 0;
  let attempt = 0;
  let keeping = false;
  /** The hub's socket, while this is its only page. */
  let aloneWith: string | null = null;
  let waiting: { resolve: (life: Life) => void; reject: (reason: HubGone) => void }[] = [];

  const become = (next: HubLinkState): void => {
    state = next;
    options.stateChanged();
  };
  const say = (frame: TabFrame): void => life?.spawned.stream.postMessage(frame);

  let isHeld = false;
  let holding: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    holding = resolve;
  });
  /**
   * The lock is held for the page's whole life and the hub queues for it; a respawned hub queues for the same. Of a hundred
   * tabs that open at once Chromium forgot the request of one or two, without an answer: those asked for nothing else.
   */
  function hold(): void {
    if (isHeld) return;
    platform.locks
      .request(tabLock(tabId), {}, () => {
        isHeld = true;
        holding();
        return new Promise<never>(() => undefined);
      })
      .catch((error: unknown) => console.error('tab lock', error));
  }

  async function lockHeld(): Promise<void> {
    const late = platform.setTimeout(hold, LOCK_WAIT);
    await within(platform, held).finally(() => platform.clearTimeout(late));
  }

  function hear(frame: HubFrame, of: Life): void {
    if (of !== life || frame.epoch !== of.epoch) return;
    switch (frame.type) {
      case 'patches':
        options.store.apply(frame.patches);
        break;
      case 'notice':
        options.heard.notice(frame.notice);
        break;
      case 'signed-out':
        session = null;
        options.heard['signed-out'](frame.reason);
        break;
      case 'alone':
        aloneWith = frame.socket;
        break;
      case 'stale':
        options.heard.stale(frame.queries);
    }
    of.heard = frame.n;
    if (frame.type === 'patches') acknowledgePainted(of);
    else if (!of.painting) say({ type: 'ack', n: frame.n });
  }

  /** What is acknowledged is on screen: the hub sends no faster than this page can draw. */
  function acknowledgePainted(of: Life): void {
    if (of.painting) return;
    of.painting = true;
    platform.painted(() => {
      of.painting = false;
      if (of === life) say({ type: 'ack', n: of.heard });
    });
  }

  async function start(): Promise<void> {
    attempt += 1;
    let spawned: Spawned | null = null;
    try {
      hold();
      await options.startsAfter;
      await lockHeld();
      spawned = await within(platform, platform.spawn(options.build, tabId, attempt));
      const remote = Comlink.wrap<HubApi>(spawned.calls as Comlink.Endpoint);
      const handOver = spawned.handOver ? Comlink.transfer(spawned.handOver, [spawned.handOver]) : null;
      session = options.session();
      const botId = selected ?? options.expected?.() ?? null;
      const ahead = botId === null ? null : { botId, topics: options.store.topics() };
      const hello = { tabId, build: options.build, product: options.product, session, ahead };
      // The BroadcastChannel hub has its own end of the stream and takes no port.
      const answer = Promise.race([remote.join(hello, handOver as unknown as MessagePort), spawned.failed]);
      // A port keeps what is said until the hub listens: it need not wait for this page, which may be drawing by then.
      const { stream } = spawned;
      const attach = () => options.store.attach((frame) => stream.postMessage(frame));
      const isHeard = handOver !== null && ahead !== null;
      if (isHeard) {
        stream.postMessage({ type: 'visibility', ...platform.visibility() } satisfies TabFrame);
        attach();
      }
      const joined = await within(platform, answer);
      const born: Life = {
        epoch: joined.epoch,
        remote,
        spawned,
        pending: new Set(),
        heard: 0,
        painting: false,
      };
      life = born;
      spawned.stream.addEventListener('message', (event) => hear(event.data as HubFrame, born));
      spawned.stream.start?.();
      watch(joined.lock, born);
      // Once more: it may be another by now.
      say({ type: 'visibility', ...platform.visibility() });
      if (!isHeard) attach();
      become('ready');
      platform.setTimeout(() => {
        if (life === born) tries = 0;
      }, GOOD_LIFE);
      for (const each of waiting) each.resolve(born);
      waiting = [];
    } catch (error) {
      console.warn('hub start', error);
      options.store.detach();
      spawned?.close();
      again();
    }
  }

  /** The hub's lock comes to us when the hub is no more. */
  function watch(lock: string, of: Life): void {
    platform.locks
      .request(lock, {}, async () => {
        if (life === of) died(of);
      })
      .catch((error: unknown) => console.error('hub lock', error));
  }

  function died(of: Life): void {
    life = null;
    aloneWith = null;
    options.store.detach();
    for (const reject of of.pending) reject(new HubGone());
    of.spawned.close();
    again();
  }

  function again(): void {
    tries += 1;
    if (tries > MAX_TRIES) {
      become('failed');
      for (const each of waiting) each.reject(new HubGone());
      waiting = [];
      return;
    }
    become('starting');
    platform.setTimeout(() => void start(), FIRST_PAUSE * 2 ** (tries - 1));
  }

  const ready = (): Promise<Life> => {
    if (life) return Promise.resolve(life);
    if (state === 'failed') return Promise.reject(new HubGone());
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };

  /** What was on screen when it was written, however long it waits for a hub. */
  function asSeen(input: SendInput): SendInput {
    const lastSeen = options.store.newestShown(input.conversationId);
    return lastSeen === undefined ? input : { lastSeen, ...input };
  }

  async function call(name: keyof TabHub, args: unknown[]): Promise<unknown> {
    if (name === 'signIn') session = args[0] as HubSession;
    if (name === 'send') args = [asSeen(args[0] as SendInput)];
    if (!keeping && (name === 'send' || name === 'saveDraft' || name === 'attach')) {
      keeping = true;
      platform.keepStorage();
    }
    if (name === 'selectBot') selected = args[1] as number | null;
    const on = await ready();
    return new Promise((resolve, reject) => {
      on.pending.add(reject);
      const done = () => on.pending.delete(reject);
      const method = on.remote[name] as (...args: unknown[]) => Promise<unknown>;
      method(...args)
        .then(resolve, reject)
        .finally(done);
    });
  }

  platform.onVisibility(() => say({ type: 'visibility', ...platform.visibility() }));
  // The pause between attempts may have grown to half a minute by now.
  platform.onOnline(() => void life?.remote.reload({ kind: 'connection' }).catch(ignoredByDeath));
  platform.onLeave(() => {
    say({ type: 'farewell' });
    if (session === null || selected === null || aloneWith === null) return;
    platform.farewell({ session, product: options.product, botId: selected, socket: aloneWith });
  });
  void start();

  return {
    tabId,
    get state() {
      return state;
    },
    api: new Proxy({} as TabHub, {
      get: (_, name) =>
        name === 'then' ? undefined : (...args: unknown[]) => call(name as keyof TabHub, args),
    }),
    restart: () => {
      if (state !== 'failed') return;
      tries = 0;
      become('starting');
      void start();
    },
  };
}

/** The lock will tell of the death and start again, which says this again. */
function ignoredByDeath(error: unknown): void {
  console.warn('hub call', error);
}

function within<T>(platform: TabPlatform, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = platform.setTimeout(() => reject(new Error('the hub does not answer')), JOIN_TIMEOUT);
    work.then(resolve, reject).finally(() => platform.clearTimeout(timer));
  });
}
