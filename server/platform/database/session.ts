/** What both engines share: transactions, callbacks after commit, misuse checks, decoding. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from 'sql-template-tag';
import type { Database, DatabaseLog, ObserveStatement, Transaction, TransactionOptions } from './database.ts';
import { DatabaseLost, DatabaseMisuse, isRetryable } from './database-error.ts';
import { decodeRows } from './decode.ts';
import { toText } from './parameters.ts';
import type { RawResult } from './pglite-messages.ts';

/** One connection, held by one user at a time. */
export interface Connection {
  /** Rejects with `DatabaseError` (refused) or `DatabaseLost` (gone). */
  run(text: string, values: (string | null)[]): Promise<RawResult>;
  script(text: string): Promise<void>;
  /** Gives the connection back; `broken` when its state is unknown. */
  release(broken: boolean): void;
}

export interface Engine {
  readonly kind: Database['kind'];
  /** Waits, in order of asking, for a connection. */
  acquire(): Promise<Connection>;
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

/** The same connection; how long each statement takes is told, and slow ones are logged. */
function timed(connection: Connection, log: DatabaseLog, observe: ObserveStatement): Connection {
  return {
    ...connection,
    async run(text, values) {
      const started = performance.now();
      try {
        return await connection.run(text, values);
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

  /** Takes a connection for as long as `use` runs; `use` says when its state is unknown afterwards. */
  async function withConnection<R>(
    use: (connection: Connection, spoil: () => void) => Promise<R>,
  ): Promise<R> {
    users += 1;
    try {
      const connection = timed(await engine.acquire(), log, observe);
      let broken = false;
      try {
        return await use(connection, () => {
          broken = true;
        });
      } catch (error) {
        broken ||= error instanceof DatabaseLost;
        throw error;
      } finally {
        connection.release(broken);
      }
    } finally {
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

  async function query<T extends object>(statement: Sql): Promise<T[]> {
    check();
    const values = statement.values.map(toText);
    const result = await withConnection((connection) => connection.run(statement.text, values));
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
    // Statements of one transaction run one after the other, also when the work does not wait for each.
    let turn: Promise<unknown> = Promise.resolve();
    const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
      const next = turn.then(run, run);
      turn = next.catch(() => undefined);
      return next;
    };
    const checkOpen = () => {
      if (!state.open) throw new DatabaseMisuse('The transaction has ended; a query of it was not awaited');
    };
    const tx: Transaction = {
      async query<T extends object>(statement: Sql): Promise<T[]> {
        checkOpen();
        const values = statement.values.map(toText);
        return decodeRows<T>(await inTurn(() => connection.run(statement.text, values)));
      },
      async script(text) {
        checkOpen();
        await inTurn(() => connection.script(text));
      },
      afterCommit(callback) {
        checkOpen();
        callbacks.push(callback);
      },
    };
    const started = performance.now();
    const timer = setTimeout(() => {
      log.warn({ ms: LONG_TRANSACTION }, 'a database transaction is open for long');
    }, LONG_TRANSACTION);
    timer.unref();
    let result: R;
    try {
      await connection.run(beginText(options), []);
      try {
        result = await scope.run(state, () => work(tx));
      } finally {
        state.open = false;
        await turn;
      }
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
        const { result, callbacks } = await withConnection((connection, spoil) =>
          attempt(work, options, connection, spoil),
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

  async function answers(): Promise<void> {
    check();
    await withConnection((connection) => connection.run('select 1', []));
  }

  return {
    kind: engine.kind,
    query,
    transaction,
    snapshot: (work) => transaction(work, { isolation: 'repeatable read', readOnly: true }),
    async ping(timeoutMs = 5_000) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new DatabaseLost(`The database did not answer within ${timeoutMs} ms`)),
          timeoutMs,
        );
      });
      try {
        await Promise.race([answers(), late]);
      } finally {
        clearTimeout(timer);
      }
    },
    onLost: (listener) => engine.onLost(listener),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
