/** Waiting with an end: storage that another connection blocks never answers at all. */
import type { Clock, Timer } from './platform.ts';

/** Opening or deleting a database takes milliseconds; somebody who holds it up this long (ms) may never let go. */
const STORAGE_PATIENCE = 5_000;

/** Nobody answered: asking in another way won't help. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** @throws NoAnswer when `work` has not settled in time; its own rejection otherwise */
export function inTime<T>(clock: Clock, work: PromiseLike<T>, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: Timer;
    const wait = () => {
      const due = clock.now() + STORAGE_PATIENCE;
      timer = clock.setTimeout(() => {
        // Far too late: the machine slept, and the storage with it. Its answer comes behind this timer.
        if (clock.now() - due >= STORAGE_PATIENCE) wait();
        else reject(new NoAnswer(`${what}: no answer within ${STORAGE_PATIENCE} ms`));
      }, STORAGE_PATIENCE);
    };
    wait();
    const settled = () => clock.clearTimeout(timer);
    work.then(
      (value) => {
        settled();
        resolve(value);
      },
      (error: unknown) => {
        settled();
        reject(error);
      },
    );
  });
}
