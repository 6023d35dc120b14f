/**
 * One bot in the hub: its log, its fold, and the way back to the present after any gap.
 *
 *   reading (local log) ─▶ offline ─opened▶ catching ─no more, held frames fit▶ live
 *                             ▲               │  ▲                              │
 *                             └────closed─────┘  └── hole, HEAD ahead, slept ───┘
 *   reset, RESET, a fault: the fold is dropped, a base is loaded, what is shown is loaded again.
 *
 * Frames that arrive before the last page of a replay are held and applied after it; a number is applied once,
 * whichever way it comes.
 */

import type { Call } from '../../contract/calls/call.ts';
import { conversationCalls } from '../../contract/calls/conversations.ts';
import { LIMITS } from '../../contract/limits.ts';
import { autoReconnectAck } from '../../contract/realtime/agent-socket.ts';
import type { LoggedFrame } from '../../contract/realtime/events.ts';
import { startInbox } from '../../machines/inbox/fold.ts';
import type { Changes, InboxState } from '../../machines/inbox/inbox-state.ts';
import type { CallAnswer, CallInput, ServiceAnswer } from '../shared/call-service.ts';
import { Alarm } from './alarm.ts';
import { BotLog } from './bot-log/bot-log.ts';
import { lastOf } from './bot-log/segment-index.ts';
import { FoldHost } from './fold-host.ts';
import { type ReadFrame, readFrames } from './frames.ts';
import type { CounterDifference, Diagnostic, LogExport, LogSize, RoomState } from './inspection.ts';
import type { HubPlatform, HubSocket } from './platform.ts';

/** No acknowledgement by then: the socket only looks open. */
const REPLAY_TIMEOUT = 15_000;
/** Held while a replay runs; beyond it the replay simply asks once more. */
const MOST_HELD = 5_000;
/** Pause before a catch-up that failed is tried again, and between bases that cure a fault: one that stays must not become a storm. */
const PAUSE = 5_000;
/** Differences are not expected: the last few tell the story. */
const DIFFERENCES_KEPT = 20;
/** Refusals that asking again does not change. */
const LASTING = ['forbidden', 'not_found', 'unauthorized'];

/** What a room needs of the hub. */
export interface RoomHost {
  platform: HubPlatform;
  uid: string;
  storage: HubPlatform['storage'];
  socket(): HubSocket | null;
  call<C extends Call>(call: C, input: CallInput<C>): Promise<ServiceAnswer<CallAnswer<C>>>;
  /** The fold changed. `everything`: another base, or its state (live or not) did. */
  changed(botId: number, changes: Changes | 'everything'): void;
  /** Frames were applied; `live` ones came as they happened. */
  applied(botId: number, frames: readonly LoggedFrame[], live: boolean): void;
  /** A new base is there: load what is shown. */
  rebased(botId: number): void;
  stateChanged(botId: number): void;
  /** Role, areas or link are others than they were: what the tabs let this person do is old. */
  sightChanged(): void;
  /** The socket does not answer. */
  suspect(): void;
  diagnose(record: Diagnostic): void;
  storageFailed(error: unknown): void;
}

export class BotRoom {
  readonly botId: number;
  readonly fold = new FoldHost();
  /** Times when the counters were not the server's, oldest first. */
  differences: readonly CounterDifference[] = [];
  /** What the tabs show may stay on their screens until the new base's pages are here (same sight). */
  keepShown = false;
  readonly #host: RoomHost;
  readonly #log: BotLog;
  #state: RoomState = 'reading';
  /** Counts catch-ups: an answer to an older one is not heard. */
  #round = 0;
  #held: LoggedFrame[] = [];
  #heldTooMany = false;
  readonly #headAlarm: Alarm;
  /** The next try of a catch-up that failed. */
  readonly #retryAlarm: Alarm;
  /** A base that was asked for soon after another. */
  readonly #rebaseAlarm: Alarm;
  #lastRebase = Number.NEGATIVE_INFINITY;
  #closed = false;
  readonly #ready: Promise<void>;

  constructor(botId: number, host: RoomHost) {
    this.botId = botId;
    this.#host = host;
    this.#headAlarm = new Alarm(host.platform.clock);
    this.#retryAlarm = new Alarm(host.platform.clock);
    this.#rebaseAlarm = new Alarm(host.platform.clock);
    this.#log = new BotLog({
      storage: host.storage,
      clock: host.platform.clock,
      uid: host.uid,
      botId,
      inbox: () => this.fold.state,
      failed: (error, lost) => {
        if (lost) host.storageFailed(error);
        else host.diagnose(this.#diagnostic('storage', `el registro local se inició de nuevo: ${error}`));
      },
    });
    this.#ready = this.#read();
  }

  get state(): RoomState {
    return this.#state;
  }
  get live(): boolean {
    return this.#state === 'live';
  }

  /** Resolves when what the local log held has been folded. */
  ready(): Promise<void> {
    return this.#ready;
  }

  /** A socket is open (or may have missed something): ask for what was missed. */
  catchUp(): void {
    if (this.#closed || this.#state === 'reading') return;
    this.#round += 1;
    this.#retryAlarm.off();
    this.#become('catching');
    const round = this.#round;
    this.#run(round).catch((error: unknown) => {
      if (this.#closed || round !== this.#round) return;
      console.warn(`bot ${this.botId}: catch-up`, error);
      this.#become('offline');
      this.#retryAlarm.setOnce(PAUSE, () => this.catchUp());
    });
  }

  /** The socket is gone. */
  closed(): void {
    this.#round += 1;
    this.#retryAlarm.off();
    this.#held = [];
    this.#heldTooMany = false;
    if (this.#state !== 'reading') this.#become('offline');
  }

  /** Frames from the socket. */
  receive(read: readonly ReadFrame[]): void {
    const frames = read.map(({ frame }) => frame).filter((frame) => frame.bot_id === this.botId);
    if (this.#state === 'live') {
      const upTo = this.#apply(frames, true);
      if (upTo < frames.length && this.#state === 'live') {
        this.#hold(frames.slice(upTo));
        this.catchUp();
      }
    } else {
      this.#hold(frames);
    }
    this.#unread(read);
  }

  /** The server's log stands here; when it does not arrive soon, its tail was lost. */
  head(seq: number): void {
    if (this.#state !== 'live' || seq <= (this.fold.state?.seq ?? 0) || this.#headAlarm.isSet) return;
    this.#headAlarm.set(LIMITS.pageAheadOfFold, () => {
      if (this.#state === 'live' && seq > (this.fold.state?.seq ?? 0)) this.catchUp();
    });
  }

  /** The viewer's sight changed: nothing of before may stay, not even on screen. */
  reset(): void {
    this.#host.diagnose(this.#diagnostic('reset', 'RESET del servidor'));
    this.keepShown = false;
    this.#drop();
    if (this.#host.socket()) this.catchUp();
  }

  /** A fault was found: a new base, with what is shown kept on screen until it is there. */
  rebase(record: Omit<Diagnostic, 'at' | 'botId'>): void {
    this.#host.diagnose({ ...record, at: this.#host.platform.clock.now(), botId: this.botId });
    const wait = this.#lastRebase + PAUSE - this.#host.platform.clock.now();
    if (wait > 0) this.#rebaseAlarm.setOnce(wait, () => this.#rebaseNow());
    else this.#rebaseNow();
  }

  /** Something was merged into the fold that no frame tells. */
  merged(changes: Changes): void {
    this.#log.touch();
    this.#host.changed(this.botId, changes);
  }

  /** Remembers a difference, or that one is healed; kept on disk. */
  keepDifferences(differences: CounterDifference[]): void {
    this.differences = differences.slice(-DIFFERENCES_KEPT);
    this.#log.keep([...this.differences]).catch((error: unknown) => this.#host.storageFailed(error));
  }
  /** The local log as it is. */
  exportLog(): Promise<LogExport | null> {
    return this.#log.export();
  }
  get logSize(): LogSize | null {
    return this.#log.size;
  }

  /** Stored on disk up to here, for tests and sign-out. */
  async flush(): Promise<void> {
    await this.#log.flush();
  }
  async close(): Promise<void> {
    this.#end();
    await this.#log.close();
  }
  /** Lets go without writing: the log is about to be deleted. */
  abandon(): void {
    this.#end();
    this.#log.abandon();
  }

  #end(): void {
    this.#closed = true;
    this.#round += 1;
    for (const alarm of [this.#headAlarm, this.#retryAlarm, this.#rebaseAlarm]) alarm.off();
    this.fold.replace(null);
  }

  async #read(): Promise<void> {
    const { generation } = this.fold;
    const stored = await this.#log.load();
    if (this.#closed) return;
    if (stored) this.differences = stored.differences;
    // What was dropped meanwhile (a RESET) is what was read.
    if (stored?.inbox && generation === this.fold.generation) this.#start(stored.inbox, stored.tail);
    this.#become('offline');
    this.#host.changed(this.botId, 'everything');
    if (this.#host.socket()) this.catchUp();
  }

  #start(inbox: InboxState, tail: readonly LoggedFrame[]): void {
    try {
      this.fold.replace(inbox);
      const { changes } = this.fold.apply(tail);
      // The last run may have ended between the loss and its write: what was lost goes now.
      this.#log.scrub(changes.lost);
    } catch (error) {
      // What is stored does not fold: the server has it all.
      this.#host.diagnose(this.#diagnostic('storage', `el registro local no se pudo leer: ${error}`));
      this.#drop();
    }
  }

  async #run(round: number): Promise<void> {
    const stale = () => this.#closed || round !== this.#round;
    for (;;) {
      const socket = this.#host.socket();
      if (!socket || stale()) return;
      const from = this.fold.state;
      this.#heldTooMany = false;
      const ack = await this.#ask(socket, from);
      if (stale()) return;
      if (ack === null) return this.#host.suspect();
      if ('error' in ack) {
        if (!LASTING.includes(ack.error)) throw new Error(ack.error);
        this.keepShown = false;
        this.#drop();
        this.#host.sightChanged();
        return this.#become('refused');
      }
      if ('reset' in ack) {
        this.keepShown = ack.sight === from?.sight;
        if (!this.keepShown) this.#host.sightChanged();
        this.#drop();
        continue;
      }
      if (!this.fold.state) {
        await this.#base();
        if (stale()) return;
        this.#applyHeld();
        // Joined at `ack.seq`: a base read before that number leaves a hole that the next turn of the loop fills.
        if (this.#caughtUp(ack.seq)) return this.#arrived();
        continue;
      }
      const read = readFrames(ack.events);
      const frames = read.map(({ frame }) => frame);
      const upTo = this.#apply(frames, false);
      this.#unread(read);
      if (stale()) return;
      if (upTo < frames.length) return this.rebase({ kind: 'fault', text: 'la repetición tiene un hueco' });
      if (ack.more) continue;
      this.#applyHeld();
      if (stale()) return;
      // Held frames beyond a hole that the server does not know of: HEAD will tell what is true.
      if (frames.length === 0) this.#held = [];
      if (this.#caughtUp(0)) return this.#arrived();
    }
  }

  /** @returns null when no acknowledgement came or none that can be read */
  async #ask(socket: HubSocket, from: FoldHost['state']) {
    const request = from
      ? { botId: this.botId, after: from.seq, after_id: from.seq_id ?? undefined, sight: from.sight }
      : { botId: this.botId };
    try {
      const parsed = autoReconnectAck.safeParse(
        await socket.request('AUTO_RECONNECT', request, REPLAY_TIMEOUT),
      );
      return parsed.success ? parsed.data : null;
    } catch (error) {
      console.warn(`bot ${this.botId}: AUTO_RECONNECT`, error);
      return null;
    }
  }

  async #base(): Promise<void> {
    const round = this.#round;
    const { data } = await this.#host.call(conversationCalls.countStates, { body: { bot_id: this.botId } });
    if (this.#closed || round !== this.#round) return;
    this.#lastRebase = this.#host.platform.clock.now();
    this.fold.replace(startInbox({ bot_id: this.botId, ...data }));
    this.#log.restart().catch((error: unknown) => this.#host.storageFailed(error));
    this.#host.changed(this.botId, 'everything');
  }

  #applyHeld(): void {
    const held = this.#held;
    this.#held = [];
    this.#held = held.slice(this.#apply(held, true));
  }

  #caughtUp(seq: number): boolean {
    return this.#held.length === 0 && !this.#heldTooMany && (this.fold.state?.seq ?? -1) >= seq;
  }

  #arrived(): void {
    this.#become('live');
    this.#host.rebased(this.botId);
  }

  #hold(frames: readonly LoggedFrame[]): void {
    if (this.#held.length + frames.length > MOST_HELD) {
      this.#held = [];
      this.#heldTooMany = true;
      return;
    }
    if (!this.#heldTooMany) this.#held.push(...frames);
  }

  /** @returns how many stand before the first hole */
  #apply(frames: readonly LoggedFrame[], live: boolean): number {
    const { changes, applied, upTo } = this.fold.apply(frames);
    if (applied.length > 0) {
      this.#log.append(applied);
      this.#log.scrub(changes.lost);
      this.#host.changed(this.botId, changes);
      this.#host.applied(this.botId, applied, live);
    }
    if (changes.fault !== null) this.rebase({ kind: 'fault', text: changes.fault });
    return upTo;
  }

  #unread(read: readonly ReadFrame[]): void {
    const unread = read.find((each) => each.unread);
    if (unread) this.rebase({ kind: 'unread-frame', text: `evento ${lastOf(unread.frame)} no se pudo leer` });
  }

  #rebaseNow(): void {
    if (this.#closed) return;
    this.#lastRebase = this.#host.platform.clock.now();
    this.keepShown = true;
    this.#drop();
    if (this.#host.socket()) this.catchUp();
  }

  #drop(): void {
    // Whatever was wrong goes with what is dropped.
    this.#rebaseAlarm.off();
    this.fold.replace(null);
    this.#log.restart().catch((error: unknown) => this.#host.storageFailed(error));
    this.#host.changed(this.botId, 'everything');
  }

  #become(state: RoomState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#host.stateChanged(this.botId);
  }

  #diagnostic(kind: Diagnostic['kind'], text: string): Diagnostic {
    return { at: this.#host.platform.clock.now(), botId: this.botId, kind, text };
  }
}
