/** The macros that ran from this tab a moment ago, as long as what they did can be brought back. */
import { useSyncExternalStore } from 'react';
import type { MacroRun } from '../../../../contract/entities/macro.ts';

export interface Ran {
  run: MacroRun;
  /** Until when it is offered, ms. */
  until: number;
}

let present: readonly Ran[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Ran[]): void {
  present = next;
  for (const listener of listeners) listener();
}

/** It can be brought back from now on. */
export function keepRan(ran: Ran): void {
  set([...present.filter(({ run }) => run.id !== ran.run.id), ran]);
}

/** It was brought back, or its time is over. */
export function dropRan(id: string): void {
  set(present.filter(({ run }) => run.id !== id));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Those that can be brought back now. */
export const useRan = (): readonly Ran[] => useSyncExternalStore(subscribe, () => present);
