/** A whole database as a stream of records, every value in PostgreSQL's own text form: no engine's, no precision lost. */
import { type Queryable, raw, sql } from '../database/database.ts';
import { quoted, readTables } from './tables.ts';

export type Values = (string | null)[];

export type DatabaseRecord =
  | { kind: 'table'; name: string; columns: string[] }
  /** Of the last table. */
  | { kind: 'rows'; rows: Values[] }
  /** The end of the last table, and how many rows it had. */
  | { kind: 'count'; rows: number }
  /** What the next number of a column is. */
  | { kind: 'sequence'; table: string; column: string; last: string; called: boolean };

/** Rows fetched at once. */
const FETCH = 200;

/**
 * Reads everything of one moment. Nothing else may use the transaction meanwhile.
 * @param tx a repeatable-read transaction
 */
export async function* dumpDatabase(tx: Queryable): AsyncGenerator<DatabaseRecord> {
  const tables = await readTables(tx);
  for (const { name, columns } of tables) {
    yield { kind: 'table', name, columns: columns.map((column) => column.name) };
    const list = columns.map((column, at) => `${quoted(column.name)}::text as v${at}`).join(', ');
    await tx.query(sql`declare dumped no scroll cursor for select ${raw(`${list} from ${quoted(name)}`)}`);
    let count = 0;
    for (;;) {
      const rows = await tx.query<Record<string, string | null>>(
        sql`fetch ${raw(String(FETCH))} from dumped`,
      );
      if (rows.length === 0) break;
      count += rows.length;
      yield { kind: 'rows', rows: rows.map((row) => columns.map((_, at) => row[`v${at}`] ?? null)) };
    }
    await tx.query(sql`close dumped`);
    yield { kind: 'count', rows: count };
  }
  for (const { name, columns } of tables) {
    for (const { name: column, sequence } of columns) {
      if (sequence === null) continue;
      const [state] = await tx.query<{ last: string; called: boolean }>(
        sql`select last_value::text as last, is_called as called from ${raw(sequence)}`,
      );
      if (state) yield { kind: 'sequence', table: name, column, ...state };
    }
  }
}
