// @ts-check
/**
 * A throw-away real PostgreSQL from the system's packages (Debian: `apt-get install postgresql`), in a temporary
 * folder, on a free port of 127.0.0.1, with a random password. `node scripts/postgres-for-tests.mjs` prints its
 * address and stops it when interrupted; `startPostgres()` does the same for test set-ups.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './support/free-port.mjs';

export const MISSING =
  'No PostgreSQL server found: install it (Debian: apt-get install -y postgresql) or set TEST_DATABASE_URL to a server where databases may be created.';

/** The folder of initdb and postgres, newest version first; undefined when there is none. */
export function postgresBinaries() {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** @param {string} name */
function idOf(name) {
  return Number(execFileSync('id', [name, 'postgres'], { encoding: 'utf8' }).trim());
}

/**
 * Starts a server; rejects with `MISSING` or with what the server printed. `restart` ends it, as an operator would,
 * and starts it on the same data and port.
 * @param {{ durable?: boolean }} [options] durable: commits wait for the disk, as an installation's do
 * @returns {Promise<{ url: string, restart: () => Promise<void>, stop: () => Promise<void> }>}
 */
export async function startPostgres({ durable = false } = {}) {
  const binaries = postgresBinaries();
  if (!binaries) throw new Error(MISSING);
  const password = randomBytes(12).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'charla-postgres-'));
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(data, { mode: 0o700 });

  /** PostgreSQL refuses to run as root. @type {{ uid?: number, gid?: number }} */
  let user = {};
  if (process.getuid?.() === 0) {
    user = { uid: idOf('-u'), gid: idOf('-g') };
    for (const path of [folder, data, passwordFile]) chownSync(path, user.uid ?? 0, user.gid ?? 0);
  }

  const remove = () => rmSync(folder, { recursive: true, force: true });
  const made = spawnSync(
    join(binaries, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      // Letters beyond ASCII have their capitals, as in any installation; the order stays that of their numbers.
      '--locale=C.UTF-8',
      '-N',
    ],
    { ...user, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) {
    remove();
    throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  }

  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 200,
    // Nothing here outlives the tests.
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [join(binaries, 'postgres'), '-D', data, ...parameters];
  // Tied to our life where the system can, so that a killed test run leaves no server behind.
  const tie = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  const [program = '', ...rest] = tie ? [tie, '--pdeathsig', 'INT', ...command] : command;
  const launch = async () => {
    const server = spawn(program, rest, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    let ended = false;
    const exited = new Promise((resolve) => {
      const end = () => {
        ended = true;
        resolve(undefined);
      };
      server.once('exit', end);
      server.once('error', (error) => {
        printed += error.message;
        end();
      });
    });
    const ready = new Promise((resolve) => {
      server.stderr.setEncoding('utf8');
      server.stderr.on('data', (text) => {
        printed = (printed + text).slice(-4000);
        if (printed.includes('ready to accept connections')) resolve(undefined);
      });
    });
    await Promise.race([ready, exited]);
    if (ended) {
      remove();
      throw new Error(`PostgreSQL did not start: ${printed}`);
    }
    const kill = () => server.kill('SIGINT');
    const end = async () => {
      if (!ended) kill();
      await exited;
    };
    return { kill, end };
  };

  let running = await launch();
  const killAtExit = () => {
    running.kill();
    remove();
  };
  process.once('exit', killAtExit);
  const stop = async () => {
    process.off('exit', killAtExit);
    await running.end();
    remove();
  };
  const restart = async () => {
    await running.end();
    running = await launch();
  };
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, restart, stop };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url, stop } = await startPostgres();
  console.log(url);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => {
      void stop().then(() => process.exit(0));
    });
  }
}
