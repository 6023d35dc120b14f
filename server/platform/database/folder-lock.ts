/**
 * An exclusive lock on a folder that the kernel releases when its holder dies, however it dies: a listening
 * socket. PGlite does not lock its folder, and a second process's writes would vanish.
 */
import { createHash } from 'node:crypto';
import { linkSync, realpathSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Unix socket paths end at 104 bytes on macOS, 108 on Linux. */
const LONGEST_SOCKET_PATH = 100;

export interface FolderLock {
  release(): Promise<void>;
}

/** The folder is in use. `pid` is the holder's process where it could be asked. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
  readonly pid: number | undefined;
  constructor(folder: string, pid: number | undefined) {
    super(`${folder} is in use`);
    this.pid = pid;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(String(process.pid));
    });
    server.once('error', reject);
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** The holder's process id, NaN when it holds but does not say, undefined when nobody listens. */
function askHolder(address: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const socket = createConnection(address);
    const done = (pid: number | undefined) => {
      socket.destroy();
      resolve(pid);
    };
    // Connected but silent: its process is alive and busy.
    socket.setTimeout(500, () => done(Number.NaN));
    socket.on('error', (error) => {
      done(['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '') ? undefined : Number.NaN);
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.on('end', () => done(text === '' ? Number.NaN : Number(text)));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function inUse(folder: string, pid: number | undefined): FolderInUse {
  return new FolderInUse(folder, pid === undefined || Number.isNaN(pid) ? undefined : pid);
}

/** Addresses that vanish with their process and that only one can hold: Linux abstract sockets, Windows pipes. */
function kernelAddress(folder: string): string | undefined {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  if (process.platform === 'linux') return `\0charla-${hash}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\charla-${hash}`;
  return undefined;
}

function socketPath(folder: string): string {
  const path = join(folder, 'charla.lock');
  if (Buffer.byteLength(path) <= LONGEST_SOCKET_PATH) return path;
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  return join(tmpdir(), `charla-${hash}.lock`);
}

/**
 * A socket file. It also reaches processes of other containers on the same machine, whose abstract names are
 * separate. The name is claimed by an atomic link; one left by a dead process refuses connections.
 */
async function lockFile(folder: string): Promise<FolderLock | undefined> {
  const path = socketPath(folder);
  const own = `${path.slice(0, LONGEST_SOCKET_PATH - 12)}.${process.pid}`;
  let server: Server;
  try {
    server = await listen(own);
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') return undefined;
    // Left by a dead process that had our number.
    unlinkSync(own);
    server = await listen(own);
  }
  try {
    for (let tries = 0; tries < 5; tries += 1) {
      try {
        linkSync(own, path);
        return {
          async release() {
            unlinkSync(path);
            await closeServer(server);
          },
        };
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const holder = await askHolder(path);
      if (holder !== undefined) throw inUse(folder, holder);
      // Taken aside, not deleted: if somebody claimed the name in between, it is his and goes back.
      const aside = `${own}.old`;
      try {
        renameSync(path, aside);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') continue;
        throw error;
      }
      const taken = await askHolder(aside);
      if (taken !== undefined) {
        renameSync(aside, path);
        throw inUse(folder, taken);
      }
      unlinkSync(aside);
    }
    throw inUse(folder, undefined);
  } catch (error) {
    await closeServer(server);
    throw error;
  } finally {
    // The name was only a way to the claim; the socket lives on under the claimed one.
    rmSync(own, { force: true });
  }
}

/** Takes the lock or throws `FolderInUse` at once. The folder must exist. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const real = realpathSync(folder);
  const address = kernelAddress(real);
  let server: Server | undefined;
  if (address !== undefined) {
    try {
      server = await listen(address);
    } catch (error) {
      if (codeOf(error) === 'EADDRINUSE') throw inUse(real, await askHolder(address));
      throw error;
    }
  }
  try {
    const file = process.platform === 'win32' ? undefined : await lockFile(real);
    if (!server && !file) throw new Error(`${real} cannot hold a socket, and so no lock`);
    return {
      async release() {
        await file?.release();
        if (server) await closeServer(server);
      },
    };
  } catch (error) {
    if (server) await closeServer(server);
    throw error;
  }
}
