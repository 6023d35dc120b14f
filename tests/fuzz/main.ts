/**
 * Random lives of the hub: `npm run fuzz -- [--runs 10000] [--seed 20261121] [--from 0]`, and one life again, with all
 * that the product says: `npm run fuzz -- --life '{…}'`. The same seed is always the same lives. Prints seed and
 * progress, and the first failing life as small as it could be made; ends with 1 when one failed.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { firstFault } from './lives.ts';
import { runLife } from './run-life.ts';
import type { Life } from './steps.ts';

/** Lives of one batch; each has a seed of its own, so that it can be run alone. */
const BATCH = 100;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '20261121' },
    from: { type: 'string', default: '0' },
    life: { type: 'string' },
  },
});

if (values.life) {
  await runLife(JSON.parse(values.life) as Life);
  process.exit(0);
}
const [runs, seed, from] = [Number(values.runs), Number(values.seed), Number(values.from)];
console.info(`fuzz: seed ${seed}, ${runs} lives from ${from}`);
const began = Date.now();
for (let done = 0; done < runs; done += BATCH) {
  const now = Math.min(BATCH, runs - done);
  const fault = await firstFault(seed + (from + done) / BATCH, now);
  if (fault) {
    console.error(fault);
    process.exit(1);
  }
  console.info(`${done + now} of ${runs} lives, ${((Date.now() - began) / 1000).toFixed(0)} s`);
}
process.exit(0);
