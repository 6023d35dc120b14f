/**
 * `npm run build` builds client, widget and server into dist/, each only if its inputs changed since.
 * `--force` builds all of it; names build these alone (`node scripts/build.mjs server`). `npm start` and `npm test`
 * call this too.
 */
import { dirname, join } from 'node:path';
import { compressAhead } from './support/compress-ahead.mjs';
import { runProgram } from './support/run.mjs';
import { hashInputs, isStale, root, stamp, targets } from './support/targets.mjs';

const force = process.argv.includes('--force');
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));

for (const target of targets) {
  if (asked.length > 0 && !asked.includes(target.name)) continue;
  const hash = await hashInputs(target);
  if (!force && !(await isStale(target, hash))) continue;
  console.log(`Building the ${target.name} …`);
  const started = performance.now();
  const code = await runProgram(
    'vite/bin/vite.js',
    ['build', '--config', target.config, '--logLevel', 'warn'],
    {
      NODE_ENV: 'production',
      // The time tells two open builds which of them is newer; the hash, what it was made of.
      BUILD_ID: `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}-${hash.slice(0, 12)}`,
    },
  );
  if (code !== 0) {
    console.error(`The ${target.name} could not be built; see above.`);
    process.exit(code);
  }
  if (target.name !== 'server') await compressAhead(dirname(join(root, target.proof)));
  await stamp(target, hash);
  console.log(`Built the ${target.name} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
