/**
 * The one door to the database: embedded PostgreSQL (PGlite, in a worker thread) or a real server, behind
 * the same interface, with the same values. SQL is written by hand with the `sql` tag and must stay within
 * PostgreSQL 15. See docs/decisions/0002-database.md.
 *
 * What a column comes back as (both engines):
 * int2/int4/int8/float → number (an int8 outside the safe range throws) · numeric → string · bool → boolean ·
 * timestamptz → ISO string in UTC with milliseconds · timestamp/date/uuid/text → string · json/jsonb → parsed ·
 * bytea → Buffer · arrays of these → arrays · NULL → null.
 * What a parameter may be: string, number, bigint, boolean, null/undefined (NULL), Date, Uint8Array, arrays
 * of these; JSON goes through `json(value)`. Anything else throws `DatabaseMisuse`.
 */
import { StartError } from '../start-error.ts';
import type { Database, DatabaseLog, ObserveStatement, Queryable, Transaction } from './ports.ts';

export type { Sql } from 'sql-template-tag';
export { default as sql, join, raw } from 'sql-template-tag';
export { StartError } from '../start-error.ts';
export {
  DatabaseError,
  DatabaseLost,
  DatabaseMisuse,
  isUniqueViolation,
} from './database-error.ts';
export { json, likeText } from './parameters.ts';
export type {
  Database,
  DatabaseLog,
  ObserveStatement,
  Queryable,
  Transaction,
} from './ports.ts';
export { together } from './together.ts';

/** Whether what answers is an open transaction, and not the database itself. */
export const isTransaction = (db: Queryable): db is Transaction => 'afterCommit' in db;

export interface DatabaseConfig {
  /** Folder of the embedded engine; the cluster is its subfolder `database`. Created when missing. */
  dataDir?: string | undefined;
  /** A real PostgreSQL (15 or newer); wins over `dataDir`. */
  databaseUrl?: string | undefined;
  /** Embedded and forgotten on close. */
  inMemory?: boolean | undefined;
  /** Connections to a real server. Default 10. */
  poolSize?: number | undefined;
  log: DatabaseLog;
  observe?: ObserveStatement | undefined;
}

/** Opens the configured engine. Throws `StartError` (one Spanish line) for what an operator can mend. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.databaseUrl) {
    const { openPostgres } = await import('./postgres.ts');
    const { databaseUrl: url, poolSize, log, observe } = config;
    return openPostgres({ url, poolSize, log, observe });
  }
  const { openPglite } = await import('./pglite.ts');
  if (config.inMemory) return openPglite({ log: config.log, observe: config.observe });
  if (!config.dataDir) throw new StartError('Falta DATA_DIR o DATABASE_URL: no hay dónde guardar los datos.');
  return openPglite({ dataDir: config.dataDir, log: config.log, observe: config.observe });
}
