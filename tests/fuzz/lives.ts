/** Runs lives of one seed, and says of the first that fails how to live it again. */
import fc from 'fast-check';
import { runLife } from './run-life.ts';
import { life } from './steps.ts';

/** Deaths, broken disks and lost answers are what is wanted here: their reports would bury what matters. */
export async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { error, warn } = console;
  console.error = () => undefined;
  console.warn = () => undefined;
  try {
    return await work();
  } finally {
    console.error = error;
    console.warn = warn;
  }
}

/** @returns null, or the failing life as small as it could be made and what the oracle says of it */
export async function firstFault(seed: number, runs: number): Promise<string | null> {
  const result = await quietly(() =>
    fc.check(
      fc.asyncProperty(life, (each) => runLife(each)),
      { seed, numRuns: runs },
    ),
  );
  if (!result.failed) return null;
  const { counterexample, counterexamplePath, errorInstance } = result;
  const said = errorInstance instanceof Error ? errorInstance.stack : String(errorInstance);
  return [
    `seed ${seed}, path ${counterexamplePath}`,
    `npm run fuzz -- --life '${JSON.stringify(counterexample?.[0])}'`,
    said,
  ].join('\n');
}
