/**
 * Demo data, made once for a whole run and copied by every server that a test starts: seeding it each time was the
 * most expensive part of a test. Once for the embedded engine, and once on a real PostgreSQL.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres-for-tests.mjs';
import { freshPostgres } from '../../server/platform/database/fresh-postgres.ts';
import { PASSWORD } from './enter.ts';
import { SEEDED_DATA, SEEDED_DATABASE, SEEDED_FILES, ServerProcess } from './server-process.ts';

/** Starts a server that seeds its demo, and ends it. @returns where a copy of its folder lies */
async function seed(settings: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'charla-seeded-'));
  const server = await ServerProcess.launch('', settings);
  await server.ask('quickPasswords', { password: PASSWORD });
  await server.stop();
  await server.copyDataTo(folder);
  await server.close();
  return folder;
}

/** Playwright's global setup. @returns what removes the data again */
export default async function seedOnce(): Promise<() => Promise<void>> {
  // Without a DATABASE_URL of its own a server is embedded.
  const data = await seed({});
  const own = process.env['TEST_DATABASE_URL'] ? null : await startPostgres();
  if (own) process.env['TEST_DATABASE_URL'] = own.url;
  const database = await freshPostgres();
  const files = await seed({ DATABASE_URL: database.url });
  process.env[SEEDED_DATA] = data;
  process.env[SEEDED_DATABASE] = new URL(database.url).pathname.slice(1);
  process.env[SEEDED_FILES] = files;
  return async () => {
    for (const folder of [data, files]) await rm(folder, { recursive: true, force: true });
    await database.drop();
    await own?.stop();
  };
}
