/** One browser and one server: hubs that can be killed, tabs with their real topic store, time by hand. */
import type { Viewer } from '../../../contract/entities/user.ts';
import type { ListQuery } from '../../../machines/inbox/inbox-state.ts';
import { TopicStore } from '../../../src/hub/store.ts';
import { HubCore } from '../../../workers/hub/hub-core.ts';
import type { StreamPort } from '../../../workers/hub/platform/platform.ts';
import type { Notice } from '../../../workers/hub/surface/notice.ts';
import type { Ahead, HubSession } from '../../../workers/hub/surface/session.ts';
import type { HubFrame, TabFrame } from '../../../workers/hub/surface/stream.ts';
import type { Topic, TopicValues } from '../../../workers/hub/surface/topics.ts';
import { topicKey } from '../../../workers/hub/surface/topics.ts';
import { tabLock } from '../../../workers/shared/lock-names.ts';
import { breathe, emptyDisk, HandChannel, HandClock, HandLocks, portPair } from './hand-platform.ts';
import { BOT, HandServer } from './hand-server.ts';

export const ADMIN: Viewer = { user_id: 1, base: 'administrador', areas: [] };
export const ANA: Viewer = { user_id: 11, base: 'agente', areas: [] };
export const BRUNO = 12;
export const query = (state: ListQuery['state']): ListQuery => ({
  state,
  channel: null,
  agent_id: null,
  category: null,
});
/** The day on which the reference server writes. */
const START = Date.UTC(2026, 10, 21, 12);

export interface HandTab {
  id: string;
  store: TopicStore;
  notices: Notice[];
  signedOut: string[];
  frames: HubFrame[];
  say(frame: TabFrame): void;
  show(topic: Topic): void;
  value<T extends Topic>(topic: T): TopicValues[T['kind']] | undefined;
  /** Stops acknowledging, as a frozen page does. */
  freeze(): void;
  /** Acknowledges again, what came meanwhile too. */
  thaw(): void;
}

export class World {
  readonly clock = new HandClock(START);
  readonly locks = new HandLocks();
  readonly channel = new HandChannel();
  readonly server = new HandServer();
  disk: ReturnType<typeof emptyDisk> | null = emptyDisk();
  hub: HubCore;
  #ids = 0;
  #hubs = 0;
  readonly #dead = new Set<string>();

  constructor() {
    this.hub = this.startHub();
  }

  /** A worker starts. `hub-n` is its owner name for `locks.kill`. */
  startHub(build = 'b1'): HubCore {
    this.#hubs += 1;
    const owner = `hub-${this.#hubs}`;
    this.hub = new HubCore({
      build,
      wire: 5,
      clock: this.clock.of(owner),
      random: () => 0.5,
      uuid: () => this.uuid(),
      locks: this.locks.of(owner),
      openSocket: this.server.openSocket,
      storage: this.disk,
      // What a dead worker asked for is never answered.
      fetch: (input, init) =>
        this.server
          .fetch(input, init)
          .then((response) => (this.#dead.has(owner) ? new Promise<never>(() => undefined) : response)),
      progressFetch: (moved) => (input, init) =>
        this.server
          .progressFetch(moved)(input, init)
          .then((response) => (this.#dead.has(owner) ? new Promise<never>(() => undefined) : response)),
      channel: this.channel.open(),
    });
    return this.hub;
  }
  /** The worker dies without a word; a new one starts. */
  respawn(): HubCore {
    const owner = `hub-${this.#hubs}`;
    this.#dead.add(owner);
    this.locks.kill(owner);
    this.clock.kill(owner);
    for (const socket of [...this.server.sockets])
      this.server.sockets.splice(this.server.sockets.indexOf(socket), 1);
    return this.startHub();
  }

  uuid(): string {
    this.#ids += 1;
    return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`;
  }

  session(viewer: Viewer): HubSession {
    const token = `token-${viewer.user_id}`;
    this.server.viewers.set(token, viewer);
    return {
      credentials: {
        'access-token': token,
        'token-type': 'Bearer',
        client: 'c',
        expiry: '1800000000',
        uid: `${viewer.user_id}@charla.test`,
      },
      user: { id: viewer.user_id, name: `Agente ${viewer.user_id}`, image: null },
    };
  }

  /** A page opens, visible and focused, and shows the bot. */
  async openTab(session: HubSession | null, hub = this.hub, ahead: Ahead | null = null): Promise<HandTab> {
    const id = this.uuid();
    this.locks.of(id).request(tabLock(id), {}, () => new Promise(() => undefined));
    const tab = this.#tab(id);
    await this.attach(tab, session, hub, ahead);
    return tab;
  }
  /** A known page reaches a (new) hub. */
  async attach(
    tab: HandTab,
    session: HubSession | null,
    hub = this.hub,
    ahead: Ahead | null = null,
  ): Promise<void> {
    const { hub: hubEnd, tab: tabEnd } = portPair();
    await hub.join(
      { tabId: tab.id, build: 'b1', product: { name: 'Charla', slug: 'charla' }, session, ahead },
      hubEnd,
    );
    (tab as WiredTab).wire(tabEnd);
    tab.say({ type: 'visibility', visible: true, focused: true });
    if (!ahead) await hub.api.selectBot(tab.id, BOT);
  }
  closeTab(tab: HandTab): void {
    this.locks.kill(tab.id);
  }

  /** Time passes in small steps until it is so. */
  async until(so: () => boolean, what = so.toString(), most = 8_000): Promise<void> {
    const step = 10;
    for (let passed = 0; passed < most; passed += step) {
      await breathe(3);
      if (so()) return;
      this.clock.pass(step);
    }
    throw new Error(`not reached: ${what}`);
  }
  /** A moment in which everything that is under way arrives. */
  async moment(ms = 100): Promise<void> {
    for (let passed = 0; passed < ms; passed += 10) {
      await breathe(4);
      this.clock.pass(10);
    }
    await breathe(4);
  }

  #tab(id: string): WiredTab {
    let port: StreamPort | null = null;
    let frozen = false;
    const store = new TopicStore(0);
    const tab: WiredTab = {
      id,
      store,
      notices: [],
      signedOut: [],
      frames: [],
      say: (frame) => port?.postMessage(frame),
      show: (topic) => {
        store.subscribe(topicKey(topic), () => undefined);
      },
      value: (topic) => store.peek(topic),
      freeze: () => {
        frozen = true;
      },
      thaw: () => {
        frozen = false;
        tab.say({ type: 'ack', n: tab.frames.at(-1)?.n ?? 0 });
      },
      wire: (end) => {
        port = end;
        end.onMessage((message) => {
          const frame = message as HubFrame;
          tab.frames.push(frame);
          if (frame.type === 'patches') store.apply(frame.patches);
          if (!frozen) tab.say({ type: 'ack', n: frame.n });
          if (frame.type === 'notice') tab.notices.push(frame.notice);
          if (frame.type === 'signed-out') {
            store.clear();
            tab.signedOut.push(frame.reason);
          }
        });
        store.attach((frame) => tab.say(frame));
      },
    };
    return tab;
  }
}
type WiredTab = HandTab & { wire(end: StreamPort): void };

export { BOT };
