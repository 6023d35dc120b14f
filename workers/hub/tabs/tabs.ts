/**
 * The tabs of this hub: who is here, what each shows, and the stream of patches to each.
 *
 * Patches are gathered per tick with a timer (hidden pages have no animation frames, yet must ring), cut to what the
 * tab subscribed to and said as differences to what it holds. A tab gets the next patches when the last are on its
 * screen (it acknowledges what it has painted), so that a burst is drawn as often as the machine can and no oftener. A
 * hidden tab hears connection and counters only, and all the rest when it is shown again. A tab that does not
 * acknowledge gets nothing more until it does; it then gets the present, not the past: values as they are then, each
 * stale query once, the last few notices. So a frozen tab costs next to nothing, however long it sleeps.
 */
import { tabLock } from '../../shared/lock-names.ts';
import { Alarm } from '../platform/alarm.ts';
import type { HubPlatform, StreamPort } from '../platform/platform.ts';
import type { Notice } from '../surface/notice.ts';
import type { Ahead } from '../surface/session.ts';
import type { HubFrame, Patch, TabFrame } from '../surface/stream.ts';
import { type Topic, topicKey } from '../surface/topics.ts';
import { difference, NOTHING } from './difference.ts';
import { HiddenTurns } from './hidden-turns.ts';
import { Pace } from './pace.ts';
import { Turns } from './turns.ts';

/** Changes within this time share a message: a third of what an eye notices, and enough to merge a burst. */
const TICK = 12;
/** Somebody opened something and waits: only what is subscribed in the same moment is waited for (ms). */
const AT_ONCE = 1;
/** Frames under way to a tab, notices among them, before it must acknowledge. */
const MOST_UNACKNOWLEDGED = 8;
/** Notices that wait for a tab which does not acknowledge: more than a person can still do anything about. */
const NOTICES_KEPT = 20;
const WHILE_HIDDEN: ReadonlySet<Topic['kind']> = new Set(['connection', 'counters']);

/** A frame without epoch and number, which the tabs' registry adds. */
type Said = HubFrame extends infer F ? (F extends HubFrame ? Omit<F, 'epoch' | 'n'> : never) : never;

export interface TabsHost {
  /** The topic's value now; undefined: not known, say nothing. */
  view(topic: Topic): unknown;
  /** Which topics are shown, or which bots, may have changed. */
  shownChanged(): void;
  subscribed(topic: Topic): void;
  focused(): void;
  /** The last page that was here is closing. */
  farewell(): void;
  /** Somebody is here (again) after that. */
  returned(): void;
  /** The socket that tells the server who is here; null while there is none. */
  socket(): string | null;
}

interface Tab {
  id: string;
  port: StreamPort;
  topics: Map<string, { topic: Topic; last: unknown }>;
  dirty: Set<string>;
  /** Query keys and notices that wait for it. */
  stale: Set<string>;
  notices: Notice[];
  visible: boolean;
  focused: boolean;
  seenAt: number;
  leaving: boolean;
  /** The socket with which it last heard that it is alone. */
  aloneWith: string | null;
  botId: number | null;
  /** Topics that it will subscribe to; none once it has subscribed to any. */
  ahead: readonly Topic[];
  sent: number;
  pace: Pace;
  stopWaiting: AbortController;
}

/** The tabs of this hub: what each shows, and the stream to each. */
export class Tabs {
  readonly #platform: HubPlatform;
  readonly #epoch: string;
  readonly #host: TabsHost;
  readonly #tabs = new Map<string, Tab>();
  readonly #turns = new Turns();
  readonly #hiddenTurns = new HiddenTurns();
  /** Some tab would be told if it had a turn. */
  #turnIsWanted = false;
  readonly #tick: Alarm;
  #dueAt = 0;
  #sights = 0;
  /** Farewell was said, and nobody has come since. */
  #left = false;

  constructor(platform: HubPlatform, epoch: string, host: TabsHost) {
    this.#platform = platform;
    this.#tick = new Alarm(platform.clock);
    this.#epoch = epoch;
    this.#host = host;
  }

  get count(): number {
    return this.#tabs.size;
  }

  get visibleCount(): number {
    return [...this.#tabs.values()].filter(({ visible }) => visible).length;
  }

  /** A tab is here (again: after a respawn of its page's link the old port is dead). */
  join(id: string, port: StreamPort, ahead: Ahead | null = null): void {
    this.#remove(id);
    const tab: Tab = {
      id,
      port,
      topics: new Map(),
      dirty: new Set(),
      stale: new Set(),
      notices: [],
      visible: false,
      focused: false,
      seenAt: 0,
      leaving: false,
      aloneWith: null,
      botId: ahead?.botId ?? null,
      ahead: ahead?.topics ?? [],
      sent: 0,
      pace: new Pace(),
      stopWaiting: new AbortController(),
    };
    this.#tabs.set(id, tab);
    this.#here();
    this.#tellAlone();
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

  /** Topics that some tab shows or is about to, each once. */
  shown(): Topic[] {
    const topics = new Map<string, Topic>();
    for (const tab of this.#tabs.values()) {
      for (const topic of tab.ahead) topics.set(topicKey(topic), topic);
      for (const [key, { topic }] of tab.topics) topics.set(key, topic);
    }
    return [...topics.values()];
  }

  /** The topics may have changed. @param rows how many rows of lists did */
  mark(touched: (topic: Topic) => boolean, rows = 0): void {
    let any = false;
    for (const tab of this.#tabs.values()) {
      for (const [key, { topic }] of tab.topics) {
        if (!touched(topic)) continue;
        tab.dirty.add(key);
        any = true;
      }
    }
    if (!any) return;
    this.#turns.changed(this.#platform.clock.now(), rows);
    this.#schedule();
  }

  /** The server has nothing more to tell: what waits for the end of a rush need not guess it. */
  caughtUp(): void {
    if (this.#turns.caughtUp(this.#platform.clock.now())) this.#schedule(AT_ONCE);
  }

  /** The session is over: said to every tab at once, whatever it has acknowledged. */
  signedOut(reason: 'unauthorized' | 'by-hand'): void {
    for (const tab of this.#tabs.values()) {
      tab.stale.clear();
      tab.notices = [];
      this.#say(tab, { type: 'signed-out', reason });
    }
  }

  /** Its state, or its socket, is another. */
  connectionChanged(): void {
    this.mark((topic) => topic.kind === 'connection');
    this.#tellAlone();
  }

  /** Says to each tab whether it is the only one: its farewell ends the person's presence then. */
  #tellAlone(): void {
    const socket = this.#tabs.size === 1 ? this.#host.socket() : null;
    for (const tab of this.#tabs.values()) {
      if (tab.aloneWith === socket) continue;
      tab.aloneWith = socket;
      this.#say(tab, { type: 'alone', socket });
    }
  }

  /** What these queries answered is old, in every tab. */
  stale(queries: readonly string[]): void {
    for (const tab of this.#tabs.values()) for (const query of queries) tab.stale.add(query);
    this.#schedule();
  }

  /** To the one tab that shows or rings: focused first, then the latest visible, then the latest seen. */
  notice(notice: Notice): void {
    const rank = (tab: Tab) => (tab.focused && tab.visible ? 2 : tab.visible ? 1 : 0);
    const [tab] = [...this.#tabs.values()]
      .filter((each) => !each.leaving)
      .sort((a, b) => rank(b) - rank(a) || b.seenAt - a.seenAt);
    if (!tab) return;
    tab.notices.push(notice);
    if (tab.notices.length > NOTICES_KEPT) tab.notices.shift();
    // At once: it rings.
    if (hears(tab)) this.#tell(tab);
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
        tab.ahead = [];
        tab.dirty.add(key);
        tab.pace.opened();
        this.#host.shownChanged();
        this.#host.subscribed(frame.topic);
        this.#schedule(AT_ONCE);
        return;
      }
      case 'unsubscribe':
        tab.topics.delete(topicKey(frame.topic));
        tab.dirty.delete(topicKey(frame.topic));
        this.#host.shownChanged();
        return;
      case 'visibility':
        tab.visible = frame.visible;
        tab.focused = frame.focused;
        // A page that closes is hidden after its farewell: that is no coming back.
        if (frame.visible) {
          tab.leaving = false;
          tab.pace.opened();
          this.#here();
          this.#sights += 1;
          tab.seenAt = this.#sights;
        } else {
          this.#turns.left(tab.id);
        }
        this.#schedule();
        if (frame.focused) this.#host.focused();
        return;
      case 'ack':
        this.#acknowledged(tab, frame.n);
        return;
      case 'farewell':
        tab.leaving = true;
        if (![...this.#tabs.values()].every(({ leaving }) => leaving)) return;
        this.#left = true;
        this.#host.farewell();
    }
  }

  /** Somebody is here, perhaps after a farewell. */
  #here(): void {
    if (!this.#left) return;
    this.#left = false;
    this.#host.returned();
  }

  #remove(id: string): void {
    const tab = this.#tabs.get(id);
    if (!tab) return;
    this.#tabs.delete(id);
    this.#turns.left(id);
    tab.stopWaiting.abort();
    tab.port.close();
    this.#tellAlone();
  }

  #schedule(within: number = TICK): void {
    const at = this.#platform.clock.now() + within;
    if (this.#tick.isSet && this.#dueAt <= at) return;
    this.#dueAt = at;
    this.#tick.set(within, () => this.#flush());
  }

  #flush(): void {
    const views = new Map<string, unknown>();
    const viewOf = (key: string, topic: Topic): unknown => {
      if (!views.has(key)) views.set(key, this.#host.view(topic));
      return views.get(key);
    };
    const now = this.#platform.clock.now();
    let soonest = Number.POSITIVE_INFINITY;
    this.#turnIsWanted = false;
    // Who was told longest ago comes first.
    for (const tab of [...this.#tabs.values()].sort((a, b) => a.pace.saidAt - b.pace.saidAt)) {
      if (!hears(tab)) continue;
      this.#tell(tab);
      const wait = this.#waitOf(tab, now);
      if (wait === 0) tab.pace.told();
      const patches: Patch[] = [];
      for (const key of tab.dirty) {
        const held = tab.topics.get(key);
        if (held && !tab.visible && !WHILE_HIDDEN.has(held.topic.kind)) continue;
        if (held && wait > 0 && !isAwaited(held.last)) {
          soonest = Math.min(soonest, wait);
          continue;
        }
        tab.dirty.delete(key);
        if (!held) continue;
        const next = viewOf(key, held.topic);
        if (next === undefined) continue;
        const patch = difference(key, held.last, next);
        held.last = next;
        if (patch) patches.push(patch);
      }
      if (patches.length === 0) continue;
      this.#say(tab, { type: 'patches', patches });
      tab.pace.said(tab.sent, now);
      if (tab.visible) this.#turns.began(tab.id, now);
      else this.#hiddenTurns.said(now);
    }
    if (Number.isFinite(soonest)) this.#schedule(Math.max(TICK, soonest));
  }

  /** Milliseconds until it may be told more; infinite: it says so itself. */
  #waitOf(tab: Tab, now: number): number {
    const wait = tab.pace.wait(now, tab.visible);
    if (wait > 0 || tab.pace.isWaitedFor || tab.dirty.size === 0) return wait;
    if (!tab.visible) return this.#hiddenTurns.wait(now, this.#tabs.size - this.visibleCount);
    const turn = this.#turns.wait(now, this.visibleCount - 1);
    if (turn > 0) this.#turnIsWanted = true;
    return turn;
  }

  /** Everything up to frame `n` is on its screen: it, or another in its turn, may be told more. */
  #acknowledged(tab: Tab, n: number): void {
    tab.pace.heard(n);
    const turnIsFree =
      !tab.pace.isPainting && this.#turns.painted(tab.id, this.#platform.clock.now(), this.visibleCount - 1);
    if (turnIsFree && this.#turnIsWanted) this.#schedule(AT_ONCE);
    else if (tab.dirty.size + tab.stale.size + tab.notices.length > 0) this.#schedule();
  }

  /** What it has to hear besides patches. */
  #tell(tab: Tab): void {
    for (const notice of tab.notices.splice(0)) this.#say(tab, { type: 'notice', notice });
    if (tab.stale.size === 0) return;
    this.#say(tab, { type: 'stale', queries: [...tab.stale] });
    tab.stale.clear();
  }

  #say(tab: Tab, said: Said): void {
    tab.sent += 1;
    tab.port.postMessage({ epoch: this.#epoch, n: tab.sent, ...said });
  }
}

/** Somebody looks at a place that is still empty: what comes there does not wait for its tab’s turn. */
const isAwaited = (last: unknown): boolean =>
  last === NOTHING ||
  (typeof last === 'object' && last !== null && 'loading' in last && last.loading === true);

/** It has acknowledged enough to hear more. */
const hears = (tab: Tab): boolean => tab.sent - tab.pace.acknowledged < MOST_UNACKNOWLEDGED;
