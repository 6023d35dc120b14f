/**
 * The log's database, which may be deleted under us, hold what nobody can read, be of a newer format, be full, or be
 * held up by another connection. It is a cache: what is of no use is thrown away and started again from the present,
 * once; what fails again is left alone, and the log lives in memory.
 *
 *   run(work) ─ failed ─▶ delete ─▶ open ─▶ refill ─▶ renewed
 *      │                             └─ fails too, or again within a minute ─▶ failed: memory only
 *      └─ nobody answers: another connection holds it up ─▶ failed
 */
import type { Dexie } from 'dexie';
import { DatabaseHandle, databaseNames, databaseOf } from '../platform/database.ts';
import { inTime, NoAnswer } from '../platform/in-time.ts';
import type { Clock, HubStorage } from '../platform/platform.ts';
import { type LogDatabase, logDatabase } from './log-database.ts';

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

/** The database of one log, replaced when it breaks and given up when it breaks again. */
export class LogStorage {
  readonly #options: LogStorageOptions;
  /** Null: memory only. */
  #connection: DatabaseHandle<LogDatabase> | null = null;
  /** Somebody deleted or upgraded it: what is there now is not what we wrote. */
  #taken = false;
  #renewedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LogStorageOptions) {
    this.#options = options;
    if (options.storage) this.#connection = this.#connect(options.storage);
  }

  /** There is a database to write to. */
  get usable(): boolean {
    return this.#connection !== null;
  }

  /**
   * As `run`, of a database that may not be there yet: then nobody waits for the library to read nothing.
   * @param nothing what an empty database leads to
   */
  async read<T>(work: (database: LogDatabase) => Promise<T>, nothing: T): Promise<T | null> {
    return (await this.#isNew()) ? nothing : this.run(work);
  }

  /** @returns null without a database, or when the work failed: then everything of before is gone */
  async run<T>(work: (database: LogDatabase) => Promise<T>): Promise<T | null> {
    const connection = this.#connection;
    if (!connection) return null;
    try {
      if (this.#taken) throw new Error('the database was deleted or upgraded by somebody else');
      const database = await connection.get();
      if (!database.isOpen()) await inTime(this.#options.clock, database.open(), 'opening the log');
      return await work(database);
    } catch (error) {
      if (this.#connection === connection) await this.#renew(connection, error);
      return null;
    }
  }

  close(): void {
    this.#connection?.close();
    this.#connection = null;
  }

  /** Whether no such database exists: making one takes longer than to hear that there is none. */
  async #isNew(): Promise<boolean> {
    const { storage, name } = this.#options;
    if (!storage || !this.#connection) return false;
    try {
      return !(await databaseNames(storage)).includes(name);
    } catch (error) {
      console.warn('which databases there are is not known', error);
      return false;
    }
  }

  #connect(storage: HubStorage): DatabaseHandle<LogDatabase> {
    const connection = new DatabaseHandle(async () => {
      const database = await logDatabase(storage, this.#options.name);
      database.on('versionchange', taken);
      database.on('close', taken);
      return database;
    });
    const taken = () => {
      if (this.#connection === connection) this.#taken = true;
    };
    return connection;
  }

  async #renew(broken: DatabaseHandle<LogDatabase>, error: unknown): Promise<void> {
    const { clock, storage } = this.#options;
    // Who holds up its opening holds up its deletion too.
    const hopeless = error instanceof NoAnswer || clock.now() - this.#renewedAt < NOT_AGAIN_WITHIN;
    this.#renewedAt = clock.now();
    let fresh: DatabaseHandle<LogDatabase> | null = null;
    try {
      if (storage && !hopeless) fresh = await this.#startAgain(storage, broken);
    } catch (second) {
      console.warn('the log could not be started again', second);
    }
    broken.close();
    if (this.#connection !== broken) {
      if (fresh) await this.#delete(await fresh.get()).catch(warnOfDeletion);
      return;
    }
    this.#connection = fresh;
    this.#taken = false;
    if (fresh) this.#options.renewed(error);
    else this.#options.failed(error);
  }

  /** @returns null when it was let go meanwhile: what would be made now would outlive the session */
  async #startAgain(
    storage: HubStorage,
    broken: DatabaseHandle<LogDatabase>,
  ): Promise<DatabaseHandle<LogDatabase> | null> {
    const { clock, name, refill } = this.#options;
    broken.close();
    await this.#delete(await databaseOf(storage, name));
    if (this.#connection !== broken) return null;
    const fresh = this.#connect(storage);
    try {
      const database = await fresh.get();
      await inTime(clock, database.open(), 'opening the log again');
      await refill(database);
      return fresh;
    } catch (error) {
      fresh.close();
      throw error;
    }
  }

  #delete(database: Dexie): Promise<void> {
    return inTime(this.#options.clock, database.delete(), 'deleting the log');
  }
}

const warnOfDeletion = (error: unknown) => console.warn('a log was not deleted', error);
