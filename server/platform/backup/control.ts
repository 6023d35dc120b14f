/**
 * How `npm run backup` asks a running server for the state of its embedded database: a socket beside the lock of
 * DATA_DIR, for programs that may open that folder. The server copies the cluster's files and goes on; the rest is the
 * asker's work.
 */
import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { Database, DatabaseLog } from '../database/database.ts';
import { copyPglite } from '../database/pglite.ts';
import { StartError } from '../start-error.ts';

/** Unix socket paths end at 104 bytes on macOS, 108 on Linux. */
const LONGEST_SOCKET_PATH = 100;
const SNAPSHOT = 'snapshot-';
/** A copy that is older than this was left behind by a backup that was killed. Milliseconds. */
const LEFT_BEHIND = 24 * 60 * 60 * 1000;
/** A checkpoint and a copy of a large database take a while. Milliseconds. */
const PATIENCE = 10 * 60_000;

const answer = z.union([
  z.object({ folder: z.string(), waited: z.number() }),
  z.object({ error: z.string() }),
]);

function addressOf(dataDir: string): string {
  const folder = resolve(dataDir);
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\charla-control-${hash}`;
  const path = join(folder, 'charla.control');
  return Buffer.byteLength(path) <= LONGEST_SOCKET_PATH ? path : join(tmpdir(), `charla-${hash}.control`);
}

function removeLeftBehind(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    if (name.startsWith(SNAPSHOT) && Date.now() - statSync(path).mtimeMs > LEFT_BEHIND)
      rmSync(path, { recursive: true, force: true });
  }
}

async function answerTo(socket: Socket, dataDir: string, db: Database, log: DatabaseLog): Promise<void> {
  const folder = join(resolve(dataDir), `${SNAPSHOT}${randomUUID()}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
    const waited = await copyPglite(db, join(folder, 'database'));
    log.info({ ms: Math.round(waited) }, 'the embedded database was copied for a backup');
    socket.end(JSON.stringify({ folder, waited }));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    log.error({ err: error }, 'the embedded database could not be copied for a backup');
    socket.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
  }
}

/** Begins to answer; the server of this folder alone calls it (it holds the folder's lock). */
export async function openControl(
  dataDir: string,
  db: Database,
  log: DatabaseLog,
): Promise<{ close(): Promise<void> }> {
  removeLeftBehind(dataDir);
  const address = addressOf(dataDir);
  // Left by a server that was killed.
  if (process.platform !== 'win32') rmSync(address, { force: true });
  let asked: Promise<void> = Promise.resolve();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (chunk) => {
      if (chunk.toString('utf8').trim() !== 'snapshot') socket.destroy();
      // One copy at a time.
      else asked = asked.then(() => answerTo(socket, dataDir, db, log));
    });
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(address, listening);
  });
  if (process.platform !== 'win32') chmodSync(address, 0o600);
  return {
    async close() {
      await asked;
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

export interface Snapshot {
  /** A DATA_DIR of its own, to be removed after use. */
  folder: string;
  /** How long the server's users waited. Milliseconds. */
  waited: number;
}

/** Asks the server of this folder for a copy; null when none runs. Throws `StartError` when it could not. */
export async function askForSnapshot(dataDir: string): Promise<Snapshot | null> {
  const text = await new Promise<string | null>((done, failed) => {
    let said = '';
    const socket = createConnection(addressOf(dataDir), () => socket.write('snapshot\n'));
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => {
      said += chunk.toString('utf8');
    });
    socket.on('end', () => {
      socket.end();
      done(said);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') done(null);
      else failed(new StartError(`El servidor de ${dataDir} no respondió: ${error.message}`));
    });
  });
  if (text === null) return null;
  const parsed = answer.safeParse(text === '' ? null : JSON.parse(text));
  if (!parsed.success)
    throw new StartError(`El servidor de ${dataDir} se detuvo antes de copiar su base de datos.`);
  if ('error' in parsed.data)
    throw new StartError(`El servidor no pudo copiar su base de datos: ${parsed.data.error}`);
  return parsed.data;
}
