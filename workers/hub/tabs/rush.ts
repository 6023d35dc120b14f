/** More rows change than anybody could follow: a log that is caught up with, work on hundreds of conversations at once. */

/** So many rows changed (in lists of this browser) within so long (ms): a rush, which lasts so long (ms) after. */
const ROWS = 150;
const WITHIN = 100;
const LASTS = 300;

export class Rush {
  /** Rows that changed since this span began, and when there were last too many in one. */
  #rows = 0;
  #spanSince = 0;
  #seenAt = Number.NEGATIVE_INFINITY;

  /** So many rows have changed. @param now ms since 1970. @returns whether a rush began with them */
  changed(now: number, rows: number): boolean {
    if (Math.abs(now - this.#spanSince) > WITHIN) {
      this.#spanSince = now;
      this.#rows = 0;
    }
    this.#rows += rows;
    if (this.#rows <= ROWS) return false;
    const begins = !this.isOn(now);
    this.#seenAt = now;
    return begins;
  }

  isOn(now: number): boolean {
    return Math.abs(now - this.#seenAt) <= LASTS;
  }
}
