/**
 * Demo data, made once for a whole run and copied by every server that a test starts: seeding it each time was the
 * most expensive part of a test.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SEEDED_DATA, ServerProcess } from './server-process.ts';

/** Playwright's global setup. @returns what removes the data again */
export default async function seedOnce(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'charla-seeded-'));
  const server = await ServerProcess.launch();
  await server.stop();
  await server.copyDataTo(folder);
  await server.close();
  process.env[SEEDED_DATA] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
