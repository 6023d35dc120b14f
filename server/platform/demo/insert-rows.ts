/** Many rows in one statement: the sample history is thousands of them. */
import { json, type Queryable, raw, sql } from '../database/database.ts';

const CHUNK = 500;

/**
 * Inserts rows into a table, column names as keys; objects and arrays become jsonb.
 * @param types how each column is read from JSON, e.g. `{ id: 'text', at: 'timestamptz' }`. Never from user input.
 */
export async function insertRows<R extends object>(
  db: Queryable,
  table: string,
  types: Readonly<Record<string, string>>,
  rows: readonly R[],
): Promise<void> {
  const columns = Object.keys(types);
  const list = raw(columns.join(', '));
  const record = raw(columns.map((name) => `${name} ${types[name]}`).join(', '));
  for (let at = 0; at < rows.length; at += CHUNK) {
    const part = rows.slice(at, at + CHUNK);
    await db.query(
      sql`insert into ${raw(table)} (${list}) select ${list} from jsonb_to_recordset(${json(part)}::jsonb) as rows (${record})`,
    );
  }
}
