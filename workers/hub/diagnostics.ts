/** What went wrong in this hub, the last of it, and what could not be stored: for the diagnostics panel. */
import type { Clock } from './platform/platform.ts';
import type { Diagnostic } from './surface/inspection.ts';
import type { Stored } from './user/user-host.ts';

const KEPT = 100;

/** What the diagnostics panel shows of this hub's failures. */
export class Diagnostics {
  readonly #clock: Clock;
  readonly #records: Diagnostic[] = [];
  readonly #inMemory: Set<Stored>;

  /** @param storage whether this browser has any */
  constructor(clock: Clock, storage: boolean) {
    this.#clock = clock;
    this.#inMemory = new Set(storage ? [] : ['log', 'work']);
  }

  /** Oldest first. */
  get records(): Diagnostic[] {
    return [...this.#records];
  }
  /** Whether this lives in memory only. */
  inMemory(what: Stored): boolean {
    return this.#inMemory.has(what);
  }

  add(record: Diagnostic): void {
    this.#records.push(record);
    if (this.#records.length > KEPT) this.#records.shift();
  }
  /** Something of the hub itself. */
  note(kind: Diagnostic['kind'], text: string): void {
    this.add({ at: this.#clock.now(), botId: 0, kind, text });
  }
  /** From here on this lives in memory only. */
  storageFailed(error: unknown, what: Stored): void {
    console.error('storage', what, error);
    this.#inMemory.add(what);
    this.note('storage', error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
  /** Somebody else signs in: storage is tried again. */
  storageMayWork(): void {
    this.#inMemory.clear();
  }
}
