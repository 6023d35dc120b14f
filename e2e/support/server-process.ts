/** Starts, kills and restarts the real server for browser tests. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshPostgres } from '../../server/platform/database/fresh-postgres.ts';

const CLIENT = fileURLToPath(new URL('../../dist/client', import.meta.url));
const SERVE = fileURLToPath(new URL('./serve.mjs', import.meta.url));

/** Where the run's seeded data lies (seeded-data.ts), so that a launch copies it instead of seeding again. */
export const SEEDED_DATA = 'CHARLA_E2E_SEEDED_DATA';
/** The same on the run's PostgreSQL: the name of the database, and what belongs to it in a folder. */
export const SEEDED_DATABASE = 'CHARLA_E2E_SEEDED_DATABASE';
export const SEEDED_FILES = 'CHARLA_E2E_SEEDED_FILES';

/**
 * Where a server keeps its data: in its own folder, as from the first command, or on a real PostgreSQL, which starts
 * in a third of the time. Browser tests have both (docs/decisions/0061-engine-of-tests.md).
 */
export type Engine = 'embedded' | 'postgres';

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
  readonly #settings: Record<string, string>;
  #clientDir = '';
  #child: ChildProcess | null = null;
  /** Its database on the run's PostgreSQL; null: embedded. */
  #database: Awaited<ReturnType<typeof freshPostgres>> | null = null;

  private constructor(port: number, dataDir: string, settings: Record<string, string>) {
    this.#port = port;
    this.#settings = settings;
    this.#dataDir = dataDir;
    this.url = `http://127.0.0.1:${port}`;
  }

  /**
   * A server with fresh demo data.
   * @param workerPrefix code that the hub's worker runs first: a browser that lacks something
   * @param settings environment variables of its own
   * @param engine embedded for what is stopped, copied and put back as a folder
   */
  static async launch(
    workerPrefix = '',
    settings: Record<string, string> = {},
    engine: Engine = 'embedded',
  ): Promise<ServerProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'charla-e2e-'));
    const server = new ServerProcess(await freePort(), folder, { ...settings });
    const seeded = process.env[engine === 'embedded' ? SEEDED_DATA : SEEDED_FILES];
    if (seeded) await cp(seeded, server.#dataDir, { recursive: true });
    if (engine === 'postgres') {
      server.#database = await freshPostgres(process.env[SEEDED_DATABASE]);
      server.#settings['DATABASE_URL'] = server.#database.url;
    }
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
      // As the build compressed it, it lacks nothing.
      await rm(join(assets, `${name}.br`), { force: true });
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
        ...this.#settings,
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

  /** Asks it to end, as the system does at a shutdown. Resolves when it has. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    this.#child = null;
  }

  /** Copies the data of a stopped server. @param folder an existing, empty one */
  async copyDataTo(folder: string): Promise<void> {
    await cp(this.#dataDir, folder, { recursive: true });
  }

  /** Stops it and puts these data in the place of its own, as one restores a backup. Start it again afterwards. */
  async restore(folder: string): Promise<void> {
    await this.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
    await cp(folder, this.#dataDir, { recursive: true });
  }

  /** Serves another build of the client from its next start on. @param folder as `otherBuild` made it */
  async deploy(folder: string): Promise<void> {
    await this.stop();
    this.#clientDir = folder;
    await this.start();
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

  /** Asks what serve.mjs answers, or what the module in TEST_ANSWERS does. One question at a time. */
  async ask<A>(ask: string, question: object = {}): Promise<A> {
    const child = this.#child;
    if (!child) throw new Error('The server does not run');
    const answer = once(child, 'message') as Promise<[{ answer: A }]>;
    child.send({ ask, ...question });
    return (await answer)[0].answer;
  }

  /** E-mail addresses, one for each connected agent socket. */
  sockets(): Promise<string[]> {
    return this.ask('sockets');
  }

  /** Moves the server's clock, and lets it do what has come due. */
  advance(milliseconds: number): Promise<null> {
    return this.ask('advance', { milliseconds });
  }

  /** The logged events of this name at a bot, oldest first. */
  events<D>(bot: number, name: string): Promise<{ name: string; data: D }[]> {
    return this.ask('events', { bot, name });
  }

  /** Milliseconds that each presence lease of somebody at a bot still has. */
  leases(email: string, bot: number): Promise<number[]> {
    return this.ask('leases', { email, bot });
  }

  /** The bot's plan is one that a payment provider collects. */
  collected(bot: number): Promise<null> {
    return this.ask('collected', { bot });
  }

  /** The files of exports that it keeps. */
  exportFiles(): Promise<string[]> {
    return readdir(join(this.#dataDir, 'exports')).catch(() => []);
  }

  /** A large inbox under Pendientes: `big-1` (the newest) to `big-N`, with `messages` in `big-1`. */
  fill(bot: number, size: { conversations: number; messages: number }): Promise<null> {
    return this.ask('fill', { bot, ...size });
  }

  /** Somebody's sessions are over, and no browser hears of it. */
  endTokens(email: string): Promise<null> {
    return this.ask('endTokens', { email });
  }

  /** An agent's status changes so many times: logged events that everybody at the bot sees. */
  restless(email: string, bot: number, count: number): Promise<null> {
    return this.ask('restless', { email, bot, count });
  }

  /** A conversation's tags change so many times, in one go: as many logged events, as large as these. */
  retag(conversation: string, count: number, tags: string[]): Promise<null> {
    return this.ask('retag', { conversation, count, tags });
  }

  /** The newest reply of a conversation did not reach its customer, who is away. */
  failReply(conversation: string): Promise<null> {
    return this.ask('failReply', { conversation });
  }

  /** How many sockets it has closed because they did not read, by its own figures. */
  async overflowed(): Promise<number> {
    const figures = await (await fetch(`${this.url}/metricsz`)).text();
    return Number(/^charla_sockets_overflowed_total (\d+)$/m.exec(figures)?.[1]);
  }

  /** The most sockets that this person has ever had open at the same time since the server started. */
  mostSockets(email: string): Promise<number> {
    return this.ask('mostSockets', { email });
  }

  /** Puts so many agents at a bot, whatever its plan: 'Agente 01', 'Agente 02' … */
  addAgents(bot: number, count: number): Promise<null> {
    return this.ask('addAgents', { bot, count });
  }

  async close(): Promise<void> {
    await this.kill();
    await this.#database?.drop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}
