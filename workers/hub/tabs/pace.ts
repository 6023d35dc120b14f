/**
 * How fast a tab hears of changes: no faster than it paints. It acknowledges what is on its screen, and gets the next
 * patches after that. Where several are in sight and the machine is behind, each rests while the others paint, so that a
 * burst is read sooner than every step of it is painted in every window. A hidden tab shows its figures in its title
 * only, and hears them now and then. Who has just opened something does not wait.
 */

/** A tab that painted within this (ms) needs no rest: the machine keeps up. */
const SLOW_PAINT = 40;
/** Longest rest (ms). */
const LONGEST_REST = 600;
/** Between two patches to a hidden tab (ms). */
const WHILE_HIDDEN = 500;

/** How much one tab may be sent now. */
export class Pace {
  /** The number of the last patches, and when they were said (ms since 1970). */
  #patches = 0;
  #saidAt = 0;
  #acknowledged = 0;
  #restsUntil = 0;
  #waits = false;

  /** The last frame that was acknowledged; 0: none yet. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Something was opened, or the tab came into sight: it gets patches though the last are still being painted. */
  opened(): void {
    this.#waits = true;
  }

  /** Patches were said as frame `n`. */
  said(n: number, now: number): void {
    this.#patches = n;
    this.#saidAt = now;
  }

  /**
   * The tab has dealt with everything up to frame `n`, patches are painted.
   *
   * @param others how many other tabs are in sight
   */
  heard(n: number, now: number, others: number): void {
    const took = now - this.#saidAt;
    if (this.#painting && n >= this.#patches && took > SLOW_PAINT)
      this.#restsUntil = now + Math.min(LONGEST_REST, took * others);
    this.#acknowledged = Math.max(this.#acknowledged, n);
  }

  /** @returns ms until it may be told more; 0: now; infinite: it says so itself, by an acknowledgement */
  wait(now: number, visible: boolean): number {
    if (this.#waits) return 0;
    if (this.#painting) return Number.POSITIVE_INFINITY;
    const rest = (visible ? this.#restsUntil : this.#saidAt + WHILE_HIDDEN) - now;
    // A clock that was set back must not silence it.
    return rest > 0 && rest <= LONGEST_REST ? rest : 0;
  }

  /** It was looked after: what was opened has been told, or will be when it is known. */
  told(): void {
    this.#waits = false;
  }

  get #painting(): boolean {
    return this.#acknowledged < this.#patches;
  }
}
