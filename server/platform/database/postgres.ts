/** A real PostgreSQL server through pg's pool. */
import pg from 'pg';
import { parsedUrl } from '../../../contract/parsed-url.ts';
import { StartError } from '../start-error.ts';
import { DatabaseError, DatabaseLost } from './database-error.ts';
import type { RawResult } from './pglite-messages.ts';
import type { Database, DatabaseLog, ObserveStatement } from './ports.ts';
import { type Connection, createDatabase, type Engine, within } from './session.ts';

/** Milliseconds until an unanswering server is given up, at start and for each new connection. */
const CONNECT_TIMEOUT = 10_000;
const OLDEST_VERSION = 150_000;

/** What a connection must say for both engines to answer the same, and the limits of one statement. */
const SESSION = [
  "set timezone = 'UTC'",
  "set datestyle = 'ISO, MDY'",
  "set intervalstyle = 'postgres'",
  "set bytea_output = 'hex'",
  'set standard_conforming_strings = on',
  "set idle_in_transaction_session_timeout = '60s'",
  // Compiling a plan takes a fifth of a second; ours answer sooner (bench/growth.ts).
  'set jit = off',
].join('; ');

/** How long one statement may take: of the server's own work (exports, timers), and of what a person waits for. */
const STATEMENT_TIMES = { own: '30s', person: '10s' };
/** Health and cancellations have connections of their own: neither may wait behind what they are about. */
const CONTROL_CONNECTIONS = 2;

/** Values stay text here; `decode.ts` reads them for both engines. */
const asText = { getTypeParser: () => (text: string) => text };

function field(error: object, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** SQLSTATEs after which the connection is of no more use. */
function endsConnection(code: string): boolean {
  return code.startsWith('08') || code.startsWith('57P') || code === '25P03';
}

function translate(error: unknown): Error {
  if (error instanceof pg.DatabaseError && error.code !== undefined && !endsConnection(error.code)) {
    const { code, severity, detail, hint, schema, table, column, constraint, where } = error;
    const fields = { code, severity, detail, hint, schema, table, column, constraint, where };
    return new DatabaseError(error.message, fields, { cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new DatabaseLost(`The connection to PostgreSQL is gone: ${message}`, { cause: error });
}

/** The names under which statements of every message are known to a pool's connections. */
class StatementNames {
  readonly #names = new Map<string, string>();
  #off = false;

  /** Undefined: it is parsed with each use. */
  of(text: string): string | undefined {
    if (this.#off) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `charla_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  /** A statement was refused: where a migration changed what a parsed one answers, none is kept any more. */
  refused(code: string | undefined): boolean {
    if (this.#off || code !== '0A000') return false;
    this.#off = true;
    return true;
  }
}

async function rawQuery(
  client: pg.PoolClient,
  text: string,
  values: (string | null)[],
  name: string | undefined,
): Promise<RawResult> {
  try {
    const result = await client.query<(string | null)[]>({
      ...(name === undefined ? {} : { name }),
      text,
      values,
      rowMode: 'array',
      types: asText,
      // Also without values: one statement each, as with the embedded engine.
      queryMode: 'extended',
    } as pg.QueryArrayConfig);
    const fields = result.fields.map(({ name, dataTypeID }) => ({ name, oid: dataTypeID }));
    return { fields, rows: result.rows, tag: result.command };
  } catch (error) {
    throw translate(error);
  }
}

function postgresEngine(pool: pg.Pool, control: pg.Pool, connections: number, log: DatabaseLog): Engine {
  /** Each connection's present limit of time. */
  const prepared = new WeakMap<pg.PoolClient, string>();
  const names = new StatementNames();
  return {
    kind: 'postgres',
    connections,
    async acquire(forPerson): Promise<Connection> {
      const client = await pool.connect().catch((error: unknown) => {
        throw translate(error);
      });
      const time = forPerson ? STATEMENT_TIMES.person : STATEMENT_TIMES.own;
      const before = prepared.get(client);
      if (before !== time) {
        try {
          const limit = `set statement_timeout = '${time}'`;
          await client.query(before === undefined ? `${SESSION}; ${limit}` : limit);
          prepared.set(client, time);
        } catch (error) {
          client.release(true);
          throw translate(error);
        }
      }
      // A client that dies while it is held says so by an event too; without a listener it ends the process.
      const noted = () => undefined;
      client.on('error', noted);
      return {
        async run(text, values, often) {
          try {
            return await rawQuery(client, text, values, often && names.of(text));
          } catch (error) {
            if (often && error instanceof DatabaseError && names.refused(error.code))
              log.warn({ err: error }, 'statements are parsed with each use from now on');
            throw error;
          }
        },
        async script(text) {
          await client.query(text).catch((error: unknown) => {
            throw translate(error);
          });
        },
        async cancel() {
          await control.query('select pg_cancel_backend($1)', [Reflect.get(client, 'processID')]);
        },
        release(broken) {
          client.off('error', noted);
          client.release(broken);
        },
      };
    },
    async isWell(timeoutMs) {
      await within(
        timeoutMs,
        control.query('select 1').catch((error: unknown) => {
          throw translate(error);
        }),
      );
    },
    async close() {
      await Promise.all([pool.end(), control.end()]);
    },
    // A server that goes away may come back; every call says for itself that it is gone.
    onLost: () => () => undefined,
  };
}

/** The address without user and password, for messages. */
function place(url: URL): string {
  return `${url.hostname || 'localhost'}:${url.port || '5432'}${url.pathname}`;
}

function refusal(error: unknown, url: URL): StartError | undefined {
  const code = error instanceof Error ? field(error, 'code') : undefined;
  switch (code) {
    case '28P01':
    case '28000':
      return new StartError(
        `PostgreSQL en ${place(url)} rechazó el usuario o la contraseña de DATABASE_URL.`,
      );
    case '3D000':
      return new StartError(`La base de datos de DATABASE_URL no existe en ${place(url)}: hay que crearla.`);
    default:
      return undefined;
  }
}

/** Waits until the server answers; it may still be starting. Returns its version and encoding. */
async function firstAnswer(
  pool: pg.Pool,
  url: URL,
  timeout: number,
): Promise<{ version: number; encoding: string }> {
  const until = performance.now() + timeout;
  for (;;) {
    try {
      const text =
        "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding";
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('no answer')), Math.max(0, until - performance.now()));
      });
      try {
        const { rows } = await Promise.race([pool.query<{ version: string; encoding: string }>(text), late]);
        const row = rows[0];
        if (!row) throw new Error('no row');
        return { version: Number(row.version), encoding: row.encoding };
      } finally {
        clearTimeout(timer);
      }
    } catch (error) {
      const refused = refusal(error, url);
      if (refused) throw refused;
      if (performance.now() + 250 >= until) {
        const message = error instanceof Error && error.message ? error.message : String(error);
        throw new StartError(
          `PostgreSQL no responde en ${place(url)} (DATABASE_URL) tras ${timeout / 1000} s: ${message}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** Opens a pool. Throws `StartError` when the server does not answer within 10 s, refuses us or is too old. */
export async function openPostgres(options: {
  url: string;
  poolSize?: number | undefined;
  /** Milliseconds until a server that does not answer is given up. Default 10,000. */
  connectTimeout?: number | undefined;
  log: DatabaseLog;
  observe?: ObserveStatement | undefined;
}): Promise<Database> {
  const { log, connectTimeout = CONNECT_TIMEOUT } = options;
  if (!/^postgres(ql)?:$/.test(parsedUrl(options.url)?.protocol ?? '')) {
    throw new StartError(
      'DATABASE_URL no es una dirección postgres://usuario:contraseña@servidor:puerto/base.',
    );
  }
  const url = new URL(options.url);
  const connections = options.poolSize ?? 10;
  const [pool, control] = [connections, CONTROL_CONNECTIONS].map((max) => {
    const made = new pg.Pool({
      connectionString: options.url,
      max,
      connectionTimeoutMillis: connectTimeout,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      application_name: 'charla',
      // A transaction's statements are sent without waiting for each other's answers (session.ts).
      pipeline: true,
    });
    made.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
    return made;
  }) as [pg.Pool, pg.Pool];
  try {
    const { version, encoding } = await firstAnswer(pool, url, connectTimeout);
    if (version < OLDEST_VERSION) {
      throw new StartError(
        `PostgreSQL en ${place(url)} es demasiado antiguo: hace falta la versión 15 o posterior.`,
      );
    }
    if (encoding !== 'UTF8') {
      throw new StartError(`La base de datos de DATABASE_URL usa ${encoding}: hace falta UTF8.`);
    }
  } catch (error) {
    // Not awaited: a connection that never answers would hold it back.
    pool.end().catch((failure: unknown) => log.warn({ err: failure }, 'the database pool did not end'));
    throw error;
  }
  return createDatabase(postgresEngine(pool, control, connections, log), log, options.observe);
}
