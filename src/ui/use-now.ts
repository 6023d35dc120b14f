/** One shared clock for every relative time on the screen, so that rows tick together and cost one timer. */
import { useSyncExternalStore } from 'react';

const TICK = 15_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    now = Date.now();
    timer = setInterval(tick, TICK);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
}

/** The present in ms since 1970, renewed every 15 s. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
