/**
 * A supervisor's figures of one bot: a base, and then every frame that the bot's room applies (machines/inbox/
 * supervision.ts). Held only while a tab shows them. Never polled: a new base is asked for after a gap's reset, when
 * the day is over, and when the known end of the queue has come near.
 */
import { supervisionCalls } from '../../../contract/calls/supervision.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import {
  applySupervision,
  median,
  queueOf,
  type SupervisionState,
  startSupervision,
} from '../../../machines/inbox/supervision.ts';
import { ApiError } from '../../shared/api-error.ts';
import { Alarm } from '../platform/alarm.ts';
import type { BotRoom } from '../room/bot-room.ts';
import { FoldReplaced } from '../room/fold-host.ts';
import type { RoomHost } from '../room/room-host.ts';
import type { SupervisionView } from '../surface/views.ts';

/** Bases come and go while one is on its way; after so many the room's next arrival asks again. */
const MOST_TRIES = 4;
/** A clock that is ahead must not ask again and again for the day that has not ended yet. */
const SHORTEST_DAY = 60_000;
/** The longest that browsers' timers count. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The supervisor's queue and loads of one bot. */
export class SupervisionHost {
  readonly #room: BotRoom;
  readonly #host: RoomHost;
  readonly #changed: () => void;
  #state: SupervisionState | null = null;
  /** What was shown before the base that is on its way. */
  #shown: SupervisionView | null = null;
  #loading = false;
  #error: string | null = null;
  #wanted = false;
  readonly #midnight: Alarm;

  constructor(room: BotRoom, host: RoomHost, changed: () => void) {
    this.#room = room;
    this.#host = host;
    this.#midnight = new Alarm(host.platform.clock);
    this.#changed = changed;
  }

  /** A tab shows it: load it unless it is known or on its way. */
  ensure(): void {
    this.#wanted = true;
    if (!this.#room.live || this.#loading || this.#state || this.#error !== null) return;
    this.#load().catch((error: unknown) => console.error('supervision', error));
  }
  /** Somebody asks again. */
  async reload(): Promise<void> {
    if (this.#room.live && !this.#loading) await this.#load();
  }
  /** Nobody shows it any longer. */
  drop(): void {
    if (!this.#wanted) return;
    this.#wanted = false;
    this.#state = null;
    this.#shown = null;
    this.#error = null;
    this.#alarm(null);
  }
  /** Another base of the room: these figures are of the old one. The new one's arrival asks for them. */
  replaced(): void {
    if (this.#state && this.#room.keepShown) this.#shown = this.view() ?? null;
    else if (!this.#room.keepShown) this.#shown = null;
    this.#state = null;
    this.#error = null;
    this.#changed();
  }

  /** What the room has just applied. */
  frames(frames: readonly LoggedFrame[]): void {
    if (!this.#state) return;
    let moved = false;
    for (const frame of frames) moved = applySupervision(this.#state, frame) || moved;
    if (moved) this.#changed();
    if (this.#state.worn) this.#renew();
  }

  view(): SupervisionView | undefined {
    if (!this.#wanted) return undefined;
    const now = { loading: this.#loading, error: this.#error };
    if (this.#state) return { ...figuresOf(this.#state), ...now };
    return this.#shown ? { ...this.#shown, ...now } : { ...NOTHING, ...now };
  }

  #renew(): void {
    // After a failure it is somebody's to ask again: not every event's.
    if (this.#loading || this.#error !== null || !this.#room.live) return;
    this.#load().catch((error: unknown) => console.error('supervision', error));
  }

  async #load(): Promise<void> {
    this.#loading = true;
    this.#error = null;
    this.#changed();
    try {
      for (let tries = 0; tries < MOST_TRIES && this.#wanted && this.#room.live; tries += 1) {
        if (await this.#try()) break;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) console.error('supervision', error);
      this.#error = error instanceof ApiError ? error.message : ERRORS.server.message;
    } finally {
      this.#loading = false;
      this.#changed();
    }
  }

  /** @returns false when the room's base changed under the answer */
  async #try(): Promise<boolean> {
    const { fold, botId } = this.#room;
    const generation = fold.generation;
    const collector = fold.collect();
    try {
      const { data } = await this.#host.call(supervisionCalls.supervision, { body: { bot_id: botId } });
      if (generation !== fold.generation) return false;
      await this.#reached(data.seq);
      if (generation !== fold.generation || data.sight !== fold.state?.sight || !this.#wanted) return false;
      const state = startSupervision(botId, data, LIMITS.supervisionQueue);
      for (const frame of collector.frames) applySupervision(state, frame);
      this.#state = state;
      this.#shown = null;
      this.#alarm(Date.parse(state.day.to));
      return true;
    } catch (error) {
      if (error instanceof FoldReplaced) return false;
      throw error;
    } finally {
      collector.stop();
    }
  }

  /** Waits for the fold; a base that stays ahead of it is a sign of lost frames. */
  async #reached(seq: number): Promise<void> {
    if (seq <= (this.#room.fold.state?.seq ?? -1)) return;
    const { clock } = this.#host.platform;
    const nudge = clock.setTimeout(() => this.#room.catchUp(), LIMITS.pageAheadOfFold);
    try {
      await this.#room.fold.reached(seq);
    } finally {
      clock.clearTimeout(nudge);
    }
  }

  #alarm(at: number | null): void {
    if (at === null) {
      this.#midnight.off();
      return;
    }
    const wait = Math.min(LONGEST_TIMER, Math.max(SHORTEST_DAY, at - this.#host.platform.clock.now()));
    this.#midnight.set(wait, () => this.#renew());
  }
}

const NOTHING: Omit<SupervisionView, 'loading' | 'error'> = {
  queue: [],
  load: [],
  answers: [],
  waits: { median: null, count: 0 },
  firstResponses: { median: null, count: 0 },
  known: false,
};

function figuresOf(state: SupervisionState): Omit<SupervisionView, 'loading' | 'error'> {
  const { waits, firstResponses } = state;
  return {
    queue: queueOf(state),
    answers: [...state.answers].map(([agent_id, count]) => ({ agent_id, ...count })),
    load: [...state.load].map(([agent_id, load]) => ({ agent_id, ...load })),
    waits: { median: median(waits), count: waits.length },
    firstResponses: { median: median(firstResponses), count: firstResponses.length },
    known: true,
  };
}
