/** After failures in a row the other side is left alone for a while: a customer waits for its time-out no more than that often. */

const FAILURES = 3;
/** Milliseconds; each opening in a row doubles it. */
const PAUSE = 30_000;
const LONGEST_PAUSE = 15 * 60_000;

export class Breaker {
  readonly #now: () => number;
  #failures = 0;
  #openings = 0;
  #until = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether it may be asked; who asks says `worked` or `failed` then. */
  allows(): boolean {
    const now = this.#now();
    if (now < this.#until) return false;
    // One is let through to see whether it works again; the next ones wait for what it says, but not for ever.
    if (this.#failures >= FAILURES) this.#until = now + PAUSE;
    return true;
  }

  /** The other side answered: it is asked again as ever. */
  worked(): void {
    this.#failures = 0;
    this.#openings = 0;
    this.#until = 0;
  }

  /** @param pause it asks for, in milliseconds; null: none */
  failed(pause: number | null): void {
    this.#failures += 1;
    const own =
      this.#failures >= FAILURES ? Math.min(LONGEST_PAUSE, PAUSE * 2 ** Math.min(10, this.#openings++)) : 0;
    this.#until = Math.max(this.#until, this.#now() + Math.max(own, pause ?? 0));
  }
}
