/** Fits when a message asks two things: a logistic curve over a few values, by Newton's steps on values of the same size. */
import type { PairValues, PairWeights } from '../../server/assistant/engine/two-questions.ts';

/** One way to take a message apart. `both`: its halves are what the message asks. */
export interface PairSample {
  values: PairValues;
  both: boolean;
}

const ROUNDS = 30;
/** Against weights that few messages speak for. */
const DECAY = 3;
/** An answer too many is worse than one too few: the odds of two questions are that much less than they are. */
const CAUTION = 0.25;

export function fitPairs(samples: readonly PairSample[]): PairWeights {
  const names = Object.keys(samples[0]?.values ?? {}) as (keyof PairValues)[];
  const middle = names.map(
    (name) => samples.reduce((sum, { values }) => sum + values[name], 0) / samples.length,
  );
  const size = names.map(
    (name, at) =>
      Math.sqrt(
        samples.reduce((sum, { values }) => sum + (values[name] - (middle[at] ?? 0)) ** 2, 0) /
          samples.length,
      ) || 1,
  );
  const rows = samples.map(({ values }) => [
    ...names.map((name, at) => (values[name] - (middle[at] ?? 0)) / (size[at] ?? 1)),
    1,
  ]);
  const weights = rows[0]?.map(() => 0) ?? [];
  for (let round = 0; round < ROUNDS; round++) {
    const slope = weights.map((weight, at) => (at < names.length ? DECAY * weight : 0));
    const bend: number[][] = weights.map((_, at) =>
      weights.map((__, other) => (at === other ? (at < names.length ? DECAY : 1e-6) : 0)),
    );
    for (const [at, row] of rows.entries()) {
      const chance =
        1 / (1 + Math.exp(-row.reduce((sum, value, place) => sum + value * (weights[place] ?? 0), 0)));
      const miss = chance - (samples[at]?.both ? 1 : 0);
      for (const [one, value] of row.entries()) {
        slope[one] = (slope[one] ?? 0) + miss * value;
        const line = bend[one] ?? [];
        for (const [two, also] of row.entries())
          line[two] = (line[two] ?? 0) + chance * (1 - chance) * value * also;
      }
    }
    for (const [at, step] of solve(bend, slope).entries()) weights[at] = (weights[at] ?? 0) - step;
  }
  const plain = names.map((name, at) => [name, (weights[at] ?? 0) / (size[at] ?? 1)] as const);
  const shift = plain.reduce((sum, [, weight], at) => sum + weight * (middle[at] ?? 0), 0);
  return { ...Object.fromEntries(plain), one: (weights[names.length] ?? 0) - shift - CAUTION } as PairWeights;
}

/** Gauss with pivots; `lines` and `right` are used up. */
function solve(lines: number[][], right: number[]): number[] {
  const count = right.length;
  for (let at = 0; at < count; at++) {
    let pivot = at;
    for (let row = at; row < count; row++)
      if (Math.abs(lines[row]?.[at] ?? 0) > Math.abs(lines[pivot]?.[at] ?? 0)) pivot = row;
    [lines[at], lines[pivot]] = [lines[pivot] ?? [], lines[at] ?? []];
    [right[at], right[pivot]] = [right[pivot] ?? 0, right[at] ?? 0];
    const line = lines[at] ?? [];
    for (let row = 0; row < count; row++) {
      if (row === at) continue;
      const part = (lines[row]?.[at] ?? 0) / (line[at] || 1e-12);
      for (let column = at; column < count; column++)
        (lines[row] ?? [])[column] = (lines[row]?.[column] ?? 0) - part * (line[column] ?? 0);
      right[row] = (right[row] ?? 0) - part * (right[at] ?? 0);
    }
  }
  return right.map((value, at) => value / (lines[at]?.[at] || 1e-12));
}
