/** How much one person's calls are worked on at a time, in this process. */
import { FairQueue } from '../fair-queue.ts';
import { workers, workFor } from '../request-scope.ts';
import { Refused } from './refused.ts';

/** Calls of one person that are worked on at once; further ones wait, and more than that are refused. */
export const CALLS_AT_ONCE = 8;
export const CALLS_WAITING = 120;

/** A browser with many tabs asks some dozens of things at once; a script that asks thousands waits for itself alone. */
export class PersonsCalls {
  readonly #turns = new FairQueue({ places: Number.POSITIVE_INFINITY, placesOf: () => CALLS_AT_ONCE });

  /** @throws Refused too_many, or what the work throws */
  async run<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const worker = workers.person(userId);
    workFor(worker);
    if (this.#turns.count(worker) >= CALLS_AT_ONCE + CALLS_WAITING)
      throw new Refused('too_many', { retryAfterSeconds: 1 });
    return this.#turns.run(worker, work);
  }
}
