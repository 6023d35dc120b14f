/** The embedded engine on disk: its folder, its lock, and what survives a kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BRIEFLY } from '../../../tests/support/built-server.ts';
import { openDatabase, StartError, sql } from './database.ts';
import { migratedFolder, quietLog } from './testing.ts';

let folder: string;
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charla-data-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const open = (dataDir: string) => openDatabase({ dataDir, log: quietLog });

function writer(dataDir: string): ChildProcess {
  const file = fileURLToPath(new URL('./writer.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [...BRIEFLY, '--import', 'tsx', file, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

/** Resolves with the last number the writer printed, once it was killed in mid-write after `count` rows. */
async function killAfter(child: ChildProcess, count: number): Promise<number> {
  if (!child.stdout) throw new Error('no output');
  let last = 0;
  let seen = 0;
  for await (const line of createInterface(child.stdout)) {
    if (line === 'open') continue;
    last = Number(line);
    seen += 1;
    if (seen === count) child.kill('SIGKILL');
  }
  return last;
}

it('keeps every acknowledged row when its process is killed in mid-write, and starts again at once', {
  timeout: 270_000,
}, async () => {
  let last = 0;
  for (const count of [1, 37, 160]) {
    const before = last;
    last = await killAfter(writer(folder), count);
    expect(last).toBeGreaterThanOrEqual(before + count);
    const db = await open(folder);
    const rows = await db.query<{ n: number }>(sql`select n from acknowledged order by n`);
    await db.close();
    expect(rows.map((row) => row.n)).toEqual(rows.map((_, at) => at + 1));
    expect(rows.length).toBeGreaterThanOrEqual(last);
    last = rows.length;
  }
});

it('refuses a second process and a second opening, naming the first; admits again after close', {
  timeout: 180_000,
}, async () => {
  await migratedFolder(folder);
  const db = await open(folder);
  const expected = `Otra instancia de Charla usa DATA_DIR (${folder}) (proceso ${process.pid}).`;
  await expect(open(folder)).rejects.toThrow(expected);
  const child = writer(folder);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const [code] = (await once(child, 'close')) as [number];
  expect(said.trim()).toBe(expected);
  expect(code).toBe(2);
  await db.query(sql`create table kept as select 1 as one`);
  await db.close();
  const again = await open(folder);
  expect(await again.query(sql`select one from kept`)).toEqual([{ one: 1 }]);
  await again.close();
});

it('flushes to the disk at every commit', { timeout: 90_000 }, async () => {
  await migratedFolder(folder);
  const db = await open(folder);
  const settings = await db.query(
    sql`select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'wal_sync_method', 'full_page_writes') order by name`,
  );
  await db.close();
  expect(settings).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'wal_sync_method', setting: 'fsync' },
  ]);
});

it('leaves a half-made cluster of a killed first start aside and begins again', {
  timeout: 90_000,
}, async () => {
  mkdirSync(join(folder, 'database.new-dead'));
  writeFileSync(join(folder, 'database.new-dead/PG_VERSION'), '18');
  const db = await open(folder);
  await db.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('database'))).toEqual(['database']);
});

it('says in one line what is wrong with the folder', { timeout: 90_000 }, async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const notOurs = join(folder, 'not-ours');
  mkdirSync(join(notOurs, 'database'), { recursive: true });
  writeFileSync(join(notOurs, 'database/photo.jpg'), '');
  const otherVersion = join(folder, 'other-version');
  mkdirSync(join(otherVersion, 'database'), { recursive: true });
  writeFileSync(join(otherVersion, 'database/PG_VERSION'), '9.6\n');
  const broken = join(folder, 'broken');
  mkdirSync(join(broken, 'database'), { recursive: true });
  writeFileSync(join(broken, 'database/PG_VERSION'), '18\n');
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  for (const [dataDir, text] of [
    [file, /^No se puede escribir en DATA_DIR/],
    ['/proc/charla', /^No se puede escribir en DATA_DIR/],
    [notOurs, /^DATA_DIR está dañado: .* no es una base de datos de Charla\.$/],
    [otherVersion, /^DATA_DIR está dañado o es de otra versión: .* «9\.6»/],
    [broken, /^DATA_DIR está dañado: la base de datos de .* no abre/],
  ] as const) {
    const error: unknown = await openDatabase({ dataDir, log: silent }).then(
      () => 'opened',
      (reason: unknown) => reason,
    );
    expect(error, dataDir).toBeInstanceOf(StartError);
    expect((error as StartError).message).toMatch(text);
    expect((error as StartError).message).not.toContain('\n');
  }
  // A refused folder is not locked any more.
  rmSync(join(broken, 'database'), { recursive: true });
  await migratedFolder(broken);
  const db = await open(broken);
  await db.close();
});
