/**
 * Durable jobs over the `jobs` table: timers and whatever must survive a restart and take effect once, however many
 * processes run. A job is scheduled in the transaction of the change that wants it.
 *
 *   waiting ──claim (skip locked, lease)──▶ held ──handler's transaction deletes the row──▶ gone
 *      ▲                                      │ handler threw: backoff
 *      └──────────────────────────────────────┘ process died: the lease runs out
 *
 * Scheduling the same key again, even while a handler runs, gives the row a new id: the old run no longer matches it.
 */
import type { Queryable, Transaction } from '../database/database.ts';

export interface JobDraft {
  kind: string;
  /** At most one waiting job per key; scheduling again moves it and replaces its payload. */
  key: string;
  runAt: Date;
  /** JSON. */
  payload?: unknown;
}

export interface Job {
  id: string;
  kind: string;
  key: string;
  runAt: string;
  /** As scheduled; the handler parses it with its schema. */
  payload: unknown;
  /** 1 on the first run. */
  attempts: number;
}

export interface Jobs {
  schedule(tx: Transaction, draft: JobDraft): Promise<void>;
  /** Forgets the waiting job of a key; false when there is none. A run that already committed is not undone. */
  cancel(tx: Queryable, key: string): Promise<boolean>;
  /**
   * Runs inside a transaction that also removes the job, so its effect happens exactly once. Throwing rolls back
   * and retries with backoff. Keep it short: no network.
   */
  handle(kind: string, work: (tx: Transaction, job: Job) => Promise<void>): void;
  /**
   * Outside any transaction, for what takes long: at least once, so it must bear repetition. Several run at once, of one
   * kind and bot (`payload.bot_id`) two; those inside of transactions never wait for them.
   */
  handleOutside(kind: string, work: (job: Job) => Promise<void>): void;
  /** Runs everything that is due now, and what becomes due by it; answers how many runs. For tests and tools. */
  runDue(): Promise<number>;
  /** Begins to look for due jobs. */
  start(): void;
  /** Claims nothing more and waits for what runs. */
  stop(): Promise<void>;
}
