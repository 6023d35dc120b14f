/** `npm run backup | restore | move-to-postgres | second-factor-off`: builds the server if it is stale, then runs the tool that is named. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './support/run.mjs';
import { hashInputs, isStale, root, targets } from './support/targets.mjs';

const server = targets.find(({ name }) => name === 'server');
if (server && (await isStale(server, await hashInputs(server)))) {
  const code = await run(process.execPath, [join(root, 'scripts', 'build.mjs')]);
  if (code !== 0) process.exit(code);
}

process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'dist', 'server', 'tools', 'main.js')).href);
