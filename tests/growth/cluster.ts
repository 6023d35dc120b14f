/** N processes of the server behind a balancer that knows nothing of them, as an installation beyond one machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/support/free-port.mjs';
import { builtServer } from '../support/built-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Milliseconds to a first answer: the sources are compiled at each start, by all at once, and one of them seeds. */
const START = 240_000;

interface Member {
  port: number;
  child: ChildProcess | null;
}

export class Cluster {
  readonly #members: Member[] = [];
  readonly #env: Record<string, string>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'charla-cluster-'));
  readonly #open = new Set<Socket>();
  #balancer: Server | null = null;
  #next = 0;
  url = '';
  /** What the processes said on their error stream, for a failure's report. */
  said = '';

  private constructor(env: Record<string, string>) {
    this.#env = env;
  }

  /** @param env their common settings: DATABASE_URL, REDIS_URL, APP_SECRET */
  static async start(size: number, env: Record<string, string>): Promise<Cluster> {
    const cluster = new Cluster(env);
    const port = await freePort();
    cluster.url = `http://127.0.0.1:${port}`;
    for (let index = 0; index < size; index += 1)
      cluster.#members.push({ port: await freePort(), child: null });
    cluster.#balancer = createServer((incoming) => cluster.#route(incoming, size));
    await new Promise<void>((resolve) => cluster.#balancer?.listen(port, '127.0.0.1', resolve));
    // All at once: they must agree among themselves who migrates and who seeds.
    await Promise.all(cluster.#members.map((_, index) => cluster.startMember(index)));
    return cluster;
  }

  /** The address of one process, past the balancer. */
  member(index: number): string {
    return `http://127.0.0.1:${this.#at(index).port}`;
  }

  async startMember(index: number): Promise<void> {
    const member = this.#at(index);
    const child = spawn(process.execPath, [builtServer('main.js')], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        ...this.#env,
        PORT: String(member.port),
        PUBLIC_URL: this.url,
        DATA_DIR: this.#folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    member.child = child;
    child.stdout.resume();
    const keep = (part: Buffer) => {
      this.said = (this.said + String(part)).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const until = performance.now() + START;
    while (!(await answers(`${this.member(index)}/readyz`))) {
      if (child.exitCode !== null || performance.now() > until)
        throw new Error(`Process ${index} did not start: ${this.said}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Ends a process. @returns its exit code; null after SIGKILL */
  async end(index: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const { child } = this.#at(index);
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return gone;
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map((_, index) => this.end(index, 'SIGKILL')));
    for (const socket of this.#open) socket.destroy();
    this.#balancer?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #at(index: number): Member {
    const member = this.#members[index];
    if (!member) throw new RangeError(`no process ${index}`);
    return member;
  }

  /** Each connection to the next process that takes it. */
  #route(incoming: Socket, triesLeft: number): void {
    const { port } = this.#at(this.#next++ % this.#members.length);
    const outgoing = connect(port, '127.0.0.1');
    this.#open.add(incoming).add(outgoing);
    let joined = false;
    const forget = () => {
      this.#open.delete(incoming);
      this.#open.delete(outgoing);
    };
    outgoing.once('connect', () => {
      joined = true;
      incoming.pipe(outgoing).pipe(incoming);
    });
    outgoing.on('error', () => {
      if (!joined && triesLeft > 1) this.#route(incoming, triesLeft - 1);
      else incoming.destroy();
    });
    outgoing.on('close', () => {
      if (joined) incoming.destroy();
      forget();
    });
    incoming.on('error', () => outgoing.destroy());
    incoming.on('close', () => outgoing.destroy());
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
