/** The embedded database under SIGKILL: twenty deaths in mid-write, and not one acknowledged message less. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const ROUNDS = 20;

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charla-kills-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function launch(file: string, environment: NodeJS.ProcessEnv = {}): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', path, folder], {
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
  const child = launch('./messages.fixture.ts');
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
  const first = launch('./messages.fixture.ts');
  if (!first.stdout) throw new Error('no output');
  for await (const line of createInterface(first.stdout)) if (line.startsWith('ack ')) break;
  const second = launch('../../server/main.ts', {
    DATA_DIR: folder,
    PORT: '0',
    DATABASE_URL: '',
    NODE_ENV: '',
  });
  const { code, said } = await errorOf(second);
  expect(said).toBe(`Otra instancia de Charla usa DATA_DIR (${folder}) (proceso ${first.pid}).`);
  expect(code).toBe(1);
});
