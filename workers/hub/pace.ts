/**
 * How fast a tab is told of changes: no faster than it paints. It acknowledges what is on its screen, and gets the next
 * patches after that. One that paints slowly rests in between, so that in a burst the machine reads it, instead of
 * painting every step of the way in every window. Who has just opened something does not wait.
 */

/**
 * A tab that painted within this (ms) needs no rest. One that took longer rests by the square of it: 60 ms → 90 ms,
 * 100 → 250, at most the second figure. Twice as slow is mostly twice as many windows, each of which must paint less.
 */
const SLOW_PAINT = 40;
const LONGEST_REST = 600;

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

  /** Something was opened: it is told whatever is still being painted. */
  opened(): void {
    this.#waits = true;
  }

  /** Patches were said as frame `n`. */
  said(n: number, now: number): void {
    this.#patches = n;
    this.#saidAt = now;
  }

  /** The tab has dealt with everything up to frame `n`, patches are painted. */
  heard(n: number, now: number): void {
    const took = now - this.#saidAt;
    if (this.#painting && n >= this.#patches && took > SLOW_PAINT)
      this.#restsUntil = now + Math.min(LONGEST_REST, (took * took) / SLOW_PAINT);
    this.#acknowledged = Math.max(this.#acknowledged, n);
  }

  /** @returns ms until it may be told more; 0: now; infinite: it says so itself, by an acknowledgement */
  wait(now: number): number {
    if (this.#waits) return 0;
    if (this.#painting) return Number.POSITIVE_INFINITY;
    const rest = this.#restsUntil - now;
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
