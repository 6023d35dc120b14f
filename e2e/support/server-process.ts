/** Starts, kills and restarts the real server for browser tests. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('../../dist/client', import.meta.url));
const SERVE = fileURLToPath(new URL('./serve.mjs', import.meta.url));

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (!address || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

export class ServerProcess {
  readonly url: string;
  readonly #port: number;
  readonly #dataDir: string;
  #clientDir = '';
  #child: ChildProcess | null = null;

  private constructor(port: number, dataDir: string) {
    this.#port = port;
    this.#dataDir = dataDir;
    this.url = `http://127.0.0.1:${port}`;
  }

  /**
   * A server with fresh demo data.
   * @param workerPrefix code that the hub's worker runs first: a browser that lacks something
   */
  static async launch(workerPrefix = ''): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), await mkdtemp(join(tmpdir(), 'charla-e2e-')));
    if (workerPrefix) await server.#patchWorker(workerPrefix);
    await server.start();
    return server;
  }

  async #patchWorker(prefix: string): Promise<void> {
    this.#clientDir = join(this.#dataDir, 'client');
    await cp(CLIENT, this.#clientDir, { recursive: true });
    const assets = join(this.#clientDir, 'assets');
    for (const name of await readdir(assets)) {
      if (!/^worker-.*\.js$/.test(name)) continue;
      await writeFile(join(assets, name), `${prefix}\n${await readFile(join(assets, name), 'utf8')}`);
    }
  }

  /** Starts it (again) on the same port and data. Resolves when it answers. */
  async start(): Promise<void> {
    const child = fork(SERVE, {
      env: {
        ...process.env,
        PORT: String(this.#port),
        DATA_DIR: this.#dataDir,
        SEED: 'demo',
        DATABASE_URL: '',
        TEST_CLIENT_DIR: this.#clientDir,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code) => reject(new Error(`The server ended at its start with code ${code}`)));
    });
  }

  /** Ends it at once, in the middle of whatever it does. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    this.#child = null;
  }

  /** The newest mail to this address, as text; empty while there is none. */
  async mailTo(address: string): Promise<string> {
    const outbox = join(this.#dataDir, 'outbox');
    const names = await readdir(outbox).catch(() => []);
    const newest = names
      .filter((name) => name.endsWith('.html') && name.includes(`-${address}-`))
      .sort()
      .at(-1);
    return newest === undefined ? '' : readFile(join(outbox, newest), 'utf8');
  }

  /** E-mail addresses, one for each connected agent socket. */
  async sockets(): Promise<string[]> {
    const child = this.#child;
    if (!child) throw new Error('The server does not run');
    const answer = once(child, 'message') as Promise<[{ sockets: string[] }]>;
    child.send('sockets');
    const [{ sockets }] = await answer;
    return sockets;
  }

  async close(): Promise<void> {
    await this.kill();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}
