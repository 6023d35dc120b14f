/** What both engines share: transactions, callbacks after commit, misuse checks, decoding. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from 'sql-template-tag';
import { FairQueue } from '../fair-queue.ts';
import { workAtHand } from '../request-scope.ts';
import { DatabaseLost, DatabaseMisuse, isCancelled, isRetryable } from './database-error.ts';
import { decodeRows } from './decode.ts';
import { toText } from './parameters.ts';
import type { RawResult } from './pglite-messages.ts';
import type { Database, DatabaseLog, ObserveStatement, Transaction, TransactionOptions } from './ports.ts';
import { Sending } from './sending.ts';

/** One connection, held by one user at a time. */
export interface Connection {
  /**
   * Statements are carried out in the order of the calls, also when the next is asked for before the answer to the one
   * before: those travel together. Rejects with `DatabaseError` (refused) or `DatabaseLost` (gone).
   */
  run(text: string, values: (string | null)[], often?: 'often'): Promise<RawResult>;
  script(text: string): Promise<void>;
  /** Ends the statement that runs, which then rejects with 57014; nothing where the engine can't. */
  cancel(): Promise<void>;
  /** Gives the connection back; `broken` when its state is unknown. */
  release(broken: boolean): void;
}

export interface Engine {
  readonly kind: Database['kind'];
  /** How many connections it has. */
  readonly connections: number;
  /** A connection; no more are asked for at a time than there are. @param forPerson one statement has less time */
  acquire(forPerson: boolean): Promise<Connection>;
  /** Resolves when it is well, on a way of its own: it does not wait behind what people ask. */
  isWell(timeoutMs: number): Promise<void>;
  /** Ends; nobody holds or asks for a connection any more. */
  close(): Promise<void>;
  onLost(listener: (error: Error) => void): () => void;
}

/** A transaction longer than this is reported: with the embedded engine all others wait for it. Milliseconds. */
const LONG_TRANSACTION = 10_000;

function beginText(options: TransactionOptions): string {
  const isolation = options.isolation === 'repeatable read' ? 'repeatable read' : 'read committed';
  return `begin isolation level ${isolation}${options.readOnly ? ' read only' : ''}`;
}

/** Slower statements are named in the log, without their values. Milliseconds. */
const SLOW_STATEMENT = 500;

/** The same connection; how long each statement takes is measured, and slow ones are logged. */
function timed(connection: Connection, log: DatabaseLog, observe: ObserveStatement): Connection {
  return {
    script: (text) => connection.script(text),
    cancel: () => connection.cancel(),
    release: (broken) => connection.release(broken),
    async run(text, values, often) {
      const started = performance.now();
      try {
        return await connection.run(text, values, often);
      } finally {
        const ms = performance.now() - started;
        observe(ms / 1000);
        if (ms >= SLOW_STATEMENT)
          log.warn(
            { ms: Math.round(ms), statement: text.replace(/\s+/g, ' ').slice(0, 500) },
            'a slow statement',
          );
      }
    },
  };
}

/** The same connection; once its caller is gone it begins nothing more but the end of what it began. */
function waitedFor(connection: Connection, gone: AbortSignal | undefined): Connection {
  if (!gone) return connection;
  return {
    ...connection,
    async run(text, values, often) {
      if (text !== 'rollback') gone.throwIfAborted();
      return connection.run(text, values, often);
    },
  };
}

/** A statement that changes nothing. */
const READS = /^\s*select\b/i;

/** One person has at most this part of the connections. */
const PERSONS_SHARE = 3;

/** A `worker` of request-scope.ts that is a person or a stranger, not a bot's customers nor the server itself. */
const isPerson = (worker: string) => worker.startsWith('u:') || worker.startsWith('a:');

/** Rejects when the work takes longer. */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseLost(`The database did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Builds the public interface over an engine. */
export function createDatabase(
  engine: Engine,
  log: DatabaseLog,
  observe: ObserveStatement = () => undefined,
): Database {
  const scope = new AsyncLocalStorage<{ open: boolean }>();
  let closing: Promise<void> | undefined;
  let users = 0;
  let drained: (() => void) | undefined;

  // Who asks a hundred times waits behind themselves: connections go round by whom the work is for.
  const most = engine.connections;
  const turns = new FairQueue({
    places: most,
    placesOf: (worker) => (isPerson(worker) ? Math.max(1, Math.floor(most / PERSONS_SHARE)) : most),
  });

  /**
   * Takes a connection for as long as `use` runs; `use` says when its state is unknown afterwards.
   * @param reads it changes nothing: it ends when its caller is gone, waiting or (where the engine can) running
   */
  async function withConnection<R>(
    use: (connection: Connection, spoil: () => void) => Promise<R>,
    reads: boolean,
  ): Promise<R> {
    users += 1;
    const { worker, gone } = workAtHand();
    const signal = reads ? gone : undefined;
    let leave: (() => void) | undefined;
    try {
      leave = await turns.enter(worker, signal);
      const connection = waitedFor(timed(await engine.acquire(isPerson(worker)), log, observe), signal);
      let broken = false;
      let cancelling: Promise<void> | undefined;
      const cancel = () => {
        cancelling = connection.cancel().catch((error: unknown) => {
          log.warn({ err: error }, 'a statement that nobody waits for could not be cancelled');
        });
      };
      try {
        signal?.addEventListener('abort', cancel, { once: true });
        return await use(connection, () => {
          broken = true;
        });
      } catch (error) {
        broken ||= error instanceof DatabaseLost;
        throw isCancelled(error) && signal?.aborted ? signal.reason : error;
      } finally {
        signal?.removeEventListener('abort', cancel);
        // A cancellation on its way must not meet the next one's statement.
        await cancelling;
        connection.release(broken);
      }
    } finally {
      leave?.();
      users -= 1;
      if (users === 0) drained?.();
    }
  }

  async function close(): Promise<void> {
    if (users > 0) {
      await new Promise<void>((resolve) => {
        drained = resolve;
      });
    }
    await engine.close();
  }

  function check(): void {
    if (closing) throw new DatabaseMisuse('The database is closed');
    if (scope.getStore()?.open) {
      throw new DatabaseMisuse(
        'Inside a transaction use its `tx`; the database itself would wait for it for ever',
      );
    }
  }

  async function query<T extends object>(statement: Sql, often?: 'often'): Promise<T[]> {
    check();
    const values = statement.values.map(toText);
    const result = await withConnection(
      (connection) => connection.run(statement.text, values, often),
      READS.test(statement.text),
    );
    return decodeRows<T>(result);
  }

  async function attempt<R>(
    work: (tx: Transaction) => Promise<R>,
    options: TransactionOptions,
    connection: Connection,
    spoil: () => void,
  ): Promise<{ result: R; callbacks: (() => void)[] }> {
    const state = { open: true };
    const callbacks: (() => void)[] = [];
    const lastSteps: (() => Promise<void>)[] = [];
    const started = performance.now();
    const sending = new Sending(connection.run(beginText(options), []));
    const checkOpen = () => {
      if (!state.open) throw new DatabaseMisuse('The transaction has ended; a query of it was not awaited');
    };
    const tx: Transaction = {
      async query<T extends object>(statement: Sql, often?: 'often'): Promise<T[]> {
        checkOpen();
        const values = statement.values.map(toText);
        const { text } = statement;
        return decodeRows<T>(await sending.send(() => connection.run(text, values, often), READS.test(text)));
      },
      async script(text) {
        checkOpen();
        await sending.send(() => connection.script(text), false);
      },
      afterCommit(callback) {
        checkOpen();
        callbacks.push(callback);
      },
      beforeCommit(callback) {
        checkOpen();
        lastSteps.push(callback);
      },
    };
    const workWithLastSteps = async () => {
      const made = await work(tx);
      for (const step of lastSteps) await step();
      return made;
    };
    const timer = setTimeout(() => {
      log.warn({ ms: LONG_TRANSACTION }, 'a database transaction is open for long');
    }, LONG_TRANSACTION);
    timer.unref();
    let result: R;
    try {
      try {
        result = await scope.run(state, workWithLastSteps);
      } finally {
        state.open = false;
        await sending.done();
      }
      await sending.begun;
      const { tag } = await connection.run('commit', []);
      if (tag !== 'COMMIT') {
        throw new DatabaseMisuse(
          'A statement failed, its error was swallowed, and so the commit rolled back',
        );
      }
    } catch (error) {
      if (!(error instanceof DatabaseLost)) {
        await connection.run('rollback', []).catch((failure: unknown) => {
          spoil();
          log.error({ err: failure }, 'a database transaction could not be rolled back');
        });
      }
      throw error;
    } finally {
      clearTimeout(timer);
      const ms = Math.round(performance.now() - started);
      if (ms >= LONG_TRANSACTION) log.warn({ ms }, 'a long database transaction has ended');
    }
    return { result, callbacks };
  }

  function runAll(callbacks: (() => void)[]): void {
    for (const callback of callbacks) {
      try {
        callback();
      } catch (error) {
        log.error({ err: error }, 'a callback after commit failed');
      }
    }
  }

  async function transaction<R>(
    work: (tx: Transaction) => Promise<R>,
    options: TransactionOptions = {},
  ): Promise<R> {
    check();
    for (let left = options.retries ?? 0; ; left -= 1) {
      try {
        const { result, callbacks } = await withConnection(
          (connection, spoil) => attempt(work, options, connection, spoil),
          options.readOnly === true,
        );
        runAll(callbacks);
        return result;
      } catch (error) {
        if (left <= 0 || !isRetryable(error)) throw error;
        // A little apart, so that two that collided do not collide again in step.
        await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
      }
    }
  }

  return {
    kind: engine.kind,
    query,
    transaction,
    snapshot: (work) => transaction(work, { isolation: 'repeatable read', readOnly: true }),
    async ping(timeoutMs = 5_000) {
      check();
      await engine.isWell(timeoutMs);
    },
    onLost: (listener) => engine.onLost(listener),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
