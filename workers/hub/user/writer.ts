/** Socket, log and outbox have one writer per person, however many builds are open: the one that has the lock. */
import { writerLock } from '../../shared/lock-names.ts';
import type { HubLocks } from '../platform/platform.ts';

/** The lock that lets one hub of a person write. */
export class Writer {
  readonly #locks: HubLocks;
  readonly #uid: string;
  readonly #wait = new AbortController();
  #writing = false;
  #release: (() => void) | null = null;

  constructor(locks: HubLocks, uid: string) {
    this.#locks = locks;
    this.#uid = uid;
  }

  /** The lock is held: this hub may connect, log and send. */
  get writing(): boolean {
    return this.#writing;
  }

  /** Waits for the lock. @param began runs when it is held */
  take(began: () => void): void {
    this.#locks
      .request(writerLock(this.#uid), { signal: this.#wait.signal }, () => {
        if (this.#wait.signal.aborted) return Promise.resolve();
        this.#writing = true;
        began();
        return new Promise<void>((release) => {
          this.#release = release;
        });
      })
      .catch((error: unknown) => {
        if (!this.#wait.signal.aborted) console.error('writer lock', error);
      });
  }

  /** Writes no more, and waits no more; a lock that is held stays held until `letGo`. */
  stop(): void {
    this.#wait.abort();
    this.#writing = false;
  }

  /** Another hub of this person may write. */
  letGo(): void {
    this.stop();
    this.#release?.();
  }
}
