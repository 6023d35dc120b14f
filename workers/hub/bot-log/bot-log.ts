/**
 * The log of one bot, written behind the screen: tabs see an event at once, the disk a moment later. A crash loses
 * only what the server still has, because the cursor of the next start is what is stored, never ahead of it.
 *
 *   append ─▶ pending ─(50 ms or 500 frames)─▶ one transaction: segment + scrub of what was lost + snapshot if due
 *
 * Losing sight of a conversation and scrubbing its content are one transaction, so that no crash leaves the text of
 * what was taken away. When storage fails the log goes quiet and says so once: the inbox lives on in memory.
 */
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import type { InboxState } from '../../../machines/inbox/inbox-state.ts';
import type { Clock, HubStorage, Timer } from '../platform.ts';
import { type LogDatabase, logName, openLogDatabase, type Segment } from './log-database.ts';
import { scrubFrame } from './scrub.ts';
import { entryOf, mergeable, type SegmentEntry, segmentOf, tailAfter } from './segment-index.ts';

/** Frames gather this long before they are written: a record of a batch costs what a record of one costs. */
const BEHIND = 50;
/** … or until there are so many: the size at which IndexedDB's cost per event stops falling. */
const BATCH = 500;
/** A snapshot after so many frames keeps a cold start's tail short (1000 frames fold in a few ms). */
const SNAPSHOT_EVERY = 1_000;
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
  /** Storage is not to be had (any more): memory only from here on. Called at most once. */
  failed: (error: unknown) => void;
}
/** What a cold start paints from. */
export interface Stored {
  inbox: InboxState;
  tail: LoggedFrame[];
}

export class BotLog {
  readonly #options: BotLogOptions;
  #database: LogDatabase | null = null;
  #entries: SegmentEntry[] = [];
  #snapshot: { seq: number; holds: (id: string) => boolean } | null = null;
  #pending: LoggedFrame[] = [];
  #lost = new Set<string>();
  #sinceSnapshot = 0;
  #stale = false;
  #timer: Timer | null = null;
  #idle: Timer | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: BotLogOptions) {
    this.#options = options;
    if (options.storage)
      this.#database = openLogDatabase(options.storage, logName(options.uid, options.botId));
  }

  /** Reads snapshot and tail; null when there is nothing to start from. */
  async load(): Promise<Stored | null> {
    return this.#guarded(async (database) => {
      const snapshot = await database.snapshots.get('inbox');
      const segments = await database.segments.orderBy('from').toArray();
      if (!snapshot) return null;
      this.#entries = segments.map(entryOf);
      this.#remember(snapshot.state);
      const tail = tailAfter(segments, snapshot.state.seq);
      this.#sinceSnapshot = tail.length;
      return { inbox: snapshot.state, tail };
    });
  }

  /** Takes frames that were just applied, in order and without a hole. */
  append(frames: readonly LoggedFrame[]): void {
    if (!this.#database) return;
    for (const frame of frames) this.#pending.push(frame);
    this.#schedule(this.#pending.length >= BATCH ? 0 : BEHIND);
  }

  /** The viewer lost sight of these conversations: their content goes with the next write. */
  scrub(ids: Iterable<string>): void {
    if (!this.#database) return;
    const lost = new Set(ids);
    if (lost.size === 0) return;
    // What comes after the loss is not touched: the conversation may be given back.
    this.#pending = this.#pending.map((frame) => scrubFrame(frame, lost));
    for (const id of lost) this.#lost.add(id);
    this.#schedule(BEHIND);
  }

  /** The folded inbox knows something that no frame tells (a page was merged): the next snapshot is worth taking. */
  touch(): void {
    this.#stale = true;
    this.#rest();
  }

  /** A new base: nothing of before is of use. Whole or not at all. */
  async restart(): Promise<void> {
    this.#pending = [];
    this.#lost.clear();
    const writing = this.#writing.then(() =>
      this.#guarded(async (database) => {
        await database.transaction('rw', database.segments, database.snapshots, async () => {
          await database.segments.clear();
          await database.snapshots.clear();
          const state = this.#options.inbox();
          if (state) await database.snapshots.put({ key: 'inbox', state });
          this.#entries = [];
          this.#snapshot = null;
          if (state) this.#remember(state);
        });
      }),
    );
    this.#writing = writing.then(() => undefined);
    await this.#writing;
  }

  /** Writes what is pending now; resolves when it is stored. */
  async flush(): Promise<void> {
    this.#cancel();
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** Merges small records and takes a snapshot: done by itself when it is quiet. */
  async tidy(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(true)).then(() => this.#merge());
    await this.#writing;
  }

  /** Writes the rest and lets go. */
  async close(): Promise<void> {
    if (this.#idle !== null) this.#options.clock.clearTimeout(this.#idle);
    await this.flush();
    this.#cancel();
    this.#database?.close();
    this.#database = null;
  }

  /** Lets go at once and without writing (sign-out: the database is about to be deleted). */
  abandon(): void {
    this.#cancel();
    if (this.#idle !== null) this.#options.clock.clearTimeout(this.#idle);
    this.#pending = [];
    this.#database?.close();
    this.#database = null;
  }

  async #write(force = false): Promise<void> {
    const frames = this.#pending;
    const lost = this.#lost;
    this.#pending = [];
    this.#lost = new Set();
    const due =
      this.#sinceSnapshot + frames.length >= SNAPSHOT_EVERY || (force && (this.#stale || frames.length > 0));
    const held = [...lost].some((id) => this.#snapshot?.holds(id) ?? false);
    if (frames.length === 0 && lost.size === 0 && !due) return;
    await this.#guarded(async (database) => {
      await database.transaction('rw', database.segments, database.snapshots, async () => {
        await this.#scrubStored(database, lost);
        if (frames.length > 0) {
          const segment = segmentOf(frames);
          await database.segments.put(segment);
          this.#entries.push(entryOf(segment));
        }
        const state = this.#options.inbox();
        if ((due || held) && state) {
          await database.snapshots.put({ key: 'inbox', state });
          this.#remember(state);
          this.#sinceSnapshot = 0;
          this.#stale = false;
          await this.#prune(database, state.seq);
        } else {
          this.#sinceSnapshot += frames.length;
        }
      });
    });
    this.#rest();
  }

  async #scrubStored(database: LogDatabase, lost: ReadonlySet<string>): Promise<void> {
    for (const entry of this.#entries) {
      if (![...lost].some((id) => entry.conversations.has(id))) continue;
      const segment = await database.segments.get(entry.from);
      if (!segment) continue;
      await database.segments.put({
        ...segment,
        frames: segment.frames.map((frame) => scrubFrame(frame, lost)),
      });
    }
  }

  async #prune(database: LogDatabase, seq: number): Promise<void> {
    const old = this.#entries.filter((entry) => entry.to < seq - KEEP);
    if (old.length === 0) return;
    await database.segments.bulkDelete(old.map((entry) => entry.from));
    this.#entries = this.#entries.slice(old.length);
  }

  async #merge(): Promise<void> {
    const runs = mergeable(this.#entries, BATCH);
    if (runs.length === 0) return;
    await this.#guarded(async (database) => {
      await database.transaction('rw', database.segments, async () => {
        for (const run of runs) {
          const stored = await database.segments.bulkGet(run.map((entry) => entry.from));
          const frames = stored.flatMap((segment: Segment | undefined) => segment?.frames ?? []);
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
    if (this.#timer !== null) return;
    this.#timer = this.#options.clock.setTimeout(() => {
      this.#timer = null;
      this.#writing = this.#writing.then(() => this.#write());
    }, after);
  }

  #rest(): void {
    if (!this.#database) return;
    if (this.#idle !== null) this.#options.clock.clearTimeout(this.#idle);
    this.#idle = this.#options.clock.setTimeout(() => {
      this.#idle = null;
      if (this.#pending.length > 0) return;
      this.#writing = this.#writing.then(() => this.#write(true)).then(() => this.#merge());
    }, IDLE);
  }

  #cancel(): void {
    if (this.#timer !== null) this.#options.clock.clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #guarded<T>(work: (database: LogDatabase) => Promise<T>): Promise<T | null> {
    const database = this.#database;
    if (!database) return null;
    try {
      return await work(database);
    } catch (error) {
      if (this.#database !== database) return null;
      this.#database = null;
      this.#pending = [];
      this.#lost.clear();
      database.close();
      this.#options.failed(error);
      return null;
    }
  }
}
