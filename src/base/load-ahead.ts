/** Code of parts that will be wanted soon, fetched before they are. */
import { afterFirstContent } from './first-content.ts';

type Load<M> = () => Promise<M>;

/** Each is asked for once a page: even naming a part that is there has its price. */
const asked = new Set<Load<unknown>>();
const there = new Map<Load<unknown>, unknown>();

/**
 * Fetches parts one after the other, in the order in which they will be wanted; nobody waits. One that fails is asked
 * for again when it is wanted, and says so there.
 */
export function loadAhead(parts: readonly Load<unknown>[]): void {
  const fresh = parts.filter((load) => !asked.has(load));
  for (const load of fresh) asked.add(load);
  void inTurn(fresh);
}

/** The part, if it was loaded ahead and is there: it can be shown in the same frame. */
export function loadedAhead<M>(load: Load<M>): M | undefined {
  // What a function loads is what was stored under it.
  return there.get(load) as M | undefined;
}

async function inTurn(parts: readonly Load<unknown>[]): Promise<void> {
  await afterFirstContent();
  for (const load of parts) {
    try {
      there.set(load, await load());
    } catch (error) {
      console.warn('A part was not loaded ahead.', error);
    }
  }
}
