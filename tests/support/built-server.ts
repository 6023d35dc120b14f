/**
 * The server as it is shipped, for tests that start it as a process of its own: from the sources every start would
 * read and compile all of them first.
 */
import { join } from 'node:path';
import { run } from '../../scripts/support/run.mjs';
import { root } from '../../scripts/support/targets.mjs';

/** @param file under dist/server: `main.js` */
export const builtServer = (file: string): string => join(root, 'dist', 'server', file);

/**
 * What Node is told of a process that lives for seconds: its embedded engine is not translated a second time, for long
 * lives, which took half of the processor time of such a life.
 */
export const BRIEFLY = ['--liftoff-only'];

/** Vitest's global setup: builds it where it is stale. */
export default async function build(): Promise<void> {
  const code = await run(process.execPath, [join(root, 'scripts', 'build.mjs'), 'server']);
  if (code !== 0) throw new Error(`The server could not be built: exit code ${code}`);
}
