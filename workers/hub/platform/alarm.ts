/** One timer at a time, by the platform's clock: setting it again moves it. */
import type { Clock, Timer } from './platform.ts';

/** One timer that is set again and again. */
export class Alarm {
  readonly #clock: Clock;
  #timer: Timer | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isSet(): boolean {
    return this.#timer !== null;
  }

  /** Runs it after so many ms, in place of what the alarm was set to before. */
  set(ms: number, run: () => void): void {
    this.off();
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = null;
      run();
    }, ms);
  }

  /** The same, unless it is set already. */
  setOnce(ms: number, run: () => void): void {
    if (!this.isSet) this.set(ms, run);
  }

  off(): void {
    if (this.#timer !== null) this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
  }
}
