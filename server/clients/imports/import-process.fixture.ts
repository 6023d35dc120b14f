/** A process of its own for tests: a whole server on the database of its argument, that works on what is due there. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../start-server.ts';
import { testConfig } from '../../testing.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'charla-import-'));
await startServer({ config: testConfig(dataDir, { databaseUrl: process.argv[2] }), runJobs: true });
console.log('open');
