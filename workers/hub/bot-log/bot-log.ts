/**
 * The log of one bot, written behind the screen: tabs see an event at once, the disk a moment later. A crash loses
 * only what the server still has, because the cursor of the next start is what is stored, never ahead of it.
 *
 *   append ─▶ pending ─(50 ms; after a rush)─▶ one transaction: segments + scrub of what was lost + snapshot if due
 *
 * Losing sight of a conversation and scrubbing its content are one transaction, so that no crash leaves the text of
 * what was taken away. When storage fails the log starts again from the present, or goes quiet and says so: the inbox lives on in memory.
 */
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { applyFrame, startInbox } from '../../../machines/inbox/fold.ts';
import type { InboxState } from '../../../machines/inbox/inbox-state.ts';
import { Alarm } from '../platform/alarm.ts';
import type { Clock, HubStorage } from '../platform/platform.ts';
import type { CounterDifference, LogExport, LogSize } from '../surface/inspection.ts';
import { baseOf } from './log-base.ts';
import { type LogBase, type LogDatabase, logName, type Segment, type Snapshot } from './log-database.ts';
import { LogStorage } from './log-storage.ts';
import { PendingFrames, type Run } from './pending-frames.ts';
import { scrubFrame } from './scrub.ts';
import {
  entryOf,
  framesOf,
  lastOf,
  mergeable,
  type SegmentEntry,
  segmentOf,
  tailAfter,
} from './segment-index.ts';
import { checkInbox, checkSegments } from './stored-shape.ts';

/** Frames gather this long before they are written: a record of a batch costs what a record of one costs. */
const BEHIND = 50;
/** Frames of a record, at least, when there are as many: the size at which IndexedDB's cost per event stops falling. */
const BATCH = 500;
/** As many pending are a rush: they wait until nothing has come for `REST` (ms), because tabs are painting them … */
const REST = 200;
/** … at most this long (ms) … */
const RUSH = 2_000;
/** … and until there are so many. */
const MOST = 20_000;
/** Records of one transaction: the worker has tabs to serve in between. */
const AT_ONCE = 4;
/** A snapshot after so many frames keeps a cold start's tail short (1000 frames fold in a few ms). */
const SNAPSHOT_EVERY = 1_000;
/** … but while full batches come one after the other (a catch-up), copying the inbox so often costs more than the log. */
const SNAPSHOT_IN_BURST = 5_000;
/** Quiet for this long: merge small segments and take a snapshot. */
const IDLE = 10_000;
/** Frames older than the snapshot that are kept for 'which events moved this figure' and bug reports. */
const KEEP = 5_000;

export interface BotLogOptions {
  storage: HubStorage | null;
  clock: Clock;
  uid: string;
  botId: number;
  /** The folded inbox as it is now, to take a snapshot of. */
  inbox: () => InboxState | null;
  /**
   * Storage failed. `lost`: it is not to be had any more, memory only from here on (told at most once); otherwise what
   * was stored was of no use and the log was started again from the present.
   */
  failed: (error: unknown, lost: boolean) => void;
}
/** What a cold start paints from. */
export interface Stored {
  /** Null: there is nothing to start from. */
  inbox: InboxState | null;
  tail: LoggedFrame[];
  differences: CounterDifference[];
}

/** One bot's log on disk, as far as there is one. */
export class BotLog {
  readonly #options: BotLogOptions;
  readonly #storage: LogStorage;
  #entries: SegmentEntry[] = [];
  /** What the frames up to a segment's last number lead to, by that number: the base once they go. This run's only. */
  readonly #bases = new Map<number, LogBase>();
  #snapshot: { seq: number; holds: (id: string) => boolean } | null = null;
  readonly #pending = new PendingFrames(BATCH);
  /** When the oldest of them came (ms since 1970). */
  #pendingSince = 0;
  #lost = new Set<string>();
  #sinceSnapshot = 0;
  #stale = false;
  readonly #timer: Alarm;
  readonly #idle: Alarm;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: BotLogOptions) {
    this.#options = options;
    const { storage, clock, uid, botId, failed } = options;
    this.#timer = new Alarm(clock);
    this.#idle = new Alarm(clock);
    this.#storage = new LogStorage({
      storage,
      clock,
      name: logName(uid, botId),
      refill: (database) => this.#fill(database),
      renewed: (error) => failed(error, false),
      failed: (error) => {
        this.#pending.clear();
        this.#lost.clear();
        failed(error, true);
      },
    });
  }

  /** Reads snapshot and tail; null without storage. */
  async load(): Promise<Stored | null> {
    const nothing: Stored = { inbox: null, tail: [], differences: [] };
    const loading = this.#storage.read<Stored>(async (database) => {
      const snapshot = (await database.snapshots.get('inbox')) as Snapshot | undefined;
      const kept = await database.snapshots.get('differences');
      const segments = await database.segments.orderBy('from').toArray();
      const differences = kept?.key === 'differences' ? kept.differences : [];
      if (!snapshot) return { ...nothing, differences };
      checkInbox(snapshot.state, this.#options.botId);
      checkSegments(segments);
      this.#entries = segments.map(entryOf);
      this.#remember(snapshot.state);
      const tail = tailAfter(segments, snapshot.state.seq);
      this.#sinceSnapshot = tail.length;
      return { inbox: snapshot.state, tail, differences };
    }, nothing);
    // A restart that is asked for meanwhile comes after it.
    this.#writing = loading.then(() => undefined);
    return loading;
  }

  /** Keeps when the counters were not the server's; a new base does not take it away. */
  async keep(differences: CounterDifference[]): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      await this.#storage.run((database) => database.snapshots.put({ key: 'differences', differences }));
    });
    await this.#writing;
  }

  /** What is stored, and the folded inbox that it leads to; of one moment. Null without storage or a base. */
  async export(): Promise<LogExport | null> {
    const state = structuredClone(this.#options.inbox());
    await this.flush();
    return this.#storage.run(async (database) => {
      const stored = await database.snapshots.get('base');
      const segments = await database.segments.orderBy('from').toArray();
      if (stored?.key !== 'base' || !state || stored.base.seq > state.seq) return null;
      const frames = tailAfter(segments, stored.base.seq).filter((frame) => lastOf(frame) <= state.seq);
      return { base: stored.base, frames, state };
    });
  }

  /** How much is stored; null: memory only. */
  get size(): LogSize | null {
    if (!this.#storage.usable) return null;
    const frames = this.#entries.reduce((sum, { count }) => sum + count, 0);
    return {
      from: this.#entries[0]?.from ?? null,
      to: this.#entries.at(-1)?.to ?? null,
      segments: this.#entries.length,
      frames,
      pending: this.#pending.length,
      snapshot: this.#snapshot?.seq ?? null,
    };
  }

  /** Takes frames that were just applied, in order and without a hole. */
  append(frames: readonly LoggedFrame[]): void {
    if (!this.#storage.usable) return;
    const { clock, inbox } = this.#options;
    if (this.#pending.length === 0) this.#pendingSince = clock.now();
    this.#pending.add(frames, inbox());
    if (this.#pending.length < BATCH) {
      this.#schedule(BEHIND);
      return;
    }
    const late = this.#pending.length >= MOST || clock.now() - this.#pendingSince >= RUSH;
    this.#timer.set(late ? 0 : REST, this.#writeSoon);
  }

  /** The viewer lost sight of these conversations: their content goes with the next write. */
  scrub(ids: Iterable<string>): void {
    if (!this.#storage.usable) return;
    const lost = new Set(ids);
    if (lost.size === 0) return;
    this.#pending.scrub(lost);
    for (const id of lost) this.#lost.add(id);
    this.#timer.set(BEHIND, this.#writeSoon);
  }

  /** The folded inbox knows something that no frame tells (a page was merged): the next snapshot is worth taking. */
  touch(): void {
    this.#stale = true;
    this.#rest();
  }

  /** A new base: nothing of before is of use. Whole or not at all. */
  async restart(): Promise<void> {
    this.#pending.clear();
    this.#lost.clear();
    const writing = this.#writing.then(() =>
      this.#storage.run(async (database) => {
        await database.transaction('rw', database.segments, database.snapshots, async () => {
          await database.segments.clear();
          await database.snapshots.bulkDelete(['inbox', 'base']);
          await this.#fill(database);
        });
      }),
    );
    this.#writing = writing.then(() => undefined);
    await this.#writing;
  }

  /** Writes what is pending now; resolves when it is stored. */
  async flush(): Promise<void> {
    this.#timer.off();
    this.#writing = this.#writing.then(() => this.#writeAll());
    await this.#writing;
  }

  /** Merges small records and takes a snapshot: done by itself when it is quiet. */
  async tidy(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll(true)).then(() => this.#merge());
    await this.#writing;
  }

  /** Writes the rest and lets go. */
  async close(): Promise<void> {
    this.#idle.off();
    await this.flush();
    this.#timer.off();
    this.#storage.close();
  }

  /** Lets go at once and without writing (sign-out: the database is about to be deleted). */
  abandon(): void {
    this.#timer.off();
    this.#idle.off();
    this.#pending.clear();
    this.#storage.close();
  }

  /** All that is pending, and what the last of it makes due. */
  async #writeAll(force = false): Promise<void> {
    do await this.#write(force);
    while (this.#pending.length > 0);
  }

  async #write(force = false): Promise<void> {
    const runs = this.#pending.take(AT_ONCE);
    const lost = this.#lost;
    this.#lost = new Set();
    const count = runs.reduce((sum, { frames }) => sum + frames.length, 0);
    const since = this.#sinceSnapshot + count;
    // While there is more to write the next snapshot would be old before it is read.
    const due =
      this.#pending.length === 0 &&
      (since >= (count >= BATCH ? SNAPSHOT_IN_BURST : SNAPSHOT_EVERY) ||
        (force && (this.#stale || count > 0 || since >= SNAPSHOT_EVERY)));
    const held = [...lost].some((id) => this.#snapshot?.holds(id) ?? false);
    if (count === 0 && lost.size === 0 && !due) return;
    this.#nameLast(runs);
    await this.#storage.run(async (database) => {
      await database.transaction('rw', database.segments, database.snapshots, async () => {
        await this.#scrubStored(database, lost);
        for (const { frames, base } of runs) {
          const segment = segmentOf(frames);
          await database.segments.put(segment);
          this.#entries.push(entryOf(segment));
          if (base) this.#bases.set(segment.to, base);
        }
        const state = this.#options.inbox();
        if ((due || held) && state) {
          // Before it is stored: what is lost while that takes its time is in it too, and must be cleaned.
          this.#remember(state);
          await database.snapshots.put({ key: 'inbox', state });
          this.#sinceSnapshot = 0;
          this.#stale = false;
          await this.#prune(database, state.seq);
        } else {
          this.#sinceSnapshot += count;
        }
      });
    });
    if (this.#pending.length > 0) this.#schedule(0);
    this.#rest();
  }

  /** A run that was not full when it came leads to the present, if nothing has come since. */
  #nameLast(runs: readonly Run[]): void {
    const present = this.#options.inbox();
    const last = runs.at(-1);
    const end = last?.frames.at(-1);
    if (last && end && present?.seq === lastOf(end)) last.base ??= baseOf(present);
  }

  async #scrubStored(database: LogDatabase, lost: ReadonlySet<string>): Promise<void> {
    for (const entry of this.#entries) {
      if (![...lost].some((id) => entry.conversations.has(id))) continue;
      const segment = await database.segments.get(entry.from);
      if (!segment) continue;
      await database.segments.put(segmentOf(framesOf(segment).map((frame) => scrubFrame(frame, lost))));
    }
  }

  async #prune(database: LogDatabase, seq: number): Promise<void> {
    const far = this.#entries.filter((entry) => entry.to < seq - KEEP);
    // Up to where the counters are known, if that is so of any.
    const known = far.findLastIndex((entry) => this.#bases.has(entry.to));
    const old = known < 0 ? far : far.slice(0, known + 1);
    if (old.length === 0) return;
    await this.#advanceBase(database, old);
    await database.segments.bulkDelete(old.map((entry) => entry.from));
    this.#entries = this.#entries.slice(old.length);
  }

  /** The frames that go are folded into the base, so that base and frames still lead to the present. */
  async #advanceBase(database: LogDatabase, old: readonly SegmentEntry[]): Promise<void> {
    const end = old.at(-1)?.to ?? 0;
    const known = this.#bases.get(end);
    for (const to of this.#bases.keys()) if (to <= end) this.#bases.delete(to);
    if (known) {
      await database.snapshots.put(known);
      return;
    }
    // Written by an earlier run of the hub: read and folded once more.
    const stored = await database.snapshots.get('base');
    if (stored?.key !== 'base') return;
    const state = startInbox(stored.base);
    const segments = await database.segments.bulkGet(old.map((entry) => entry.from));
    for (const segment of segments)
      if (segment) for (const frame of framesOf(segment)) applyFrame(state, frame);
    await database.snapshots.put(baseOf(state));
  }

  async #merge(): Promise<void> {
    const runs = mergeable(this.#entries, BATCH);
    if (runs.length === 0) return;
    await this.#storage.run(async (database) => {
      await database.transaction('rw', database.segments, async () => {
        for (const run of runs) {
          const stored = await database.segments.bulkGet(run.map((entry) => entry.from));
          const frames = stored.flatMap((segment: Segment | undefined) => (segment ? framesOf(segment) : []));
          if (frames.length === 0) continue;
          await database.segments.bulkDelete(run.map((entry) => entry.from));
          const merged = segmentOf(frames);
          await database.segments.put(merged);
          const first = run[0];
          if (!first) continue;
          const at = this.#entries.indexOf(first);
          this.#entries.splice(at, run.length, entryOf(merged));
        }
      });
    });
  }

  #remember(state: InboxState): void {
    // Keys only: the sets say whether a later loss makes this snapshot one that must be replaced.
    const cards = new Set(state.cards.keys());
    const messages = new Set(state.messages.keys());
    this.#snapshot = { seq: state.seq, holds: (id) => cards.has(id) || messages.has(id) };
  }

  #schedule(after: number): void {
    this.#timer.setOnce(after, this.#writeSoon);
  }
  readonly #writeSoon = () => {
    this.#writing = this.#writing.then(() => this.#write());
  };

  #rest(): void {
    if (!this.#storage.usable) return;
    this.#idle.set(IDLE, () => {
      if (this.#pending.length > 0) return;
      this.#writing = this.#writing.then(() => this.#write(true)).then(() => this.#merge());
    });
  }

  /** Writes the present into a database that holds nothing of the inbox. */
  async #fill(database: LogDatabase): Promise<void> {
    const state = this.#options.inbox();
    this.#entries = [];
    this.#bases.clear();
    this.#snapshot = null;
    if (!state) return;
    this.#remember(state);
    await database.snapshots.bulkPut([{ key: 'inbox', state }, baseOf(state)]);
  }
}
