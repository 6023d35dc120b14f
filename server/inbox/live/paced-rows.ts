/**
 * Rows of one bot on their way to its rooms. Telling two hundred sockets of one message costs the process some
 * milliseconds, whatever the message says: who tells rests in proportion, and what comes meanwhile goes with the next.
 *
 *   row ─▶ told at once ─▶ rest (seven times as long as telling took) ─▶ what came meanwhile, as one ─▶ rest ─▶ …
 *
 * With a few sockets a rest is shorter than the next row takes to come, and nothing ever waits.
 */
import type { LogRow } from '../../platform/log-row.ts';

/** Rest for each part of telling: a bot's news never take more than an eighth of the process. */
const REST = 7;
/** Nobody waits longer for what was committed. Milliseconds. */
export const LONGEST_REST = 100;

/** What it needs of the world. Milliseconds. */
export interface PacePorts {
  send(rows: LogRow[]): void;
  now(): number;
  /** Calls once, so much later. @returns what calls it off */
  later(ms: number, work: () => void): () => void;
}

/** Timers and the clock of this process. */
export const REAL_PACE: Omit<PacePorts, 'send'> = {
  now: () => performance.now(),
  later: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

export class PacedRows {
  readonly #ports: PacePorts;
  #waiting: LogRow[] = [];
  #restsUntil = Number.NEGATIVE_INFINITY;
  #callOff: (() => void) | null = null;

  constructor(ports: PacePorts) {
    this.#ports = ports;
  }

  /** These come next. */
  add(rows: readonly LogRow[]): void {
    for (const row of rows) this.#waiting.push(row);
    if (this.#callOff) return;
    const rest = this.#restsUntil - this.#ports.now();
    if (rest <= 0) this.tellNow();
    else this.#callOff = this.#ports.later(rest, () => this.tellNow());
  }

  /** What waits goes now: something is about to be said that comes after it. */
  tellNow(): void {
    this.stop();
    if (this.#waiting.length === 0) return;
    const rows = this.#waiting;
    this.#waiting = [];
    const began = this.#ports.now();
    this.#ports.send(rows);
    const ended = this.#ports.now();
    this.#restsUntil = ended + Math.min(LONGEST_REST, (ended - began) * REST);
  }

  /** Tells nothing more by itself. */
  stop(): void {
    this.#callOff?.();
    this.#callOff = null;
  }
}
