/** `npm run move-to-postgres`: the embedded database of DATA_DIR into the empty PostgreSQL of DATABASE_URL. */
import { dumpDatabase } from '../platform/backup/dump.ts';
import { readApplied } from '../platform/backup/tables.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase, StartError } from '../platform/database/database.ts';
import { loadInto } from './load-into.ts';
import { atOneMoment, requireCluster, toolLog } from './open-source.ts';

/**
 * Nothing of the embedded database changes; its server must not run, or what it wrote meanwhile would be lost.
 * @returns the rows of each table. Throws `StartError` for what an operator can mend
 */
export async function moveToPostgres({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Map<string, number>> {
  if (databaseUrl === null)
    throw new StartError('Falta DATABASE_URL: la base de datos PostgreSQL de destino.');
  requireCluster(dataDir);
  const from = await openDatabase({ dataDir, log: toolLog });
  try {
    const to = await openDatabase({ databaseUrl, log: toolLog });
    try {
      return await atOneMoment(from, async (tx) => loadInto(to, await readApplied(tx), dumpDatabase(tx)));
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
