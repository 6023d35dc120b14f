/** What everybody asks a database with, whichever engine answers. */
import type { Sql } from 'sql-template-tag';

/** A row of which nothing is read but that it is there. */
export type NoColumns = Record<never, never>;

/** Anything that answers SQL: the database itself, or a transaction. Write queries against this. */
export interface Queryable {
  /**
   * Runs one statement and returns its rows. Throws `DatabaseError` when the engine refuses it.
   * The type of a row is compared with what the statement answers over the migrated schema by
   * tests/typed-rows (docs/decisions/0036-typed-rows.md).
   * @param often of every message, and as good with one plan for all values: a real server parses it once a connection
   */
  query<T extends object = NoColumns>(statement: Sql, often?: 'often'): Promise<T[]>;
}

/** An open transaction; useless (throws `DatabaseMisuse`) once its work has returned. */
export interface Transaction extends Queryable {
  /**
   * Runs `callback` after a successful commit, in the order of registration; never after a rollback.
   * An error of a callback is logged, not thrown.
   */
  afterCommit(callback: () => void): void;
  /**
   * Runs `callback` once the work has returned, as the transaction's last statements, in the order of registration:
   * for locks that every writer wants. What it throws rolls everything back.
   */
  beforeCommit(callback: () => Promise<void>): void;
  /** Several statements without parameters and without rows. For migrations. */
  script(text: string): Promise<void>;
}

export interface TransactionOptions {
  /** Default 'read committed'. */
  isolation?: 'read committed' | 'repeatable read' | undefined;
  readOnly?: boolean | undefined;
  /** How often the whole work is run again after a serialization failure or deadlock. Default 0. */
  retries?: number | undefined;
}

export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres';
  /**
   * Runs `work` in a transaction: commits when it returns, rolls back when it throws (and rethrows).
   * Inside it use only `tx`: using the database itself throws `DatabaseMisuse`, because with the one
   * embedded connection it would wait for itself for ever.
   */
  transaction<R>(work: (tx: Transaction) => Promise<R>, options?: TransactionOptions): Promise<R>;
  /** Several reads that see one state: repeatable read, read only. */
  snapshot<R>(work: (tx: Queryable) => Promise<R>): Promise<R>;
  /**
   * Health, on a way of its own, never behind what people ask. A real server answers on a connection kept for that
   * within `timeoutMs` (default 5,000). The embedded engine has one connection: what it answered to anybody within the
   * last seconds says that it lives; only when it was silent is it asked. Rejects otherwise.
   */
  ping(timeoutMs?: number): Promise<void>;
  /**
   * Called once when the embedded engine has died (every later call rejects with `DatabaseLost`): the process
   * should end. A real server that goes away is not the end; its pool connects again. Returns the unsubscriber.
   */
  onLost(listener: (error: Error) => void): () => void;
  /** Waits for what is running, then closes and releases the folder lock. Safe to call twice. */
  close(): Promise<void>;
}

/** Fits Fastify's and pino's loggers. */
export interface DatabaseLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Told how long each statement took, in seconds. */
export type ObserveStatement = (seconds: number) => void;
