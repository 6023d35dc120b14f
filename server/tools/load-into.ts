/** Fills an empty database of any engine, and brings it to this program's version. */

import type { DatabaseRecord } from '../platform/backup/dump.ts';
import { loadDatabase } from '../platform/backup/load.ts';
import type { AppliedMigration } from '../platform/backup/tables.ts';
import { type Database, StartError, sql } from '../platform/database/database.ts';
import { migrate, migrationsFolder, readMigrations } from '../platform/database/migrate.ts';
import { withoutTimeouts } from './open-source.ts';

/**
 * Throws `StartError` unless nobody has used the database yet: it has no tables, or those of a load that failed.
 * @param last the newest migration that it may have
 */
async function requireEmpty(db: Database, last: number): Promise<void> {
  const tables = await db.query<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`);
  if (tables.length === 0) return;
  const occupied = new StartError(
    'La base de datos de destino no está vacía: crea una nueva para recibir los datos.',
  );
  const names = new Set(tables.map(({ name }) => name));
  if (!['schema_migrations', 'users', 'bots'].every((name) => names.has(name))) throw occupied;
  const [found] = await db.query<{ used: boolean; newest: number }>(sql`
    select exists (select 1 from users) or exists (select 1 from bots) as used,
      (select max(number) from schema_migrations) as newest`);
  if (!found || found.used || found.newest > last) throw occupied;
}

/** Throws `StartError` when this program does not know how the data were made. */
function requireKnown(applied: readonly AppliedMigration[]): void {
  const known = readMigrations(migrationsFolder());
  for (const { number, checksum } of applied) {
    if (known[number - 1]?.checksum !== checksum)
      throw new StartError('Los datos vienen de una versión de Charla más nueva que este programa.');
  }
}

/**
 * @param applied the migrations of the data
 * @returns the rows of each table
 */
export async function loadInto(
  db: Database,
  applied: readonly AppliedMigration[],
  records: AsyncIterable<DatabaseRecord>,
): Promise<Map<string, number>> {
  requireKnown(applied);
  await requireEmpty(db, applied.length);
  await migrate(db, migrationsFolder(), applied.length);
  const counts = await db.transaction(async (tx) => {
    await withoutTimeouts(db, tx);
    return loadDatabase(tx, records);
  });
  await migrate(db);
  return counts;
}
