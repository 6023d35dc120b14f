/**
 * One bot in the hub: its log, its fold, and the way back to the present after any gap. Its machine decides
 * (`machines/room`); what the machine asks for is carried out here.
 *
 * Frames that arrive before the last page of a replay are held and applied after it; a number is applied once,
 * whichever way it comes.
 */

import { conversationCalls } from '../../../contract/calls/conversations.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { startInbox } from '../../../machines/inbox/fold.ts';
import type { Changes } from '../../../machines/inbox/inbox-state.ts';
import { type RoomEffect, type RoomState, stepRoom } from '../../../machines/room/room-machine.ts';
import type { CallAnswer } from '../../shared/rest-client.ts';
import { BotLog, type Stored } from '../bot-log/bot-log.ts';
import { lastOf } from '../bot-log/segment-index.ts';
import { type ReadFrame, readFrames } from '../connection/frames.ts';
import { Alarm } from '../platform/alarm.ts';
import { quietly } from '../platform/quietly.ts';
import type { CounterDifference, Diagnostic, LogExport, LogSize } from '../surface/inspection.ts';
import { askReplay, type ReplayAnswer, type ReplayPage } from './ask-replay.ts';
import { FoldHost } from './fold-host.ts';
import { HeldFrames } from './held-frames.ts';
import type { RoomHost } from './room-host.ts';

/** Pause before a catch-up that failed is tried again, and between bases that cure a fault: one that stays must not become a storm. */
const PAUSE = 5_000;
/** Differences are not expected: the last few tell the story. */
const DIFFERENCES_KEPT = 20;

/** What happened, and what it is about. */
type Happened =
  | { type: 'READ'; generation: number; stored: Stored | null }
  | { type: 'FRAMES' | 'HOLE'; frames: readonly LoggedFrame[] }
  | { type: 'AHEAD'; seq: number }
  | { type: 'RESET' | 'FAULT'; record: Diagnostic }
  | { type: 'BASED'; seq: number }
  | ReplayAnswer
  | { type: 'CATCH_UP' | 'CLOSED' | 'TAIL_LOST' | 'REBASE' | 'FAILED' | 'MORE' | 'CAUGHT_UP' | 'END' };

type BaseAnswer = CallAnswer<typeof conversationCalls.countStates>;

/** One bot: its log, its fold, and the way back to the present. */
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
  /** Counts catch-ups: an answer to an older one is not an event. */
  #round = 0;
  readonly #held = new HeldFrames();
  readonly #headAlarm: Alarm;
  /** The next try of a catch-up that failed. */
  readonly #retryAlarm: Alarm;
  /** A base that was asked for soon after another. */
  readonly #rebaseAlarm: Alarm;
  #lastRebase = Number.NEGATIVE_INFINITY;
  /** There was a base before, the server's or a stored one. */
  #based = false;
  /** Until the base that was asked for before there was a socket is here, or did not come. */
  #ahead: Promise<void> | null = null;

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
        else host.diagnose(this.#record('storage', `el registro local se inició de nuevo: ${error}`));
      },
    });
    quietly('room', this.#read());
  }

  /** Where its machine stands. */
  get state(): RoomState {
    return this.#state;
  }
  /** The fold is the present. */
  get live(): boolean {
    return this.#state === 'live';
  }

  /** A socket is open (or may have missed something): ask for what was missed. */
  catchUp(): void {
    this.#happens({ type: 'CATCH_UP' });
  }

  /** The socket is gone. */
  closed(): void {
    // It may be lost with the line: the next socket waits for nothing of before.
    this.#ahead = null;
    this.#happens({ type: 'CLOSED' });
  }

  /** Frames from the socket. */
  receive(read: readonly ReadFrame[]): void {
    const frames = read.map(({ frame }) => frame).filter((frame) => frame.bot_id === this.botId);
    this.#happens({ type: 'FRAMES', frames });
    this.#unread(read);
  }

  /** The server's log stands here; when it does not arrive soon, its tail was lost. */
  head(seq: number): void {
    if (this.#isBehind(seq)) this.#happens({ type: 'AHEAD', seq });
  }

  /** Whether everything up to this number is in what is shown. */
  isAt(seq: number): boolean {
    return !this.#isBehind(seq);
  }

  /** The viewer's sight changed: nothing of before may stay, not even on screen. */
  reset(): void {
    this.#happens({ type: 'RESET', record: this.#record('reset', 'RESET del servidor') });
  }

  /** A fault was found: a new base, with what is shown kept on screen until it is there. */
  rebase(record: Omit<Diagnostic, 'at' | 'botId'>): void {
    this.#happens({
      type: 'FAULT',
      record: { ...record, at: this.#host.platform.clock.now(), botId: this.botId },
    });
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
  /** What the local log holds; null without storage. */
  get logSize(): LogSize | null {
    return this.#log.size;
  }

  /** Stored on disk up to here, for tests and sign-out. */
  async flush(): Promise<void> {
    await this.#log.flush();
  }
  /** Ends, with what is pending written. */
  async close(): Promise<void> {
    this.#happens({ type: 'END' });
    await this.#log.close();
  }
  /** Lets go without writing: the log is about to be deleted. */
  abandon(): void {
    this.#happens({ type: 'END' });
    this.#log.abandon();
  }

  /**
   * Asks the machine and carries out what it says. An effect may make the next thing happen before it returns: such
   * effects stand last in their cell.
   */
  #happens(happened: Happened): void {
    const { state, effects } = stepRoom(this.#state, happened.type);
    this.#state = state;
    for (const effect of effects) this.#carryOut(effect, happened);
  }

  #carryOut(effect: RoomEffect, happened: Happened): void {
    switch (effect) {
      case 'restore':
        if (happened.type === 'READ') this.#restore(happened.generation, happened.stored);
        break;
      case 'endRound':
        this.#round += 1;
        this.#retryAlarm.off();
        break;
      case 'ask':
        this.#listen(this.#ask());
        break;
      case 'baseAhead':
        this.#askBaseAhead();
        break;
      case 'retryLater':
        this.#retryAlarm.setOnce(PAUSE, () => this.catchUp());
        break;
      case 'apply':
        if ('frames' in happened) this.#applyLive(happened.frames);
        break;
      case 'hold':
        if ('frames' in happened) this.#held.add(happened.frames);
        break;
      case 'forgetHeld':
        this.#held.clear();
        break;
      case 'applyHeld':
        if (happened.type === 'BASED') this.#applyHeld(happened.seq);
        break;
      case 'applyReplay':
        if (happened.type === 'REPLAYED') this.#applyReplay(happened.page);
        break;
      case 'readBase':
        if (happened.type !== 'JOINED') break;
        this.#listen(this.#readBase(happened.seq));
        this.#host.basing(this.botId);
        break;
      case 'lookAgain':
        if (happened.type === 'AHEAD') this.#lookAgain(happened.seq);
        break;
      case 'drop':
        this.#drop();
        break;
      case 'keepShown':
        this.keepShown = true;
        break;
      case 'forgetShown':
        this.keepShown = false;
        break;
      case 'diagnose':
        if ('record' in happened) this.#host.diagnose(happened.record);
        break;
      case 'rebaseInTime':
        this.#rebaseInTime();
        break;
      case 'countRebase':
        this.#lastRebase = this.#host.platform.clock.now();
        break;
      case 'catchUpIfConnected':
        if (this.#host.socket()) this.catchUp();
        break;
      case 'suspect':
        this.#host.suspect();
        break;
      case 'tellState':
        this.#host.stateChanged(this.botId);
        break;
      case 'tellEverything':
        this.#host.changed(this.botId, 'everything');
        break;
      case 'tellSight':
        this.#host.sightChanged();
        break;
      case 'tellArrived':
        this.#host.rebased(this.botId);
        break;
      case 'letGo':
        this.#ahead = null;
        for (const alarm of [this.#headAlarm, this.#retryAlarm, this.#rebaseAlarm]) alarm.off();
        this.fold.replace(null);
        break;
    }
  }

  async #read(): Promise<void> {
    const { generation } = this.fold;
    const stored = await this.#log.load();
    this.#happens({ type: 'READ', generation, stored });
  }

  #restore(generation: number, stored: Stored | null): void {
    if (stored) this.differences = stored.differences;
    // What was dropped meanwhile (a RESET) is what was read.
    if (!stored?.inbox || generation !== this.fold.generation) return;
    try {
      this.fold.replace(stored.inbox);
      this.#based = true;
      const { changes } = this.fold.apply(stored.tail);
      // The last run may have ended between the loss and its write: what was lost goes now.
      this.#log.scrub(changes.lost);
    } catch (error) {
      // What is stored does not fold: the server has it all.
      this.#host.diagnose(this.#record('storage', `el registro local no se pudo leer: ${error}`));
      this.#drop();
    }
  }

  /** Work of this catch-up: when it fails, the catch-up has failed. */
  #listen(work: Promise<void>): void {
    const round = this.#round;
    work.catch((error: unknown) => {
      if (round !== this.#round) return;
      console.warn(`bot ${this.botId}: catch-up`, error);
      this.#happens({ type: 'FAILED' });
    });
  }

  async #ask(): Promise<void> {
    const round = this.#round;
    await this.#ahead;
    const socket = this.#host.socket();
    if (round !== this.#round || !socket) return;
    this.#held.asked();
    const answer = await askReplay(socket, this.botId, this.fold.state);
    if (round === this.#round) this.#happens(answer);
  }

  /** A browser that comes for the first time has nothing that its socket could catch up with. */
  #askBaseAhead(): void {
    if (this.fold.state) return;
    const ahead = this.#askBase().then(
      (base) => {
        if (this.#ahead === ahead) this.#installAhead(base);
      },
      (error: unknown) => console.warn(`bot ${this.botId}: a base ahead of the socket`, error),
    );
    this.#ahead = ahead;
    this.#host.basing(this.botId);
  }

  /**
   * What was asked for ahead is a base like a stored one: it is shown before there is a socket, and the server tells what
   * it missed and whether its sight holds once there is.
   */
  #installAhead(base: BaseAnswer): void {
    this.#ahead = null;
    this.#install(base);
    this.#host.basedAhead(this.botId);
  }

  async #askBase(): Promise<BaseAnswer> {
    const { data } = await this.#host.call(conversationCalls.countStates, { body: { bot_id: this.botId } });
    return data;
  }

  async #readBase(seq: number): Promise<void> {
    const round = this.#round;
    const base = await this.#askBase();
    if (round !== this.#round) return;
    this.#install(base);
    this.#happens({ type: 'BASED', seq });
  }

  #install(base: BaseAnswer): void {
    this.#lastRebase = this.#host.platform.clock.now();
    this.fold.replace(startInbox({ bot_id: this.botId, ...base }));
    this.#log.restart().catch((error: unknown) => this.#host.storageFailed(error));
    this.#host.changed(this.botId, 'everything');
    if (this.#based) this.#host.skipped(this.botId);
    this.#based = true;
  }

  #applyLive(frames: readonly LoggedFrame[]): void {
    const upTo = this.#apply(frames, true);
    if (upTo < frames.length) this.#happens({ type: 'HOLE', frames: frames.slice(upTo) });
  }

  #applyReplay(page: ReplayPage): void {
    const round = this.#round;
    const read = readFrames(page.events);
    const frames = read.map(({ frame }) => frame);
    const upTo = this.#apply(frames, false);
    this.#unread(read);
    // A fault among them has begun another catch-up.
    if (round !== this.#round) return;
    if (upTo < frames.length) this.rebase({ kind: 'fault', text: 'la repetición tiene un hueco' });
    else if (page.more) this.#happens({ type: 'MORE' });
    // Held frames beyond a hole that the server does not know of: HEAD will tell what is true.
    else this.#applyHeld(0, frames.length === 0);
  }

  /**
   * @param seq the catch-up is not through before the fold stands there
   * @param last the server has nothing more: what still does not fit goes
   */
  #applyHeld(seq: number, last = false): void {
    const round = this.#round;
    const held = this.#held.take();
    this.#held.putBack(held.slice(this.#apply(held, true)));
    if (round !== this.#round) return;
    if (last) this.#held.take();
    const caughtUp = this.#held.complete && (this.fold.state?.seq ?? -1) >= seq;
    this.#happens({ type: caughtUp ? 'CAUGHT_UP' : 'MORE' });
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

  #isBehind(seq: number): boolean {
    return seq > (this.fold.state?.seq ?? 0);
  }

  #lookAgain(seq: number): void {
    this.#headAlarm.setOnce(LIMITS.pageAheadOfFold, () => {
      if (this.#isBehind(seq)) this.#happens({ type: 'TAIL_LOST' });
    });
  }

  #rebaseInTime(): void {
    const wait = this.#lastRebase + PAUSE - this.#host.platform.clock.now();
    if (wait > 0) this.#rebaseAlarm.setOnce(wait, () => this.#happens({ type: 'REBASE' }));
    else this.#happens({ type: 'REBASE' });
  }

  #drop(): void {
    // Whatever was wrong goes with what is dropped.
    this.#rebaseAlarm.off();
    this.#ahead = null;
    this.fold.replace(null);
    this.#log.restart().catch((error: unknown) => this.#host.storageFailed(error));
    this.#host.changed(this.botId, 'everything');
  }

  #record(kind: Diagnostic['kind'], text: string): Diagnostic {
    return { at: this.#host.platform.clock.now(), botId: this.botId, kind, text };
  }
}
