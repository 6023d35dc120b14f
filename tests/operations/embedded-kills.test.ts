/** The embedded database under SIGKILL: twenty deaths in mid-write, and not one acknowledged message less. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { migrationsFolder } from '../../server/platform/database/migrate.ts';
import { migratedFolder } from '../../server/platform/database/testing.ts';
import { BRIEFLY, builtServer } from '../support/built-server.ts';

const ROUNDS = 20;

const root = fileURLToPath(new URL('../..', import.meta.url));
const lives = join(root, '.cache', 'embedded-kills');

/** Built once: from the sources each of the lives would read and compile some hundred files before its first word. */
beforeAll(async () => {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: 'tests/operations/messages.fixture.ts',
      outDir: lives,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'life.js', chunkFileNames: '[name]-[hash].js' } },
    },
  });
  // What the sources find beside themselves.
  const worker = fileURLToPath(new URL('../../server/platform/database/pglite-worker.mjs', import.meta.url));
  for (const path of [worker, migrationsFolder()])
    cpSync(path, join(lives, basename(path)), { recursive: true });
});
afterAll(() => rmSync(lives, { recursive: true, force: true }));

let folder: string;
let children: ChildProcess[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charla-kills-'));
  children = [];
  await migratedFolder(folder);
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function launch(program: string, environment: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(process.execPath, [...BRIEFLY, program, folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  children.push(child);
  return child;
}

async function errorOf(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.trim() };
}

/** One life: what it found, and what it acknowledged until it was killed after `count` messages of its own. */
async function life(count: number): Promise<{ have: Set<string>; acknowledged: string[] }> {
  const child = launch(join(lives, 'life.js'));
  if (!child.stdout) throw new Error('no output');
  const error = errorOf(child);
  let have: Set<string> | null = null;
  const acknowledged: string[] = [];
  const faults: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    const [word = '', ...rest] = line.split(' ');
    if (word === 'have') have = new Set(rest.filter(Boolean));
    else if (word === 'ack') acknowledged.push(...rest);
    else faults.push(line);
    if (acknowledged.length === count) child.kill('SIGKILL');
  }
  expect(faults).toEqual([]);
  if (!have) throw new Error(`It did not start: ${(await error).said}`);
  return { have, acknowledged };
}

it('INB-37 keeps every acknowledged message through twenty kills in mid-write, and its log without a gap', {
  timeout: 600_000,
}, async () => {
  const acknowledged: string[] = [];
  // One life more than deaths: the last one only tells what it found.
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Sometimes at once, sometimes after the log has grown into further files.
    const { have, acknowledged: now } = await life(1 + ((round * 37) % 90));
    const lost = acknowledged.filter((id) => !have.has(id));
    expect(lost, `after kill ${round}`).toEqual([]);
    acknowledged.push(...now);
  }
  expect(acknowledged.length).toBeGreaterThan(ROUNDS * 20);
});

it('INB-39 refuses a second server on the same folder in one line that names the first', {
  timeout: 300_000,
}, async () => {
  const first = launch(join(lives, 'life.js'));
  if (!first.stdout) throw new Error('no output');
  for await (const line of createInterface(first.stdout)) if (line.startsWith('ack ')) break;
  const second = launch(builtServer('main.js'), {
    DATA_DIR: folder,
    PORT: '0',
    DATABASE_URL: '',
    NODE_ENV: '',
  });
  const { code, said } = await errorOf(second);
  expect(said).toBe(`Otra instancia de Charla usa DATA_DIR (${folder}) (proceso ${first.pid}).`);
  expect(code).toBe(1);
});
