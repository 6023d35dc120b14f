import { WHILE_HIDDEN } from './pace.ts';

/** Between two of many (ms): of a hundred each is told every five seconds. */
const LEAST = 50;

/**
 * Hidden tabs hear their figures one after the other, evenly over the time that each of them rests: told together, many
 * of them would stop whoever works in the one in sight, twice a second.
 */
export class HiddenTurns {
  /** When one was told last (ms since 1970). */
  #saidAt = 0;

  /** @param count hidden tabs. @returns ms until the next one may be told; 0: now */
  wait(now: number, count: number): number {
    const between = Math.max(WHILE_HIDDEN / Math.max(1, count), LEAST);
    const rest = this.#saidAt + between - now;
    // A clock that was set back must not silence them.
    return rest > 0 && rest <= between ? rest : 0;
  }

  /** One was told. */
  said(now: number): void {
    this.#saidAt = now;
  }
}
