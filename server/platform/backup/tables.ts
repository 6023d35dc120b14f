/** What the database is made of, read from its own catalogue, so that no table of a later migration is forgotten. */
import { type Queryable, sql } from '../database/database.ts';

export interface Column {
  name: string;
  /** As a cast names it: 'timestamp(3) with time zone'. */
  type: string;
  /** The sequence that counts it; null for most. */
  sequence: string | null;
}

export interface Table {
  name: string;
  columns: Column[];
}

/**
 * What is of the moment or of one machine and does not belong in a backup: leases of sockets that will not come back,
 * exports (their files are left behind), what
 * each number may send (after a restore nothing leaves by itself), how many conversations there are (the database counts
 * them as they come back). The record of migrations is kept by the migrations themselves.
 */
const LEFT_OUT = [
  'schema_migrations',
  'presence_leases',
  'visitor_leases',
  'exports',
  'channel_lanes',
  'campaign_runs',
  'automation_runs',
  'conversation_counts',
  'conversation_count_changes',
];

/** Quotes a name of the catalogue. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Every table that is carried, by name. */
export async function readTables(db: Queryable): Promise<Table[]> {
  const rows = await db.query<{ table: string; name: string; type: string; sequence: string | null }>(sql`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and not c.relname = any(${LEFT_OUT}::text[])
    order by c.relname collate "C", a.attnum`);
  const tables = new Map<string, Table>();
  for (const { table: name, ...column } of rows) {
    const table = tables.get(name) ?? { name, columns: [] };
    table.columns.push(column);
    tables.set(name, table);
  }
  return [...tables.values()];
}

export interface AppliedMigration {
  number: number;
  checksum: string;
}

/** The migrations that made it, in order. */
export async function readApplied(db: Queryable): Promise<AppliedMigration[]> {
  return db.query<AppliedMigration>(sql`select number, checksum from schema_migrations order by number`);
}
