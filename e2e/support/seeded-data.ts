/**
 * Demo data, made once for a whole run and copied by every server that a test starts: seeding it each time was the
 * most expensive part of a test. Once for the embedded engine, and once for a real PostgreSQL (databases.ts).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, SEEDED, startDatabases } from './databases.ts';
import { SEEDED_DATA, SEEDED_FILES, ServerProcess } from './server-process.ts';

/** What a server that has just seeded its demo leaves in its folder. @returns where a copy of it lies */
async function seededBy(server: ServerProcess): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'charla-seeded-'));
  await server.stop();
  await server.copyDataTo(folder);
  await server.close();
  return folder;
}

/** Playwright's global setup. @returns what removes the data again */
export default async function seedOnce(): Promise<() => Promise<void>> {
  const embedded = await seededBy(await ServerProcess.launch('', {}, 'embedded'));
  process.env[SEEDED_DATA] = embedded;
  const stopDatabases = await startDatabases();
  const url = await createDatabase(SEEDED, 'template0');
  const files = await seededBy(await ServerProcess.launch('', { DATABASE_URL: url }, 'embedded'));
  process.env[SEEDED_FILES] = files;
  return async () => {
    for (const folder of [embedded, files]) await rm(folder, { recursive: true, force: true });
    await stopDatabases();
  };
}
