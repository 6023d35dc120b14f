/** `npm run restore -- FILE [--replace]`: a backup becomes the database that the settings name. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupRecord, checkBackup, readBackup } from '../platform/backup/backup-file.ts';
import { fileLoader } from '../platform/backup/data-files.ts';
import type { DatabaseRecord } from '../platform/backup/dump.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase, StartError } from '../platform/database/database.ts';
import { FolderInUse, lockFolder } from '../platform/database/folder-lock.ts';
import { loadInto } from './load-into.ts';
import { toolLog } from './open-source.ts';

export interface RestoreResult {
  rows: number;
  files: number;
  /** Where the database that was there lies now; null: there was none. */
  aside: string | null;
}

/** The database's records, while the files on the way go to their places. */
async function* databaseOf(
  records: AsyncIterable<BackupRecord>,
  files: ReturnType<typeof fileLoader>,
): AsyncGenerator<DatabaseRecord> {
  for await (const record of records) {
    if (record.kind === 'file' || record.kind === 'bytes') await files.take(record);
    else yield record;
  }
}

/**
 * @param replace with an embedded database that is there already: it is put aside, not deleted
 * Throws `StartError` for what an operator can mend; the settings' database is then as it was.
 */
export async function restoreBackup(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  file: string,
  replace = false,
): Promise<RestoreResult> {
  if (!existsSync(file)) throw new StartError(`No existe ${file}.`);
  // All of it before anything is touched.
  await checkBackup(file);
  const { head, records } = await readBackup(file);
  await mkdir(config.dataDir, { recursive: true });
  const files = fileLoader(config.dataDir);
  const found = databaseOf(records, files);
  if (config.databaseUrl !== null) {
    const db = await openDatabase({ databaseUrl: config.databaseUrl, log: toolLog });
    try {
      const counts = await loadInto(db, head.migrations, found);
      return { rows: sum(counts), files: files.count, aside: null };
    } finally {
      await db.close();
    }
  }
  const lock = await lockFolder(config.dataDir).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    throw new StartError(
      `El servidor de DATA_DIR (${config.dataDir}) está en marcha: detenlo antes de restaurar.`,
    );
  });
  const fresh = join(config.dataDir, `restoring-${randomUUID()}`);
  try {
    const cluster = join(config.dataDir, 'database');
    const there = existsSync(cluster);
    if (there && !replace) {
      throw new StartError(
        `DATA_DIR (${config.dataDir}) ya tiene una base de datos. Con --replace se guarda a un lado y se reemplaza.`,
      );
    }
    const db = await openDatabase({ dataDir: fresh, log: toolLog });
    let counts: Map<string, number>;
    try {
      counts = await loadInto(db, head.migrations, found);
    } finally {
      await db.close();
    }
    const aside = there
      ? `${cluster}.before-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`
      : null;
    if (aside !== null) await rename(cluster, aside);
    await rename(join(fresh, 'database'), cluster);
    return { rows: sum(counts), files: files.count, aside };
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await lock.release();
  }
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((all, rows) => all + rows, 0);
