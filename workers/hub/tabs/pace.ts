/**
 * How fast a tab hears of changes: no faster than it paints. It acknowledges what is on its screen, and gets the next
 * patches after that, when it has its turn (turns.ts). A hidden tab shows its figures in its title only, and hears them
 * now and then. Who has just opened something does not wait.
 */

/** Between two patches to a hidden tab (ms). */
export const WHILE_HIDDEN = 500;

/** How much one tab may be sent now. */
export class Pace {
  /** The number of the last patches, and when they were said (ms since 1970). */
  #patches = 0;
  #saidAt = 0;
  #acknowledged = 0;
  #opened = false;

  /** The last frame that was acknowledged; 0: none yet. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** When it was last told what changed (ms since 1970). */
  get saidAt(): number {
    return this.#saidAt;
  }

  /** Whether somebody waits for what was just opened there. */
  get isWaitedFor(): boolean {
    return this.#opened;
  }

  /** What it was told is not on its screen yet. */
  get isPainting(): boolean {
    return this.#acknowledged < this.#patches;
  }

  /** Something was opened, or the tab came into sight: it gets patches though the last are still being painted. */
  opened(): void {
    this.#opened = true;
  }

  /** Patches were said as frame `n`. */
  said(n: number, now: number): void {
    this.#patches = n;
    this.#saidAt = now;
  }

  /** The tab has dealt with everything up to frame `n`, patches are painted. */
  heard(n: number): void {
    this.#acknowledged = Math.max(this.#acknowledged, n);
  }

  /** @returns ms until it may be told more, its turn aside; 0: now; infinite: it says so itself, by an acknowledgement */
  wait(now: number, visible: boolean): number {
    if (this.#opened) return 0;
    if (this.isPainting) return Number.POSITIVE_INFINITY;
    const rest = visible ? 0 : this.#saidAt + WHILE_HIDDEN - now;
    // A clock that was set back must not silence it.
    return rest > 0 && rest <= WHILE_HIDDEN ? rest : 0;
  }

  /** It was looked after: what was opened has been told, or will be when it is known. */
  told(): void {
    this.#opened = false;
  }
}
