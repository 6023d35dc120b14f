import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, StartError, sql } from './database.ts';
import { freshPostgres } from './fresh-postgres.ts';
import { migrate, migrationsFolder, readMigrations } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { quietLog, testDatabase } from './testing.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charla-migrations-'));
  write('0001_start.sql', 'create table a (n int);\ninsert into a values (1);');
  write('0002_more.sql', '-- A comment; with a semicolon.\nalter table a add column t text;');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

describe.each(['pglite', 'postgres'] as const)('%s', (engine) => {
  let db: Database;
  beforeEach(async () => {
    db = await testDatabase({ engine, migrations: null });
  });
  afterEach(() => db.close());

  it('applies what is new, in order, once', async () => {
    expect(await migrate(db, folder)).toEqual([1, 2]);
    expect(await migrate(db, folder)).toEqual([]);
    write('0003_last.sql', 'insert into a values (3, $$x$$)');
    expect(await migrate(db, folder)).toEqual([3]);
    expect(await db.query(sql`select n, t from a order by n`)).toEqual([
      { n: 1, t: null },
      { n: 3, t: 'x' },
    ]);
  });

  it('refuses a migration that changed, and a database newer than the code', async () => {
    await migrate(db, folder);
    write('0002_more.sql', 'alter table a add column u text;');
    await expect(migrate(db, folder)).rejects.toThrow('La migración 2 (more) cambió después de aplicarse');
    rmSync(join(folder, '0002_more.sql'));
    const newer = migrate(db, folder);
    await expect(newer).rejects.toBeInstanceOf(StartError);
    await expect(newer).rejects.toThrow('es más nueva que este programa');
  });

  it('undoes a failing migration whole, keeps those before it, and can go on later', async () => {
    write('0003_bad.sql', 'insert into a values (9); select * from nowhere;');
    await expect(migrate(db, folder)).rejects.toThrow(/^Migration 3_bad: .*nowhere/);
    expect(await db.query(sql`select n from a`)).toEqual([{ n: 1 }]);
    write('0003_bad.sql', 'insert into a values (3)');
    expect(await migrate(db, folder)).toEqual([3]);
  });

  it('applies the migrations of the product', async () => {
    expect(await migrate(db)).toHaveLength(readMigrations(migrationsFolder()).length);
    expect(await migrate(db)).toEqual([]);
  });
});

it('lets several processes start at once on one server', async () => {
  const { url, drop } = await freshPostgres();
  const processes = await Promise.all([1, 2, 3].map(() => openPostgres({ url, log: quietLog })));
  try {
    const applied = await Promise.all(processes.map((db) => migrate(db, folder)));
    expect(applied.flat().sort()).toEqual([1, 2]);
  } finally {
    await Promise.all(processes.map((db) => db.close()));
    await drop();
  }
});

it('refuses a missing number and another form of name', () => {
  write('0004_gap.sql', '');
  expect(() => readMigrations(folder)).toThrow('Migration 3 is missing');
  write('five.sql', '');
  expect(() => readMigrations(folder)).toThrow('NNNN_name.sql');
});

it('starts test databases from the migrations of the product', async () => {
  const db = await testDatabase({ engine: 'pglite' });
  const again = await testDatabase({ engine: 'pglite' });
  expect(await migrate(again)).toEqual([]);
  await Promise.all([db.close(), again.close()]);
});
