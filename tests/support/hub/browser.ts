/**
 * One browser of a city: pages with the real way to their hub (`src/hub/connect.ts`), one shared worker per build with
 * the real hub, one disk, one network. Pages and workers die without a word; the world outside is driven by hand.
 */
import * as Comlink from 'comlink';
import type { Viewer } from '../../../contract/entities/user.ts';
import { connectHub, type HubLink } from '../../../src/hub/connect.ts';
import { TopicStore } from '../../../src/hub/store.ts';
import { HubCore } from '../../../workers/hub/hub-core.ts';
import { streamOf } from '../../../workers/hub/platform/browser-platform.ts';
import type { HubApi } from '../../../workers/hub/surface/api.ts';
import type { Notice } from '../../../workers/hub/surface/notice.ts';
import type { HubSession } from '../../../workers/hub/surface/session.ts';
import { type Topic, type TopicValues, topicKey } from '../../../workers/hub/surface/topics.ts';
import { HandDisk } from './hand-disk.ts';
import { HandChannel, type HandClock, HandLocks } from './hand-platform.ts';
import { type HandPort, handPorts } from './hand-ports.ts';
import { BOT, type HandServer } from './hand-server.ts';
import { Mortal, mortalChannel, mortalClock, mortalLocks } from './mortal.ts';
import { Network } from './network.ts';

/** The world that a browser is in. */
export interface Surroundings {
  readonly clock: HandClock;
  readonly server: HandServer;
  uuid(): string;
}

interface Worker {
  build: string;
  mortal: Mortal;
  hub: HubCore;
}

/** Between two frames of a screen (ms). */
const FRAME = 16;

export class Page {
  readonly store = new TopicStore(0);
  readonly notices: Notice[] = [];
  readonly signedOut: string[] = [];
  readonly build: string;
  readonly link: HubLink;
  visible = true;
  focused = true;
  gone = false;
  #frozen = false;
  readonly #ports: HandPort[] = [];
  /** What fell due while it was frozen. */
  #due: (() => void)[] = [];
  #seen: () => void = () => undefined;
  #leave: () => void = () => undefined;

  constructor(browser: Browser, build: string) {
    this.build = build;
    const name = browser.city.uuid();
    const clock = browser.city.clock.of(name);
    const locks = browser.locks.of(name);
    const side = { gone: () => this.gone, frozen: () => this.#frozen };
    this.link = connectHub({
      build,
      product: { name: 'Charla', slug: 'charla' },
      session: () => browser.session,
      store: this.store,
      heard: {
        notice: (notice) => this.notices.push(notice),
        'signed-out': (reason) => {
          this.signedOut.push(reason);
          this.store.clear();
        },
        stale: () => undefined,
      },
      stateChanged: () => undefined,
      platform: {
        uuid: () => name,
        locks: {
          // A frozen page gets its locks when it thaws.
          request: (of, options, hold) =>
            locks.request(
              of,
              options,
              () => new Promise((resolve, reject) => this.#awake(() => hold().then(resolve, reject))),
            ),
        },
        setTimeout: (run, ms) => clock.setTimeout(() => this.#awake(run), ms),
        clearTimeout: (timer) => clock.clearTimeout(timer),
        now: () => browser.city.clock.now(),
        keepStorage: () => undefined,
        visibility: () => ({ visible: this.visible, focused: this.focused }),
        onVisibility: (changed) => {
          this.#seen = changed;
        },
        onOnline: () => undefined,
        onLeave: (leave) => {
          this.#leave = leave;
        },
        // Presence is not part of these lives.
        farewell: () => undefined,
        painted: (run) => clock.setTimeout(() => this.#awake(run), FRAME),
        spawn: async () => {
          const worker = browser.worker(build);
          const far = { gone: () => worker.mortal.dead, frozen: () => false };
          const [calls, callsEnd] = handPorts(side, far);
          const [stream, streamEnd] = handPorts(side, far);
          this.#ports.push(calls, stream);
          browser.ports.push(calls, stream);
          Comlink.expose(apiOf(worker, streamEnd), callsEnd as Comlink.Endpoint);
          return {
            calls,
            stream,
            handOver: null,
            failed: new Promise<never>(() => undefined),
            close: () => calls.close(),
          };
        },
      },
    });
    this.end = () => {
      this.gone = true;
      browser.city.clock.kill(name);
      browser.locks.kill(name);
    };
  }

  /** Closed without warning, or crashed. */
  readonly end: () => void;
  /** Says farewell, as a page that is closed in good order. */
  leave(): void {
    this.#leave();
  }
  look(visible: boolean, focused: boolean): void {
    this.visible = visible;
    this.focused = focused;
    if (!this.#frozen) this.#seen();
  }
  freeze(): void {
    this.#frozen = true;
  }
  thaw(): void {
    this.#frozen = false;
    for (const port of this.#ports) port.thaw();
    for (const run of this.#due.splice(0)) run();
    this.#seen();
  }
  get frozen(): boolean {
    return this.#frozen;
  }
  /** Keys of the topics that it shows. */
  readonly showing = new Set<string>();
  show(topic: Topic): void {
    this.showing.add(topicKey(topic));
    this.store.subscribe(topicKey(topic), () => undefined);
  }
  value<T extends Topic>(topic: T): TopicValues[T['kind']] | undefined {
    return this.store.peek(topic);
  }

  #awake(run: () => void): void {
    if (this.gone) return;
    if (this.#frozen) this.#due.push(run);
    else run();
  }
}

export class Browser {
  readonly city: Surroundings;
  readonly locks = new HandLocks();
  readonly channel = new HandChannel();
  readonly disk = new HandDisk();
  readonly network: Network;
  readonly pages: Page[] = [];
  readonly workers = new Map<string, Worker>();
  /** Those of all pages that it ever had. */
  readonly ports: HandPort[] = [];
  viewer: Viewer;
  session: HubSession | null = null;
  /** The build that the server serves to this browser's new pages. */
  build = 1;
  /** ms by which its clock is ahead. */
  ahead = 0;
  #sessions = 0;

  constructor(city: Surroundings, viewer: Viewer) {
    this.city = city;
    this.viewer = viewer;
    this.network = new Network(city.server, city.clock);
  }

  /** A new token of its person; tabs that are open hear of it by `signIn`. */
  newSession(): HubSession {
    this.#sessions += 1;
    const token = `token-${this.viewer.user_id}-${this.#sessions}`;
    this.city.server.viewers.set(token, this.viewer);
    this.session = {
      credentials: {
        'access-token': token,
        'token-type': 'Bearer',
        client: 'c',
        expiry: '1800000000',
        uid: `${this.viewer.user_id}@charla.test`,
      },
      user: { id: this.viewer.user_id, name: `Agente ${this.viewer.user_id}`, image: null },
    };
    return this.session;
  }

  openPage(): Page {
    for (const page of this.pages) if (page.focused) page.look(page.visible, false);
    const page = new Page(this, `2026112100000${this.build}-b`);
    this.pages.push(page);
    page.link.api.selectBot(page.link.tabId, BOT).catch(() => undefined);
    return page;
  }
  /** @param crash the page that created its worker takes it along */
  closePage(page: Page, how: 'closed' | 'killed' | 'crashed'): void {
    if (how === 'closed') page.leave();
    page.end();
    this.pages.splice(this.pages.indexOf(page), 1);
    const last = !this.pages.some(({ build }) => build === page.build);
    if (last || how === 'crashed') this.workers.get(page.build)?.mortal.die();
  }

  /** The shared worker of a build: the living one, or a new one. */
  worker(build: string): Worker {
    const known = this.workers.get(build);
    if (known) return known;
    const { city } = this;
    const mortal = new Mortal(`worker ${city.uuid()}`);
    // Gone from the first moment of its death, whatever its end brings about.
    mortal.atDeath(() => this.workers.delete(build));
    const hub = new HubCore({
      build,
      wire: 1,
      clock: mortalClock(city.clock, mortal, () => this.ahead),
      random: () => 0.5,
      uuid: () => city.uuid(),
      locks: mortalLocks(this.locks, mortal),
      storage: this.disk.of(mortal),
      channel: mortalChannel(this.channel, mortal),
      ...this.network.of(mortal),
    });
    const worker: Worker = { build, mortal, hub };
    this.workers.set(build, worker);
    return worker;
  }
}

function apiOf({ hub, mortal }: Worker, stream: HandPort): HubApi {
  const port = streamOf(stream);
  const post = port.postMessage;
  port.postMessage = (message) => {
    if (mortal.step()) post(message);
  };
  return { ...hub.api, join: (hello) => hub.join(hello, port) };
}
