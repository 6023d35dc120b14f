/** The embedded engine: PGlite in a worker thread, one connection, used in order of asking. */
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import sql from 'sql-template-tag';
import { StartError } from '../start-error.ts';
import { DatabaseError, DatabaseLost, DatabaseMisuse } from './database-error.ts';
import { FolderInUse, type FolderLock, lockFolder } from './folder-lock.ts';
import type { RawResult, WorkerReply, WorkerRequest, WorkerSettings } from './pglite-messages.ts';
import type { Database, DatabaseLog, ObserveStatement } from './ports.ts';
import { type Connection, createDatabase, type Engine, within } from './session.ts';

/** PostgreSQL's major version inside the installed PGlite; its folder format. */
const CLUSTER_VERSION = '18';

type Answer = Extract<WorkerReply, { ok: true }>;

/** The worker thread as a function from request to answer. */
class EngineThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  readonly #listeners = new Set<(error: Error) => void>();
  #lastId = 0;
  /** When it answered last; `performance.now()`. */
  #answeredAt = performance.now();
  #gone: Error | undefined;
  #closing = false;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (reply: WorkerReply) => this.#receive(reply));
    worker.on('error', (error) => this.#lose(error instanceof Error ? error.message : String(error)));
    worker.on('exit', (code) => this.#lose(`exit code ${code}`));
  }

  /** Starts the thread and waits until its engine is open. Rejects with what the engine said. */
  static start(settings: WorkerSettings): Promise<EngineThread> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), { workerData: settings });
      const first = (reply: WorkerReply) => {
        stop();
        if ('ready' in reply) {
          resolve(new EngineThread(worker));
        } else {
          void worker.terminate();
          reject(new Error('fatal' in reply ? reply.fatal : 'unexpected answer'));
        }
      };
      const failed = (error: unknown) => {
        stop();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const ended = (code: number) => failed(new Error(`the engine's thread ended with code ${code}`));
      const stop = () => worker.off('message', first).off('error', failed).off('exit', ended);
      worker.on('message', first).on('error', failed).on('exit', ended);
    });
  }

  #receive(reply: WorkerReply): void {
    if ('fatal' in reply) {
      this.#lose(reply.fatal);
      return;
    }
    if ('ready' in reply) return;
    this.#answeredAt = performance.now();
    const waiting = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (reply.ok) waiting?.resolve(reply);
    else waiting?.reject(new DatabaseError(reply.message, reply.fields));
  }

  #lose(reason: string): void {
    if (this.#gone) return;
    this.#gone = new DatabaseLost(`The embedded database has ended: ${reason}`);
    for (const waiting of this.#pending.values()) waiting.reject(this.#gone);
    this.#pending.clear();
    if (this.#closing) return;
    for (const listener of this.#listeners) listener(this.#gone);
  }

  /** Milliseconds since it answered anything; infinite when it is gone. */
  get silence(): number {
    return this.#gone ? Number.POSITIVE_INFINITY : performance.now() - this.#answeredAt;
  }

  onLost(listener: (error: Error) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Rejects with `DatabaseError` or `DatabaseLost`. */
  call(
    request: WorkerRequest extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#gone) {
        reject(this.#gone);
        return;
      }
      this.#lastId += 1;
      this.#pending.set(this.#lastId, { resolve, reject });
      this.#worker.postMessage({ id: this.#lastId, ...request });
    });
  }

  /** Shuts the engine down in order (its checkpoint included), then ends the thread. */
  async close(): Promise<void> {
    this.#closing = true;
    if (!this.#gone) {
      await this.call({ op: 'close' }).catch((error: unknown) => {
        if (!(error instanceof DatabaseLost)) throw error;
      });
    }
    await this.#worker.terminate();
  }
}

/**
 * An answer this recent is a heartbeat: no statement of ours takes longer, as its input is bounded. A statement that does
 * makes the engine count as ill, as nobody is answered meanwhile. Milliseconds.
 */
const HEARTBEAT = 10_000;

function pgliteEngine(thread: EngineThread, lock: FolderLock | undefined): Engine {
  const connection: Connection = {
    async run(text, values): Promise<RawResult> {
      const { result } = await thread.call({ op: 'query', text, values });
      if (!result) throw new DatabaseLost('The embedded database answered without a result');
      return result;
    },
    async script(text) {
      await thread.call({ op: 'script', text });
    },
    // It has no signals: what runs, runs to its end, which the bounds of what is asked keep near.
    cancel: async () => undefined,
    release: () => undefined,
  };

  return {
    kind: 'pglite',
    connections: 1,
    acquire: async () => connection,
    async isWell(timeoutMs) {
      if (thread.silence < HEARTBEAT) return;
      await within(timeoutMs, connection.run('select 1', []));
    },
    onLost: (listener) => thread.onLost(listener),
    async close() {
      await thread.close();
      await lock?.release();
    },
  };
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Like mkdir -p; Node's own recursive form spins for ever where the kernel answers ENOENT, as /proc does. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** Makes the folder and takes its lock. */
async function claim(dataDir: string): Promise<FolderLock> {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(`No se puede escribir en DATA_DIR (${dataDir}): ${reason(error)}`);
  }
  try {
    return await lockFolder(dataDir);
  } catch (error) {
    if (error instanceof FolderInUse) {
      const who = error.pid === undefined ? '' : ` (proceso ${error.pid})`;
      throw new StartError(`Otra instancia de Charla usa DATA_DIR (${dataDir})${who}.`);
    }
    throw new StartError(`No se puede reservar DATA_DIR (${dataDir}): ${reason(error)}`);
  }
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function flushTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) flushTree(path);
    else if (entry.isFile()) flush(path);
  }
  if (process.platform !== 'win32') flush(folder);
}

/** The cluster's folder, made aside and moved into place whole, so that a kill in between leaves no half of one. */
async function prepareCluster(dataDir: string, log: DatabaseLog): Promise<string> {
  const cluster = join(dataDir, 'database');
  const versionFile = join(cluster, 'PG_VERSION');
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    if (!existsSync(versionFile)) {
      throw new StartError(`DATA_DIR está dañado: ${cluster} no es una base de datos de Charla.`);
    }
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version !== CLUSTER_VERSION) {
      throw new StartError(
        `DATA_DIR está dañado o es de otra versión: ${cluster} dice «${version.slice(0, 20)}» y se esperaba «${CLUSTER_VERSION}».`,
      );
    }
    return cluster;
  }
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('database.new-')) rmSync(join(dataDir, name), { recursive: true });
  }
  log.info({ folder: cluster }, 'creating the embedded database');
  const fresh = join(dataDir, `database.new-${randomUUID()}`);
  mkdirSync(fresh, { mode: 0o700 });
  try {
    const thread = await EngineThread.start({ folder: fresh });
    await thread.close();
    flushTree(fresh);
    rmSync(cluster, { recursive: true, force: true });
    renameSync(fresh, cluster);
    if (process.platform !== 'win32') flush(dataDir);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw new StartError(`No se pudo crear la base de datos en DATA_DIR (${dataDir}): ${reason(error)}`);
  }
  return cluster;
}

export interface PgliteOptions {
  /** Absent: in memory. */
  dataDir?: string;
  /** A tar from `dumpPglite`, to start an in-memory database from. */
  dump?: Uint8Array;
  log: DatabaseLog;
  observe?: ObserveStatement | undefined;
}

const threads = new WeakMap<Database, EngineThread>();

/** Opens the embedded engine. Throws `StartError` for an unusable, damaged or locked folder. */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  const { log } = options;
  if (options.dataDir === undefined) {
    const thread = await EngineThread.start(options.dump ? { dump: options.dump } : {});
    const database = createDatabase(pgliteEngine(thread, undefined), log, options.observe);
    threads.set(database, thread);
    return database;
  }
  const dataDir = resolve(options.dataDir);
  const lock = await claim(dataDir);
  try {
    const cluster = await prepareCluster(dataDir, log);
    const thread = await EngineThread.start({ folder: cluster });
    const database = createDatabase(pgliteEngine(thread, lock), log, options.observe);
    threads.set(database, thread);
    return database;
  } catch (error) {
    await lock.release();
    if (error instanceof StartError) throw error;
    log.error({ err: error }, 'the embedded database does not open');
    throw new StartError(`DATA_DIR está dañado: la base de datos de ${dataDir} no abre (${reason(error)}).`);
  }
}

/** The whole embedded database as a tar, for `openPglite({ dump })`. Nothing may be running. */
export async function dumpPglite(database: Database): Promise<Uint8Array> {
  const thread = threads.get(database);
  if (!thread) throw new DatabaseMisuse('Only an embedded database can be dumped');
  const { dump } = await thread.call({ op: 'dump' });
  if (!dump) throw new DatabaseLost('The embedded database answered without a dump');
  return dump;
}

/**
 * Copies the cluster of a running embedded database to a folder that does not exist yet, as it stands at one moment.
 * Everything written is in the files after a checkpoint, and the one connection is ours until they are copied: the copy
 * opens like a cluster whose process was killed then.
 * @returns how long everybody waited. Milliseconds
 */
export async function copyPglite(database: Database, folder: string): Promise<number> {
  const thread = threads.get(database);
  if (!thread) throw new DatabaseMisuse('Only an embedded database has files');
  return database.transaction(async (tx) => {
    const started = performance.now();
    await tx.query(sql`checkpoint`);
    await thread.call({ op: 'copy', folder });
    return performance.now() - started;
  });
}
