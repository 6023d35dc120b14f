/**
 * How many tabs in sight paint at the same time. While the machine keeps up: all of them. Where painting takes longer,
 * fewer, each in its turn, the longest waiting first; so that a burst is read sooner than every step of it is painted
 * in every window, and no window waits for long. Where even one at a time is slow, nobody paints for as long as that
 * took, twice. In a rush, when more changes than anybody could follow, nobody paints at first, and then they all rest six
 * times as long as they painted: half a second at most. When nothing more comes, or the server says that there is nothing
 * more, whatever is waited for ends: the present is painted everywhere at once.
 */
import { Rush } from './rush.ts';

/** A tab that painted within this (ms) had the machine to itself: one more may paint beside it. */
const SLOW_PAINT = 40;
/** How much of the turns stays when painting was slow. */
const FEWER = 0.5;
const MOST_AT_ONCE = 32;
/** A tab that has not painted for so long (ms) holds nobody else up. */
const LONGEST_TURN = 250;
/** How often as long as a slow turn of the only one nobody has one after it. */
const PAUSE = 2;
/** How often as long as a paint everybody rests in a rush. */
const REST = 6;
/** So long (ms) they rest when a rush begins, and at most after a paint in it. */
const LONGEST_REST = 500;
/** What stays of the longest time between two changes with each other one. */
const FORGETS = 0.8;
/** Nothing has changed for so long (ms), or half as long again as between two changes: the burst is over. */
const QUIET = 60;
/**
 * The same in a rush, counted from the last paint: longer than the server rests between two parts of it (100 ms,
 * server/inbox/live/paced-rows.ts).
 */
const QUIET_IN_A_RUSH = 110;

/** Turns of the tabs in sight. */
export class Turns {
  /** Tabs that paint, and since when (ms since 1970). */
  readonly #painting = new Map<string, number>();
  #atOnce = MOST_AT_ONCE;
  /** The last time that they were made fewer: what had begun before says nothing of the machine since. */
  #fewerSince = 0;
  #changedAt = 0;
  /** Between two changes of late, the longest (ms). */
  #between = 0;
  #pauseUntil = 0;
  #paintedAt = 0;
  /** How long the last paint took (ms). */
  #took = 0;
  /** Nothing has changed since the server said that this is all. */
  #whole = false;
  readonly #rush = new Rush();

  /** Something that tabs show has changed. @param rows how many of a list */
  changed(now: number, rows = 0): void {
    if (this.#rush.changed(now, rows)) this.#pauseUntil = Math.max(this.#pauseUntil, now + LONGEST_REST);
    const between = Math.max(0, now - this.#changedAt);
    // After a rest there is no burst yet.
    this.#between = between > LONGEST_TURN ? 0 : Math.max(between, this.#between * FORGETS);
    this.#changedAt = now;
    this.#whole = false;
  }

  /** The server has nothing more to tell. @returns whether this ends a rush */
  caughtUp(now: number): boolean {
    this.#whole = true;
    return this.#rush.isOn(now);
  }

  /**
   * @param others in sight besides
   * @returns ms until one more may paint; 0: now. An earlier end of somebody's turn says so itself.
   */
  wait(now: number, others: number): number {
    if (others === 0) return 0;
    const ends = [...this.#painting.values()].map((since) => since + LONGEST_TURN).sort((a, b) => a - b);
    const free = ends[ends.length - Math.floor(this.#atOnce)] ?? 0;
    const rest = Math.min(Math.max(free, this.#pauseUntil), this.#overAt(now)) - now;
    // A clock that was set back must not silence anybody.
    return rest > 0 && rest <= LONGEST_REST ? rest : 0;
  }

  /** When the burst is over if nothing more comes (ms since 1970). */
  #overAt(now: number): number {
    const gap = 1.5 * this.#between;
    if (!this.#rush.isOn(now)) return this.#changedAt + Math.max(QUIET, gap);
    // What paints holds up what comes.
    const quiet = Math.max(this.#changedAt, this.#paintedAt) + Math.max(QUIET_IN_A_RUSH, gap);
    // Parts that each end would have everybody paint after each of them.
    return this.#whole ? Math.min(quiet, this.#paintedAt + PAUSE * this.#took) : quiet;
  }

  /** A tab was told something, and paints it. */
  began(tab: string, now: number): void {
    this.#painting.set(tab, now);
  }

  /** It is on its screen. @param others in sight besides. @returns whether a turn is free now that was not */
  painted(tab: string, now: number, others: number): boolean {
    const since = this.#painting.get(tab);
    if (since === undefined) return false;
    this.#painting.delete(tab);
    const took = now - since;
    this.#paintedAt = now;
    this.#took = took;
    if (others > 0 && this.#rush.isOn(now)) this.#pauseUntil = now + Math.min(LONGEST_REST, took * REST);
    else if (others > 0 && took > SLOW_PAINT && Math.floor(this.#atOnce) === 1)
      this.#pauseUntil = now + Math.min(LONGEST_TURN, took * PAUSE);
    if (took <= SLOW_PAINT) {
      this.#atOnce = Math.min(MOST_AT_ONCE, this.#atOnce + 1 / this.#atOnce);
    } else if (since >= this.#fewerSince) {
      this.#atOnce = Math.max(1, Math.min(this.#atOnce, this.#painting.size + 1) * FEWER);
      this.#fewerSince = now;
    }
    return true;
  }

  /** It is gone, or out of sight. */
  left(tab: string): void {
    this.#painting.delete(tab);
  }
}
