/**
 * `npm start`: builds what is stale, in a child so that the bundler's memory goes with it, then becomes the
 * server: the one Node process that serves everything.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './support/run.mjs';
import { hashInputs, isStale, root, targets } from './support/targets.mjs';

const stale = await Promise.all(targets.map(async (target) => isStale(target, await hashInputs(target))));
if (stale.includes(true)) {
  const code = await run(process.execPath, [join(root, 'scripts', 'build.mjs')]);
  if (code !== 0) process.exit(code);
}

process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);
