// @ts-check
/** A throw-away Redis from the system's packages (Debian: `apt-get install redis-server`), on a free port of 127.0.0.1. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from './support/free-port.mjs';

/** The program; undefined when there is none. */
function redisProgram() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'redis-server')).find((file) => existsSync(file));
}

/**
 * Starts a server that keeps nothing on disk. `kill` ends it without a word, `start` brings an empty one back on the
 * same port.
 * @returns {Promise<{ url: string, kill: () => Promise<void>, start: () => Promise<void> }>}
 */
export async function startRedis() {
  const program = redisProgram();
  if (!program) throw new Error('No Redis found: install it (Debian: apt-get install -y redis-server).');
  const port = await freePort();
  const tie = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  const command = [
    program,
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const [first = '', ...rest] = tie ? [tie, '--pdeathsig', 'INT', ...command] : command;
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;

  const start = () =>
    new Promise((resolve, reject) => {
      let printed = '';
      const started = spawn(first, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
      child = started;
      started.once('error', reject);
      started.once('exit', () => reject(new Error(`Redis did not start: ${printed}`)));
      started.stdout.on('data', (part) => {
        printed += String(part);
        if (printed.includes('Ready to accept connections')) resolve(undefined);
      });
    });
  const kill = () =>
    new Promise((resolve) => {
      if (!child || child.exitCode !== null) return resolve(undefined);
      child.once('exit', () => resolve(undefined));
      child.kill('SIGKILL');
    });
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: async () => void (await kill()),
    start: async () => void (await start()),
  };
}
