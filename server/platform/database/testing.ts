/**
 * Databases for tests: empty but migrated, one's own, quick. A test that does not name its engine runs on a real
 * PostgreSQL, which takes half of the embedded one's time; `TEST_ENGINE=pglite` asks the embedded one instead
 * (docs/decisions/0061-engine-of-tests.md).
 */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, type DatabaseLog, type Queryable, raw, sql } from './database.ts';
import { administer, databaseOf, freshPostgres, testPostgresUrl } from './fresh-postgres.ts';
import { migrate, migrationsFolder, readMigrations } from './migrate.ts';
import { dumpPglite, openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';

export interface TestDatabaseOptions {
  /** Default: what TEST_ENGINE says, else 'postgres'. */
  engine?: Database['kind'] | undefined;
  /** Default: the product's migrations; null: none. */
  migrations?: string | null | undefined;
  log?: DatabaseLog | undefined;
}

/** Says nothing of what is usual, and prints what is not. */
export const quietLog: DatabaseLog = {
  info: () => undefined,
  warn: (details, message) => console.warn(message, details),
  error: (details, message) => console.error(message, details),
};

/** The migrated database from which the others of a run are copied, made by whoever needs it first. @returns its name */
async function migratedTemplate(folder: string): Promise<string> {
  const server = await testPostgresUrl();
  const name = `charla_migrated_${hashOf(folder).digest('hex').slice(0, 16)}`;
  await administer(server, async (client) => {
    // Held until this connection ends.
    await client.query('select pg_advisory_lock(7105)');
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount) return;
    const aside = `${name}_new`;
    await client.query(`drop database if exists ${aside} with (force)`);
    await client.query(`create database ${aside} template template0 encoding 'UTF8'`);
    const database = await openPostgres({ url: databaseOf(server, aside), poolSize: 1, log: quietLog });
    await migrate(database, folder);
    await database.close();
    await client.query(`alter database ${aside} rename to ${name}`);
  });
  return name;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Another one for other migrations. */
function hashOf(folder: string | null): Hash {
  const hash = createHash('sha256');
  for (const migration of folder === null ? [] : readMigrations(folder))
    hash.update(`${migration.name} ${migration.checksum}\n`);
  return hash;
}

/** Where a migrated embedded database is kept; another name for other migrations or another engine. */
function keptEmbedded(folder: string | null, ending: string): string {
  const hash = hashOf(folder);
  const engine = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  hash.update(`engine ${engine.dependencies['@electric-sql/pglite']}`);
  return join(root, 'node_modules/.cache/charla', `pglite-${hash.digest('hex').slice(0, 24)}.${ending}`);
}

/**
 * Lays into DATA_DIR what a first start would make there: an embedded database, migrated and empty. Making one takes
 * the engine seven seconds of processor, copying it a fifth of one.
 */
export async function migratedFolder(dataDir: string): Promise<void> {
  const kept = keptEmbedded(migrationsFolder(), 'cluster');
  if (!existsSync(kept)) {
    const aside = `${kept}.${randomUUID()}`;
    const first = await openPglite({ dataDir: aside, log: quietLog });
    await migrate(first);
    await first.close();
    try {
      renameSync(join(aside, 'database'), kept);
    } catch (error) {
      // Another test process was quicker.
      if (!existsSync(kept)) throw error;
    }
    rmSync(aside, { recursive: true });
  }
  cpSync(kept, join(dataDir, 'database'), { recursive: true });
}

async function embedded(folder: string | null, log: DatabaseLog): Promise<Database> {
  const file = keptEmbedded(folder, 'tar');
  if (!existsSync(file)) {
    const first = await openPglite({ log });
    if (folder !== null) await migrate(first, folder);
    const dump = await dumpPglite(first);
    await first.close();
    mkdirSync(join(file, '..'), { recursive: true });
    // Whole or not at all: other test processes may be doing the same.
    const aside = `${file}.${randomUUID()}`;
    writeFileSync(aside, dump);
    renameSync(aside, file);
  }
  return openPglite({ dump: readFileSync(file), log });
}

/** Opens a database of this test's own; `close()` forgets it. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const log = options.log ?? quietLog;
  const folder = options.migrations === undefined ? migrationsFolder() : options.migrations;
  const engine = options.engine ?? (process.env.TEST_ENGINE === 'pglite' ? 'pglite' : 'postgres');
  if (engine === 'pglite') return embedded(folder, log);
  // A server that is not this run's own keeps nothing of it.
  const copied = folder !== null && !process.env.TEST_DATABASE_URL;
  const { url, drop } = await freshPostgres(copied ? await migratedTemplate(folder) : undefined);
  const database = await openPostgres({ url, poolSize: 5, log });
  if (folder !== null && !copied) await migrate(database, folder);
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** A database as it was before the migration of this name. */
export async function databaseBefore(name: string): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'charla-before-'));
  const files = readdirSync(migrationsFolder()).sort();
  const own = files.findIndex((file) => file.includes(name));
  if (own < 0) throw new Error(`No migration ${name}`);
  for (const file of files.slice(0, own)) cpSync(join(migrationsFolder(), file), join(folder, file));
  const db = await testDatabase({ migrations: null });
  await migrate(db, folder);
  rmSync(folder, { recursive: true });
  return db;
}

/** Every table in which a text stands, also in the bytes of webhooks. */
export async function tablesWith(db: Queryable, word: string): Promise<string[]> {
  const tables = await db.query<{ name: string | null }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    if (name === null) continue;
    const bytes =
      name === 'hook_bodies' ? sql`or position(convert_to(${word}, 'UTF8') in t.body) > 0` : sql``;
    const rows = await db.query(
      sql`select 1 as found from ${raw(`"${name}"`)} t where position(${word} in t::text) > 0 ${bytes} limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
