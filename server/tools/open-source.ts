/** The database that a tool reads from, whether its server runs or not. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { askForSnapshot } from '../platform/backup/control.ts';
import type { Config } from '../platform/config.ts';
import {
  type Database,
  openDatabase,
  type Queryable,
  StartError,
  sql,
} from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';

export const toolLog = createLog('error');

export interface Source {
  db: Database;
  /** How long a running server's users waited, milliseconds; null: nobody had to. */
  waited: number | null;
  close(): Promise<void>;
}

/** Throws `StartError` where there is no embedded database. */
export function requireCluster(dataDir: string): void {
  if (!existsSync(join(dataDir, 'database', 'PG_VERSION'))) {
    throw new StartError(`En DATA_DIR (${dataDir}) no hay una base de datos integrada.`);
  }
}

/** Opens what the settings name: PostgreSQL, a copy of a running server's embedded database, or that itself. */
export async function openSource({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Source> {
  if (databaseUrl !== null) {
    const db = await openDatabase({ databaseUrl, log: toolLog });
    return { db, waited: null, close: () => db.close() };
  }
  requireCluster(dataDir);
  const snapshot = await askForSnapshot(dataDir);
  const remove = async () => {
    if (snapshot) await rm(snapshot.folder, { recursive: true, force: true });
  };
  try {
    const db = await openDatabase({ dataDir: snapshot?.folder ?? dataDir, log: toolLog });
    return {
      db,
      waited: snapshot?.waited ?? null,
      async close() {
        await db.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** One moment of a database, for as long as reading it takes. */
export function atOneMoment<R>(db: Database, work: (tx: Queryable) => Promise<R>): Promise<R> {
  return db.transaction(
    async (tx) => {
      await withoutTimeouts(db, tx);
      return work(tx);
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

/** A transaction that may take as long as it takes. */
export async function withoutTimeouts(db: Database, tx: Queryable): Promise<void> {
  if (db.kind !== 'postgres') return;
  await tx.query(sql`set local statement_timeout = 0`);
  await tx.query(sql`set local idle_in_transaction_session_timeout = 0`);
}
