/**
 * The tabs of this hub: who is here, what each shows, and the stream of patches to each.
 *
 * Patches are gathered per tick with a timer (hidden pages have no animation frames, yet must ring), cut to what the
 * tab subscribed to and said as differences to what it holds. A hidden tab hears connection and counters only, and all
 * the rest when it is shown again. A tab that does not acknowledge gets nothing more until it does; it then gets the
 * present, not the past, so a frozen tab costs nothing.
 */
import { tabLock } from '../shared/lock-names.ts';
import { difference, NOTHING } from './difference.ts';
import type { HubPlatform, StreamPort, Timer } from './platform.ts';
import { type HubFrame, type Patch, type TabFrame, type Topic, topicKey } from './surface.ts';

/** Changes within this time share a message: a third of what an eye notices, and enough to merge a burst. */
const TICK = 12;
/** Frames under way to a tab before it must acknowledge. */
const MOST_UNACKNOWLEDGED = 8;
const WHILE_HIDDEN: ReadonlySet<Topic['kind']> = new Set(['connection', 'counters']);

/** A frame without the epoch, which the tabs' registry adds. */
export type Said = HubFrame extends infer F
  ? F extends { epoch: string }
    ? Omit<F, 'epoch'>
    : never
  : never;

export interface TabsHost {
  /** The topic's value now; undefined: not known, say nothing. */
  view(topic: Topic): unknown;
  /** Which topics are shown, or which bots, may have changed. */
  shownChanged(): void;
  subscribed(topic: Topic): void;
  focused(): void;
  /** The last page that was here is closing. */
  farewell(): void;
}

interface Tab {
  id: string;
  port: StreamPort;
  topics: Map<string, { topic: Topic; last: unknown }>;
  dirty: Set<string>;
  visible: boolean;
  focused: boolean;
  seenAt: number;
  leaving: boolean;
  botId: number | null;
  sent: number;
  acknowledged: number;
  stopWaiting: AbortController;
}

export class Tabs {
  readonly #platform: HubPlatform;
  readonly #epoch: string;
  readonly #host: TabsHost;
  readonly #tabs = new Map<string, Tab>();
  #tick: Timer | null = null;
  #sights = 0;

  constructor(platform: HubPlatform, epoch: string, host: TabsHost) {
    this.#platform = platform;
    this.#epoch = epoch;
    this.#host = host;
  }

  get count(): number {
    return this.#tabs.size;
  }

  /** A tab is here (again: after a respawn of its page's link the old port is dead). */
  join(id: string, port: StreamPort): void {
    this.#remove(id);
    const tab: Tab = {
      id,
      port,
      topics: new Map(),
      dirty: new Set(),
      visible: false,
      focused: false,
      seenAt: 0,
      leaving: false,
      botId: null,
      sent: 0,
      acknowledged: 0,
      stopWaiting: new AbortController(),
    };
    this.#tabs.set(id, tab);
    port.onMessage((message) => this.#hear(tab, message as TabFrame));
    // The tab holds this lock while it lives, frozen or not; it comes to us within some 30 ms of its end.
    this.#platform.locks
      .request(tabLock(id), { signal: tab.stopWaiting.signal }, async () => {
        if (this.#tabs.get(id) === tab) this.#remove(id);
        this.#host.shownChanged();
      })
      .catch((error: unknown) => {
        if (!tab.stopWaiting.signal.aborted) console.error('tab lock', error);
      });
  }

  /** @returns the bot that no tab shows any longer, or null */
  select(id: string, botId: number | null): number | null {
    const tab = this.#tabs.get(id);
    if (!tab) return null;
    const left = tab.botId;
    tab.botId = botId;
    this.#host.shownChanged();
    return left !== null && left !== botId && !this.selected().has(left) ? left : null;
  }
  /** Bots that tabs have selected. */
  selected(): Set<number> {
    return new Set([...this.#tabs.values()].flatMap(({ botId }) => (botId === null ? [] : [botId])));
  }

  /** Topics that some tab shows, each once. */
  shown(): Topic[] {
    const topics = new Map<string, Topic>();
    for (const tab of this.#tabs.values()) for (const [key, { topic }] of tab.topics) topics.set(key, topic);
    return [...topics.values()];
  }

  /** The topics may have changed. */
  mark(touched: (topic: Topic) => boolean): void {
    let any = false;
    for (const tab of this.#tabs.values()) {
      for (const [key, { topic }] of tab.topics) {
        if (!touched(topic)) continue;
        tab.dirty.add(key);
        any = true;
      }
    }
    if (any) this.#schedule();
  }

  /** To every tab. */
  broadcast(said: Said): void {
    for (const tab of this.#tabs.values()) tab.port.postMessage({ epoch: this.#epoch, ...said });
  }

  /** To the one tab that shows or rings: focused first, then the latest visible, then the latest seen. */
  toOne(said: Said): boolean {
    const rank = (tab: Tab) => (tab.focused && tab.visible ? 2 : tab.visible ? 1 : 0);
    const [tab] = [...this.#tabs.values()]
      .filter((each) => !each.leaving)
      .sort((a, b) => rank(b) - rank(a) || b.seenAt - a.seenAt);
    tab?.port.postMessage({ epoch: this.#epoch, ...said });
    return tab !== undefined;
  }

  /** Tabs have thrown away what they held (signed out): the next patches are whole. */
  forgetSent(): void {
    for (const tab of this.#tabs.values()) {
      for (const [key, held] of tab.topics) {
        held.last = NOTHING;
        tab.dirty.add(key);
      }
    }
    this.#schedule();
  }

  #hear(tab: Tab, frame: TabFrame): void {
    if (this.#tabs.get(tab.id) !== tab) return;
    switch (frame.type) {
      case 'subscribe': {
        const key = topicKey(frame.topic);
        tab.topics.set(key, { topic: frame.topic, last: NOTHING });
        tab.dirty.add(key);
        this.#host.shownChanged();
        this.#host.subscribed(frame.topic);
        this.#schedule();
        return;
      }
      case 'unsubscribe':
        tab.topics.delete(topicKey(frame.topic));
        tab.dirty.delete(topicKey(frame.topic));
        this.#host.shownChanged();
        return;
      case 'visibility':
        tab.leaving = false;
        tab.visible = frame.visible;
        tab.focused = frame.focused;
        if (frame.visible) {
          this.#sights += 1;
          tab.seenAt = this.#sights;
        }
        this.#schedule();
        if (frame.focused) this.#host.focused();
        return;
      case 'ack':
        tab.acknowledged = Math.max(tab.acknowledged, frame.n);
        if (tab.dirty.size > 0) this.#schedule();
        return;
      case 'farewell':
        tab.leaving = true;
        if ([...this.#tabs.values()].every(({ leaving }) => leaving)) this.#host.farewell();
    }
  }

  #remove(id: string): void {
    const tab = this.#tabs.get(id);
    if (!tab) return;
    this.#tabs.delete(id);
    tab.stopWaiting.abort();
    tab.port.close();
  }

  #schedule(): void {
    this.#tick ??= this.#platform.clock.setTimeout(() => {
      this.#tick = null;
      this.#flush();
    }, TICK);
  }

  #flush(): void {
    const views = new Map<string, unknown>();
    const viewOf = (key: string, topic: Topic): unknown => {
      if (!views.has(key)) views.set(key, this.#host.view(topic));
      return views.get(key);
    };
    for (const tab of this.#tabs.values()) {
      if (tab.sent - tab.acknowledged >= MOST_UNACKNOWLEDGED) continue;
      const patches: Patch[] = [];
      for (const key of tab.dirty) {
        const held = tab.topics.get(key);
        if (held && !tab.visible && !WHILE_HIDDEN.has(held.topic.kind)) continue;
        tab.dirty.delete(key);
        if (!held) continue;
        const next = viewOf(key, held.topic);
        if (next === undefined) continue;
        const patch = difference(key, held.last, next);
        held.last = next;
        if (patch) patches.push(patch);
      }
      if (patches.length === 0) continue;
      tab.sent += 1;
      tab.port.postMessage({ epoch: this.#epoch, type: 'patches', n: tab.sent, patches });
    }
  }
}
