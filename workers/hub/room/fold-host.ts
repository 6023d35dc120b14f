/**
 * Holds one bot's folded inbox and everything that waits for it: pages that were read ahead of it, collectors of the
 * frames that pass while a page is on its way, and the counters' past for a comparison at an exact number.
 */
import type { CounterMatrix } from '../../../contract/entities/counters.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { noChanges } from '../../../machines/inbox/changes.ts';
import { copyMatrix } from '../../../machines/inbox/counters.ts';
import { applyFrame, applyOnline } from '../../../machines/inbox/fold.ts';
import type { Changes, InboxState } from '../../../machines/inbox/inbox-state.ts';
import type { OwnFigures } from '../../../machines/inbox/own.ts';
import { firstOf, lastOf } from '../bot-log/segment-index.ts';

/** What the fold counted at a number. */
export interface PastCounters {
  seq: number;
  matrix: CounterMatrix;
  own: OwnFigures;
}

/** What passed while a page was on its way. */
export interface Collector {
  frames: LoggedFrame[];
  online: Map<string, boolean>;
  /** The counters at each number since the collector began; only when asked for. */
  matrices: PastCounters[] | null;
  stop(): void;
}

const countersOf = ({ seq, matrix, own }: InboxState): PastCounters => ({
  seq,
  matrix: copyMatrix(matrix),
  own: { ...own },
});

/** Rejection of those who waited for a fold that was replaced: ask again. */
export class FoldReplaced extends Error {
  override readonly name = 'FoldReplaced';
}

/** Holds the folded inbox of one bot and applies frames to it in order. */
export class FoldHost {
  #state: InboxState | null = null;
  #generation = 0;
  readonly #collectors = new Set<Collector>();
  #waiters: { seq: number; resolve: () => void; reject: (reason: Error) => void }[] = [];

  get state(): InboxState | null {
    return this.#state;
  }
  /** Counts the bases: an answer asked for under another one is of no use. */
  get generation(): number {
    return this.#generation;
  }

  /** A new base, or none (until the next): what waited for the old one is rejected and asks again. */
  replace(state: InboxState | null): void {
    this.#state = state;
    this.#generation += 1;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter.reject(new FoldReplaced());
    for (const collector of this.#collectors) {
      collector.frames = [];
      if (collector.matrices) collector.matrices = [];
    }
  }

  /**
   * Applies frames in order, skipping those that were applied before.
   * @returns the changes, the frames that were new, and how many frames stand before the first hole
   */
  apply(frames: readonly LoggedFrame[]): { changes: Changes; applied: LoggedFrame[]; upTo: number } {
    const changes = noChanges();
    const applied: LoggedFrame[] = [];
    const state = this.#state;
    let upTo = 0;
    if (!state) return { changes, applied, upTo };
    for (const frame of frames) {
      if (firstOf(frame) > state.seq + 1) break;
      upTo += 1;
      if (lastOf(frame) <= state.seq) continue;
      applyFrame(state, frame, changes);
      applied.push(frame);
      for (const collector of this.#collectors) {
        collector.frames.push(frame);
        collector.matrices?.push(countersOf(state));
      }
    }
    this.#settle(state.seq);
    return { changes, applied, upTo };
  }

  /** A live presence, which is not part of the log. */
  online(conversationId: string, isUserOnline: boolean): Changes {
    for (const collector of this.#collectors) collector.online.set(conversationId, isUserOnline);
    return this.#state ? applyOnline(this.#state, conversationId, isUserOnline) : noChanges();
  }

  /** Begins to gather what passes; `stop` it in a finally. */
  collect(withMatrices = false): Collector {
    const collector: Collector = {
      frames: [],
      online: new Map(),
      matrices: withMatrices ? (this.#state ? [countersOf(this.#state)] : []) : null,
      stop: () => this.#collectors.delete(collector),
    };
    this.#collectors.add(collector);
    return collector;
  }

  /** Resolves when the fold stands at `seq` or beyond. @throws FoldReplaced */
  reached(seq: number): Promise<void> {
    if (this.#state && this.#state.seq >= seq) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiters.push({ seq, resolve, reject }));
  }

  #settle(seq: number): void {
    if (this.#waiters.length === 0) return;
    const due = this.#waiters.filter((waiter) => waiter.seq <= seq);
    this.#waiters = this.#waiters.filter((waiter) => waiter.seq > seq);
    for (const waiter of due) waiter.resolve();
  }
}
