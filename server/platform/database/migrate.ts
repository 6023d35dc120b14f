import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { StartError } from '../start-error.ts';
import type { Database } from './database.ts';
import { DatabaseError } from './database-error.ts';

export interface Migration {
  /** 1, 2, 3 … without holes. */
  number: number;
  name: string;
  text: string;
  /** SHA-256 of the text, hexadecimal. */
  checksum: string;
}

/** Any number will do; ours alone, so that several processes that start together migrate one after the other. */
const ADVISORY_LOCK = 7_264_252_001;

/** The folder of migrations: beside this file in the sources, beside main.js in the build. */
export function migrationsFolder(): string {
  const candidates = ['./migrations/', './database/migrations/', '../migrations/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const found = candidates.find((folder) => existsSync(folder));
  if (!found) throw new Error(`No migrations folder: looked in ${candidates.join(', ')}`);
  return found;
}

/** Reads `NNNN_name.sql` files in order. Throws when a number is missing or double, or a name has another form. */
export function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file): Migration => {
      const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file);
      if (!match) throw new Error(`${file}: a migration is called NNNN_name.sql`);
      const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { number: Number(match[1]), name: String(match[2]), text, checksum };
    });
  for (const [at, migration] of migrations.entries()) {
    if (migration.number !== at + 1) {
      throw new Error(
        `Migration ${at + 1} is missing or double (found ${migration.number}_${migration.name})`,
      );
    }
  }
  return migrations;
}

interface Recorded {
  number: number;
  name: string;
  checksum: string;
}

/**
 * Brings the database to the newest migration; returns the numbers that it applied. Each migration is one
 * transaction together with its record. Throws `StartError` when a recorded migration differs from its file,
 * or when the database has migrations that this code does not know.
 * @param last no further than this number: what a backup of an older version is loaded into
 */
export async function migrate(
  db: Database,
  folder: string = migrationsFolder(),
  last = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  const migrations = readMigrations(folder);
  const applied: number[] = [];
  for (;;) {
    const done = await db.transaction(async (tx) => {
      if (db.kind === 'postgres') {
        await tx.query(sql`set local statement_timeout = 0`);
        await tx.query(sql`set local idle_in_transaction_session_timeout = 0`);
        // To the end of this transaction; the others wait and then find the work done.
        await tx.query(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
      }
      await tx.query(sql`
        create table if not exists schema_migrations (
          number int primary key,
          name text not null,
          checksum text not null,
          applied_at timestamptz(3) not null default now()
        )`);
      const recorded = await tx.query<Recorded>(
        sql`select number, name, checksum from schema_migrations order by number`,
      );
      for (const record of recorded) {
        const migration = migrations[record.number - 1];
        if (!migration) {
          throw new StartError(
            `La base de datos es más nueva que este programa: tiene la migración ${record.number} (${record.name}). Hace falta una versión más reciente de Charla.`,
          );
        }
        if (migration.checksum !== record.checksum) {
          throw new StartError(
            `La migración ${migration.number} (${migration.name}) cambió después de aplicarse a esta base de datos.`,
          );
        }
      }
      const next = migrations[recorded.length];
      if (!next || next.number > last) return true;
      try {
        await tx.script(next.text);
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        throw new Error(`Migration ${next.number}_${next.name}: ${error.message}`, { cause: error });
      }
      await tx.query(sql`
        insert into schema_migrations (number, name, checksum)
        values (${next.number}, ${next.name}, ${next.checksum})`);
      applied.push(next.number);
      return false;
    });
    if (done) return applied;
  }
}
