/**
 * One shared clock for every relative time on the screen, so that rows tick together and cost one timer. What the server
 * stamped (messages, waits, windows of 24 h) is set against the server's present: this machine's clock may be wrong.
 */
import { useSyncExternalStore } from 'react';

const TICK = 15_000;
const listeners = new Set<() => void>();
/** A skew below this (ms) is what its measuring leaves open. */
const NOTICEABLE = 30_000;
let now = Date.now();
let skew = 0;
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

/** @param ahead this clock less the server's, ms; null: not known */
export function setClockSkew(ahead: number | null): void {
  const next = ahead !== null && Math.abs(ahead) > NOTICEABLE ? ahead : 0;
  if (next === skew) return;
  skew = next;
  tick();
}

/** The server's present in ms since 1970, renewed every 15 s: for ages of what the server stamped. */
export function useServerNow(): number {
  return useSyncExternalStore(subscribe, () => now - skew);
}

/** This machine's present in ms since 1970, renewed every 15 s: for what happened here. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
