/** IM-4 with a real process that is killed in the middle of a file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LeadImport } from '../../contract/calls/imports.ts';
import { openDatabase, sql } from '../../server/platform/database/database.ts';
import { freshPostgres } from '../../server/platform/database/fresh-postgres.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { quietLog } from '../../server/platform/database/testing.ts';
import { startTestServer, type TestServer } from '../../server/testing.ts';
import { builtServer } from '../support/built-server.ts';

const BOT = 64;
const ROWS = 3_000;
/** As long as a dead process holds its jobs. Milliseconds. */
const LEASE = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'charla-import-'));
let place: Awaited<ReturnType<typeof freshPostgres>>;
let server: TestServer;
let child: ChildProcess | null = null;
beforeAll(async () => {
  place = await freshPostgres();
  const db = await openDatabase({ databaseUrl: place.url, log: quietLog });
  await migrate(db);
  server = await startTestServer({}, undefined, db);
}, 120_000);
afterAll(async () => {
  child?.kill('SIGKILL');
  await server.close();
  await place.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('IM-4 a process that is killed in the middle of a file leaves whole parts, and the next one ends it', async () => {
  await server.addBot(BOT);
  const owner = await server.addPerson('olga');
  await server.link(owner, BOT, 'propietario');
  const form = new FormData();
  form.append('bot_id', String(BOT));
  const lines = Array.from({ length: ROWS }, (_, at) => `Cliente ${at};c${at}@correo.cl`);
  form.append('file', new Blob([['Nombre;Correo', ...lines].join('\n')]), 'clientes.csv');
  const uploaded = await fetch(`${server.url}/svc/main/leads/imports`, {
    method: 'POST',
    headers: owner.headers as unknown as Record<string, string>,
    body: form,
  });
  const file = (await uploaded.json()) as LeadImport;
  const call = (method: string, path: string, body?: object) =>
    server.call(method, `/svc/main/leads/imports/${file.id}${path}`, {
      as: owner,
      ...(body ? { body } : {}),
    });
  await call('PUT', '', { mapping: file.guessed, key: 'auto' });
  expect((await call('POST', '/run')).status).toBe(202);

  child = spawn(process.execPath, [builtServer('main.js')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      SEED: 'none',
      DATA_DIR: folder,
      DATABASE_URL: place.url,
      APP_SECRET: 'a secret of the tests, long enough',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const clients = async () => {
    const [row] = await server.app.db.query<{ n: number }>(
      sql`select count(*)::int as n from leads where bot_id = ${BOT}`,
    );
    return row?.n ?? 0;
  };
  await expect.poll(clients, { timeout: 90_000, interval: 5 }).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await ended;
  const half = await clients();
  expect(half).toBeLessThan(ROWS);
  expect(half % 200).toBe(0);
  server.pass(LEASE);
  // The dead process's transaction ends when the server notices that its connection is gone.
  await expect
    .poll(
      async () => {
        await server.app.jobs.runDue();
        return ((await call('GET', '')).body as LeadImport).state;
      },
      { timeout: 60_000 },
    )
    .toBe('done');
  expect(((await call('GET', '')).body as LeadImport).report).toEqual({
    created: ROWS,
    updated: 0,
    unchanged: 0,
    duplicate: 0,
    refused: 0,
  });
  expect(await clients()).toBe(ROWS);
}, 240_000);
