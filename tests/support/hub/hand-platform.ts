/** A platform driven by hand: time passes when a test says so, locks and channels live in one process. */
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type {
  Clock,
  HubChannel,
  HubLocks,
  HubStorage,
  StreamPort,
  Timer,
} from '../../../workers/hub/platform/platform.ts';

export class HandClock implements Clock {
  #now: number;
  #timers: { at: number; id: number; run: () => void; owner: string }[] = [];
  #ids = 0;

  constructor(now: number) {
    this.#now = now;
  }
  now(): number {
    return this.#now;
  }
  setTimeout(run: () => void, ms: number, owner = ''): Timer {
    this.#ids += 1;
    this.#timers.push({ at: this.#now + ms, id: this.#ids, run, owner });
    return this.#ids;
  }
  /** The same clock, with timers that die with their owner. */
  of(owner: string): Clock {
    return {
      now: () => this.#now,
      setTimeout: (run, ms) => this.setTimeout(run, ms, owner),
      clearTimeout: (timer) => this.clearTimeout(timer),
    };
  }
  kill(owner: string): void {
    this.#timers = this.#timers.filter((timer) => timer.owner !== owner);
  }
  clearTimeout(timer: Timer): void {
    this.#timers = this.#timers.filter(({ id }) => id !== timer);
  }
  /** Time passes; what falls due runs at its time. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at || a.id - b.id)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = end;
  }
  /** Somebody corrects the clock; timers go by the time that passes, not by what it shows. */
  setBack(ms: number): void {
    this.#now -= ms;
    this.#timers = this.#timers.map((timer) => ({ ...timer, at: timer.at - ms }));
  }
  /** The machine sleeps: time passes, nothing runs; then everything that is due runs late. */
  sleep(ms: number): void {
    this.#now += ms;
    this.pass(0);
  }
}

/** Web Locks of one origin. `kill(holder)` is the death of a page or worker: its locks are freed. */
export class HandLocks {
  readonly #queues = new Map<string, { owner: string; grant: () => void; held: boolean }[]>();

  of(owner: string): HubLocks {
    return {
      request: (name, { signal, ifAvailable }, hold) =>
        ifAvailable && (this.#queues.get(name) ?? []).length > 0
          ? hold(null)
          : this.#request(owner, name, signal, () => hold({ name })),
    };
  }

  kill(owner: string): void {
    for (const [name, queue] of this.#queues) {
      this.#queues.set(
        name,
        queue.filter((entry) => entry.owner !== owner),
      );
      this.#next(name);
    }
  }

  #request(owner: string, name: string, signal: AbortSignal | undefined, hold: () => Promise<unknown>) {
    return new Promise<unknown>((resolve, reject) => {
      const queue = this.#queues.get(name) ?? [];
      this.#queues.set(name, queue);
      const leave = () => {
        const now = this.#queues.get(name) ?? [];
        this.#queues.set(
          name,
          now.filter((other) => other !== entry),
        );
        this.#next(name);
      };
      const entry = {
        owner,
        held: false,
        grant: () => {
          hold().then(resolve, reject).finally(leave);
        },
      };
      queue.push(entry);
      signal?.addEventListener('abort', () => {
        if (entry.held) return;
        leave();
        reject(new DOMException('aborted', 'AbortError'));
      });
      queueMicrotask(() => this.#next(name));
    });
  }

  #next(name: string): void {
    const first = this.#queues.get(name)?.[0];
    if (!first || first.held) return;
    first.held = true;
    first.grant();
  }
}

/** A BroadcastChannel between hubs. */
export class HandChannel {
  readonly #ends: ((message: unknown) => void)[] = [];
  open(): HubChannel {
    const own: ((message: unknown) => void)[] = [];
    const hear = (message: unknown) => {
      for (const each of own) each(message);
    };
    this.#ends.push(hear);
    return {
      post: (message) => {
        for (const each of this.#ends)
          if (each !== hear) queueMicrotask(() => each(structuredClone(message)));
      },
      listen: (listener) => own.push(listener),
    };
  }
}

/** Two ends of a stream; messages are cloned, as ports do. */
export function portPair(): { hub: StreamPort; tab: StreamPort } {
  const listeners: Record<'hub' | 'tab', ((message: unknown) => void)[]> = { hub: [], tab: [] };
  let open = true;
  const end = (own: 'hub' | 'tab', other: 'hub' | 'tab'): StreamPort => ({
    postMessage: (message) => {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => {
        if (open) for (const hear of listeners[other]) hear(copy);
      });
    },
    onMessage: (hear) => listeners[own].push(hear),
    close: () => {
      open = false;
    },
  });
  return { hub: end('hub', 'tab'), tab: end('tab', 'hub') };
}

/** An empty disk. */
export const emptyDisk = (): HubStorage => ({
  indexedDB: new IDBFactory(),
  IDBKeyRange,
  dexie: async () => Dexie,
});

/** Lets promises and the fake disk run; no hub time passes. */
export async function breathe(turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
