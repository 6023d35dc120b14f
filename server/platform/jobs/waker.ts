/** Looks for due work: when somebody says that there is some, when the next falls due, and now and then regardless. */
import type { Logger } from '../log.ts';
import { inBackground } from '../request-scope.ts';

/** What other processes wrote is found at this interval at the latest; one's own is known at once. Milliseconds. */
export const POLL = 5_000;
/** Between two looks of which the first left something due. Milliseconds. */
const LEAST = 20;

interface Looking {
  log: Logger;
  /** What the log says of a look that failed. */
  failed: string;
  /** Works off what is due. @returns when the next falls due, in milliseconds from now; null: nothing waits */
  look(): Promise<number | null>;
}

export class Waker {
  readonly #looking: Looking;
  #timer: NodeJS.Timeout | undefined;
  #wakeAt = 0;
  #started = false;

  constructor(looking: Looking) {
    this.#looking = looking;
  }

  /** Begins to look, at once. */
  start(): void {
    this.#started = true;
    this.wakeIn(0);
  }

  /** Looks again after so many milliseconds, or earlier where that was asked for already. Before `start` it does nothing. */
  wakeIn(wait: number): void {
    if (!this.#started) return;
    const at = performance.now() + wait;
    if (this.#timer && this.#wakeAt <= at) return;
    clearTimeout(this.#timer);
    this.#wakeAt = at;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // The writer of what is due has nothing to do with working it off.
      void inBackground(() => this.#look());
    }, wait);
  }

  /** Looks no more; a look that runs goes on. */
  stop(): void {
    this.#started = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #look(): Promise<void> {
    const { log, failed, look } = this.#looking;
    let wait = POLL;
    try {
      const due = await look();
      if (due !== null) wait = Math.min(Math.max(due, LEAST), POLL);
    } catch (error) {
      log.error({ err: error }, failed);
    }
    this.wakeIn(wait);
  }
}
