/** What was done from this tab a moment ago at once, as long as it can be brought back: macros, joined conversations. */
import { useSyncExternalStore } from 'react';

export interface Ran {
  id: string;
  /** What was done, as a sentence without its end. */
  text: string;
  /** Until when it is offered, ms. */
  until: number;
  /** Brings it back. @returns what is said of it then */
  undo: () => Promise<string>;
  /** What is said where that is refused. */
  failure: string;
}

let present: readonly Ran[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Ran[]): void {
  present = next;
  for (const listener of listeners) listener();
}

/** It can be brought back from now on. */
export function keepRan(ran: Ran): void {
  set([...present.filter(({ id }) => id !== ran.id), ran]);
}

/** It was brought back, or its time is over. */
export function dropRan(id: string): void {
  set(present.filter((ran) => ran.id !== id));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Those that can be brought back now. */
export const useRan = (): readonly Ran[] => useSyncExternalStore(subscribe, () => present);
