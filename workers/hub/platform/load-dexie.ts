/**
 * The library that opens databases, in a file of its own (`database.ts` says why). It is asked for when the worker
 * starts; a try that fails is made again, because without it what people write lives in memory only.
 */
import type { Dexie } from 'dexie';
import { LIMITS } from '../../../contract/limits.ts';
import type { Clock, HubStorage } from './platform.ts';

/** Before the second and the third try, ms. */
const PAUSES = [1_000, 4_000];

/** Begins to load it. @param load one try; the function returned answers everybody by the same tries */
export function dexieLoader(
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
  load: () => Promise<typeof Dexie>,
): HubStorage['dexie'] {
  const coming = inTries(clock, load);
  // Those who wait for it say what it means for them that it did not come.
  coming.catch((error: unknown) => console.error('the database library', error));
  return () => coming;
}

async function inTries(
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
  load: () => Promise<typeof Dexie>,
): Promise<typeof Dexie> {
  for (const pause of PAUSES) {
    try {
      return await within(clock, load);
    } catch (error) {
      console.warn('the database library did not come; it is asked for again', error);
    }
    await new Promise<void>((resolve) => clock.setTimeout(resolve, pause));
  }
  return within(clock, load);
}

/** @throws Error when nothing came within the limit of every part that is loaded late */
function within(
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
  load: () => Promise<typeof Dexie>,
): Promise<typeof Dexie> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(
      () => reject(new Error(`nothing came within ${LIMITS.chunkLoadTimeout} ms`)),
      LIMITS.chunkLoadTimeout,
    );
    load()
      .then(resolve, reject)
      .finally(() => clock.clearTimeout(timer));
  });
}
