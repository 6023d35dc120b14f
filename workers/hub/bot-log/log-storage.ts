/**
 * The log's database, which may be deleted under us, hold what nobody can read, be of a newer format, be full, or be
 * held up by another connection. It is a cache: what is of no use is thrown away and started again from the present,
 * once; what fails again is left alone, and the log lives in memory.
 *
 *   run(work) ─ failed ─▶ delete ─▶ open ─▶ refill ─▶ renewed
 *      │                             └─ fails too, or again within a minute ─▶ failed: memory only
 *      └─ nobody answers: another connection holds it up ─▶ failed
 */
import { Dexie } from 'dexie';
import { inTime, NoAnswer } from '../platform/in-time.ts';
import type { Clock, HubStorage } from '../platform/platform.ts';
import { type LogDatabase, openLogDatabase } from './log-database.ts';

/** A database that breaks twice within this time (ms) will break a third time. */
const NOT_AGAIN_WITHIN = 60_000;

interface LogStorageOptions {
  storage: HubStorage | null;
  clock: Clock;
  name: string;
  /** Writes the present into an empty database. */
  refill(database: LogDatabase): Promise<void>;
  /** What was stored was of no use and has been replaced. */
  renewed(error: unknown): void;
  /** Memory only from here on. Called at most once. */
  failed(error: unknown): void;
}

export class LogStorage {
  readonly #options: LogStorageOptions;
  #database: LogDatabase | null = null;
  /** Somebody deleted or upgraded it: what is there now is not what we wrote. */
  #taken = false;
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LogStorageOptions) {
    this.#options = options;
    if (options.storage) this.#database = this.#connect(options.storage);
  }

  /** There is a database to write to. */
  get usable(): boolean {
    return this.#database !== null;
  }

  /** @returns null without a database, or when the work failed: then everything of before is gone */
  async run<T>(work: (database: LogDatabase) => Promise<T>): Promise<T | null> {
    const database = this.#database;
    if (!database) return null;
    try {
      if (this.#taken) throw new Error('the database was deleted or upgraded by somebody else');
      if (!database.isOpen()) await inTime(this.#options.clock, database.open(), 'opening the log');
      return await work(database);
    } catch (error) {
      if (this.#database === database) await this.#renew(database, error);
      return null;
    }
  }

  close(): void {
    this.#database?.close();
    this.#database = null;
  }

  #connect(storage: HubStorage): LogDatabase {
    const database = openLogDatabase(storage, this.#options.name);
    const taken = () => {
      if (this.#database === database) this.#taken = true;
    };
    database.on('versionchange', taken);
    database.on('close', taken);
    return database;
  }

  async #renew(broken: LogDatabase, error: unknown): Promise<void> {
    const { clock, storage } = this.#options;
    // Who holds up its opening holds up its deletion too.
    const hopeless = error instanceof NoAnswer || clock.now() - this.#renewedAt < NOT_AGAIN_WITHIN;
    this.#renewedAt = clock.now();
    let fresh: LogDatabase | null = null;
    try {
      if (storage && !hopeless) fresh = await this.#startAnew(storage, broken);
    } catch (second) {
      console.warn('the log could not be started again', second);
    }
    broken.close();
    if (this.#database !== broken) {
      if (fresh) await inTime(clock, fresh.delete(), 'deleting the log').catch(warnOfDeletion);
      return;
    }
    this.#database = fresh;
    this.#taken = false;
    if (fresh) this.#options.renewed(error);
    else this.#options.failed(error);
  }

  /** @returns null when it was let go meanwhile: what would be made now would outlive the session */
  async #startAnew(storage: HubStorage, broken: LogDatabase): Promise<LogDatabase | null> {
    const { clock, name, refill } = this.#options;
    broken.close();
    await inTime(clock, new Dexie(name, storage).delete(), 'deleting the log');
    if (this.#database !== broken) return null;
    const fresh = this.#connect(storage);
    try {
      await inTime(clock, fresh.open(), 'opening the log again');
      await refill(fresh);
      return fresh;
    } catch (error) {
      fresh.close();
      throw error;
    }
  }
}

const warnOfDeletion = (error: unknown) => console.warn('a log was not deleted', error);
