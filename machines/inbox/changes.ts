/** Small things that every part of the fold needs. */
import type { Changes } from './inbox-state.ts';

/** Changes that say: nothing changed yet. A hub may pass one to many frames to merge what they change. */
export function noChanges(): Changes {
  return {
    counters: false,
    cards: new Set(),
    messages: new Set(),
    colleagues: false,
    lost: new Set(),
    fault: null,
  };
}

/** A frame that does not follow the last one: the caller must fetch what is missing first. */
export class GapError extends Error {
  override readonly name = 'GapError';
  readonly expected: number;
  readonly got: number;
  constructor(expected: number, got: number) {
    super(`expected event ${expected}, got ${got}`);
    this.expected = expected;
    this.got = got;
  }
}
