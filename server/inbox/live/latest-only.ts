/**
 * Of several wishes that replace each other, the last one always comes true, and few of the others: somebody who leafs
 * through a list says at every row what they look at. While one is being worked on, or too many were, the newest waits
 * in the place of those before it.
 */
import type { Limit } from '../../platform/limits/limiter.ts';

/** How soon a wish that came too often is tried again (ms): what it shows is of no use to anybody sooner. */
const AGAIN = 500;

interface Place<W> {
  next: { wish: W } | null;
  running: boolean;
}

export class LatestOnly<W> {
  readonly #limit: Limit;
  readonly #again: number;
  readonly #places = new Map<string, Place<W>>();

  /** @param limit how often anything is done for one owner; @param again ms */
  constructor(limit: Limit, again: number = AGAIN) {
    this.#limit = limit;
    this.#again = again;
  }

  /**
   * @param owner whose limit it is, and what `forget` names
   * @param about wishes about the same thing replace each other
   * @param work rejections are reported by `failed`; the place goes on
   */
  make(
    owner: string,
    about: string | number,
    wish: W,
    work: (wish: W) => Promise<void>,
    failed: (error: unknown) => void,
  ): void {
    const key = `${owner} ${about}`;
    const place = this.#places.get(key) ?? { next: null, running: false };
    place.next = { wish };
    this.#places.set(key, place);
    if (place.running) return;
    place.running = true;
    void this.#run(owner, key, place, work).catch(failed);
  }

  /** Wishes of somebody who is gone are not worked on any more. */
  forget(owner: string): void {
    for (const [key, place] of this.#places) {
      if (!key.startsWith(`${owner} `)) continue;
      place.next = null;
      this.#places.delete(key);
    }
  }

  async #run(owner: string, key: string, place: Place<W>, work: (wish: W) => Promise<void>): Promise<void> {
    try {
      while (place.next) {
        if (!(await this.#limit.allows(owner))) {
          await new Promise<void>((resolve) => setTimeout(resolve, this.#again).unref());
          continue;
        }
        const taken: { wish: W } | null = place.next;
        place.next = null;
        if (taken) await work(taken.wish);
      }
    } finally {
      place.running = false;
      if (this.#places.get(key) === place && !place.next) this.#places.delete(key);
    }
  }
}
