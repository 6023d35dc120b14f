/** Half of the lives that every run of the tests lives; `npm run fuzz` lives ten thousand. */
import { expect, it } from 'vitest';
import { firstFault } from './lives.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20261122);

it('HUB-70 whatever happens to wires, disks, clocks, pages, workers and builds: a fresh load in the end', {
  timeout: 600_000,
}, async () => {
  expect(await firstFault(SEED, 250)).toBeNull();
});
