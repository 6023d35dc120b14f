/** `npm run backup [-- FILE]`: everything of one moment in one file, while the server runs. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type BackupCounts,
  type BackupRecord,
  checkBackup,
  writeBackup,
} from '../platform/backup/backup-file.ts';
import { dumpFiles } from '../platform/backup/data-files.ts';
import { dumpDatabase } from '../platform/backup/dump.ts';
import { readApplied } from '../platform/backup/tables.ts';
import type { Config } from '../platform/config.ts';
import { StartError } from '../platform/database/database.ts';
import { atOneMoment, openSource } from './open-source.ts';

export interface BackupResult extends BackupCounts {
  path: string;
  bytes: number;
  /** How long a running server's users waited, milliseconds; null: nobody had to. */
  waited: number | null;
}

/** @param file default: named by the time, in the present folder. Throws `StartError` for what an operator can mend */
export async function makeBackup(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  file?: string,
): Promise<BackupResult> {
  const now = new Date().toISOString();
  const path = resolve(file ?? `charla-${now.slice(0, 16).replace('T', '-').replace(':', '')}.backup`);
  if (existsSync(path)) throw new StartError(`${path} ya existe.`);
  const source = await openSource(config);
  try {
    await atOneMoment(source.db, async (tx) => {
      const migrations = await readApplied(tx);
      async function* records(): AsyncGenerator<BackupRecord> {
        yield* dumpDatabase(tx);
        // After the database: a file is written before the row that names it.
        yield* dumpFiles(config.dataDir);
      }
      await writeBackup(path, { made_at: now, migrations }, records());
    });
  } finally {
    await source.close();
  }
  const { size } = await stat(path);
  return { path, bytes: size, waited: source.waited, ...(await checkBackup(path)) };
}
