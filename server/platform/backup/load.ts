/** Fills a freshly migrated database with the records of another: all or nothing. */
import { json, raw, StartError, sql, type Transaction } from '../database/database.ts';
import type { DatabaseRecord } from './dump.ts';
import { quoted, readTables, type Table } from './tables.ts';

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Takes the foreign keys off, so that tables come in any order; the answer puts them back, which checks every row. */
async function withoutForeignKeys(tx: Transaction): Promise<() => Promise<void>> {
  const keys = await tx.query<ForeignKey>(sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`);
  for (const { table, name } of keys) await tx.script(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const { table, name, definition } of keys)
      await tx.script(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

/**
 * Loads a dump in one transaction.
 * @param tx of a database that the migrations of the dump have made and that nobody has used
 * @returns the rows of each table
 * Throws `StartError` where the records do not fit the database.
 */
export async function loadDatabase(
  tx: Transaction,
  records: AsyncIterable<DatabaseRecord>,
): Promise<Map<string, number>> {
  const tables = new Map((await readTables(tx)).map((table) => [table.name, table]));
  const putBack = await withoutForeignKeys(tx);
  // What the migrations themselves put in.
  await tx.script(`truncate ${[...tables.keys()].map(quoted).join(', ')}`);
  const counts = new Map<string, number>();
  let open: { table: Table; insert: ReturnType<typeof raw>; rows: number } | null = null;
  for await (const record of records) {
    switch (record.kind) {
      case 'table':
        open = { ...begin(tables, record), rows: 0 };
        break;
      case 'rows':
        if (!open) throw damaged();
        await tx.query(sql`${open.insert} from jsonb_array_elements(${json(record.rows)}::jsonb) as r`);
        open.rows += record.rows.length;
        break;
      case 'count':
        if (!open || open.rows !== record.rows) throw damaged();
        counts.set(open.table.name, open.rows);
        open = null;
        break;
      case 'sequence':
        await tx.query(sql`
          select setval(pg_get_serial_sequence(${quoted(record.table)}, ${record.column}), ${record.last}::bigint,
            ${record.called})`);
        break;
    }
  }
  const missing = [...tables.keys()].filter((name) => !counts.has(name));
  if (missing.length > 0) throw damaged();
  await putBack();
  return counts;
}

/** The statement that takes rows of a table. */
function begin(
  tables: ReadonlyMap<string, Table>,
  { name, columns }: Extract<DatabaseRecord, { kind: 'table' }>,
): { table: Table; insert: ReturnType<typeof raw> } {
  const table = tables.get(name);
  const types = columns.map((column) => table?.columns.find((known) => known.name === column)?.type);
  if (!table || types.length !== table.columns.length || types.includes(undefined)) throw damaged();
  const values = types.map((type, at) => `(r->>${at})::${type}`).join(', ');
  const list = columns.map(quoted).join(', ');
  return {
    table,
    insert: raw(`insert into ${quoted(name)} (${list}) overriding system value select ${values}`),
  };
}

const damaged = () => new StartError('El respaldo está incompleto o dañado: no calza con su base de datos.');
