/**
 * Turns: so many at once, and the waiting are let in by turns of their keys, not by who asked first. One key's hundred
 * waiting pieces of work delay another key's first one by a single piece, not by a hundred.
 */
interface Waiting {
  enter: () => void;
}

interface Lane {
  inside: number;
  waiting: Waiting[];
  /** When it was let in last, counted in turns; who has just come stands right before who was let in last. */
  turn: number;
}

export interface FairQueueOptions {
  /** How many are let in at once. */
  places: number;
  /** How many of one key; default: as many as there are places. */
  placesOf?: (key: string) => number;
}

export class FairQueue {
  readonly #places: number;
  readonly #placesOf: (key: string) => number;
  readonly #lanes = new Map<string, Lane>();
  #inside = 0;
  #turns = 0;

  constructor({ places, placesOf = () => places }: FairQueueOptions) {
    this.#places = places;
    this.#placesOf = placesOf;
  }

  /** Those of a key that are inside or wait. */
  count(key: string): number {
    const lane = this.#lanes.get(key);
    return lane ? lane.inside + lane.waiting.length : 0;
  }

  /**
   * Waits for a turn. @returns call it once when the work is done
   * @param signal who waits gives up: it rejects with the signal's reason. Who is inside stays.
   */
  enter(key: string, signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const lane = this.#lanes.get(key) ?? { inside: 0, waiting: [], turn: this.#turns - 0.5 };
      this.#lanes.set(key, lane);
      const waiting: Waiting = {
        enter: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(this.#leaver(key, lane));
        },
      };
      const giveUp = () => {
        const at = lane.waiting.indexOf(waiting);
        if (at < 0) return;
        lane.waiting.splice(at, 1);
        this.#forget(key, lane);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      lane.waiting.push(waiting);
      this.#letIn();
    });
  }

  /** Waits for a turn, works, and gives it back whatever comes of the work. */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const leave = await this.enter(key, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  #leaver(key: string, lane: Lane): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      lane.inside -= 1;
      this.#inside -= 1;
      this.#forget(key, lane);
      this.#letIn();
    };
  }

  #letIn(): void {
    while (this.#inside < this.#places) {
      const lane = this.#next();
      if (!lane) return;
      const waiting = lane.waiting.shift();
      lane.inside += 1;
      this.#inside += 1;
      this.#turns += 1;
      lane.turn = this.#turns;
      waiting?.enter();
    }
  }

  /** Of those who wait and have a place, the one whose last turn is longest ago. */
  #next(): Lane | null {
    let next: Lane | null = null;
    for (const [key, lane] of this.#lanes) {
      if (lane.waiting.length === 0 || lane.inside >= this.#placesOf(key)) continue;
      if (!next || lane.turn < next.turn) next = lane;
    }
    return next;
  }

  #forget(key: string, lane: Lane): void {
    if (lane.inside === 0 && lane.waiting.length === 0) this.#lanes.delete(key);
  }
}
