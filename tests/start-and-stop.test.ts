/** The process as its operator meets it: it starts, it ends, and it says in one line why it can't. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratedFolder } from '../server/platform/database/testing.ts';
import { builtServer } from './support/built-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'charla-start-'));
const children = new Set<ChildProcess>();
let taken: Server;
let takenPort = 0;

beforeAll(async () => {
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  if (address && typeof address === 'object') takenPort = address.port;
});
afterAll(() => {
  taken.close();
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the built server with these settings and nothing of this machine's. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [builtServer('main.js')], {
    cwd: root,
    env: { PATH: process.env.PATH, SEED: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (part) => {
    out += String(part);
  });
  child.stderr.on('data', (part) => {
    err += String(part);
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, ended, out: () => out, err: () => err };
}

async function running(env: Record<string, string>) {
  const server = start({ PORT: '0', ...env });
  const address = () => /está en (http:\S+)/.exec(server.out())?.[1];
  await expect.poll(() => address() ?? server.err(), { timeout: 150_000 }).toMatch(/^http:/);
  return { ...server, url: String(address()) };
}

it.each([
  [
    'the port is taken',
    async () => {
      await migratedFolder(join(folder, 'a'));
      return { PORT: String(takenPort), DATA_DIR: join(folder, 'a') };
    },
    /^El puerto \d+ ya está en uso/,
  ],
  [
    'DATA_DIR can not be a folder',
    () => {
      writeFileSync(join(folder, 'file'), '');
      return { DATA_DIR: join(folder, 'file') };
    },
    /DATA_DIR/,
  ],
  [
    'the database does not answer',
    () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:9/x' }),
    /base de datos|DATABASE_URL/,
  ],
  [
    'Redis is asked for without a database to share',
    () => ({ REDIS_URL: 'redis://127.0.0.1' }),
    /falta DATABASE_URL/,
  ],
  ['production has no secret', () => ({ NODE_ENV: 'production' }), /^Falta APP_SECRET/],
])('says in one line that %s, and ends with 1', async (_what, env, line) => {
  const server = start(await env());
  expect(await server.ended).toBe(1);
  expect(server.err()).toMatch(line);
  expect(server.err().trim().split('\n')).toHaveLength(1);
});

it('starts, answers, keeps its secret and its folder to itself, and ends on SIGTERM', async () => {
  const DATA_DIR = join(folder, 'data');
  const first = await running({ DATA_DIR });
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${first.url}/client-config.json`)).json()).toMatchObject({
    product: { name: 'Charla', slug: 'charla' },
    demo: false,
  });
  expect(first.err()).toBe('');
  const secret = statSync(join(DATA_DIR, 'app-secret'));
  expect(secret.mode & 0o777).toBe(0o600);

  const second = start({ PORT: '0', DATA_DIR });
  expect(await second.ended).toBe(1);
  expect(second.err()).toMatch(/Otra instancia/);

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const again = await running({ DATA_DIR });
  expect(statSync(join(DATA_DIR, 'app-secret')).mtimeMs).toBe(secret.mtimeMs);
  again.child.kill('SIGINT');
  expect(await again.ended).toBe(0);
});
