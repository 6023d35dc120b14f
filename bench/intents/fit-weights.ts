/** Fits the few weights of the decision on messages whose subject is known: gradient ascent of their likelihood. */
import type { Evidence, Weights } from '../../server/assistant/engine/decision.ts';

/** One message as it was heard. `right` empty: it has no answer. `label`s are places among its candidates. */
export interface Sample {
  evidence: Evidence;
  right: ReadonlySet<number>;
}

const ROUNDS = 150;
const RATE = 0.08;
const DECAY = 0.003;
/** A foreign message that is answered is worse than an own one that is asked back. */
const FOREIGN = 1.5;

interface Row {
  /** One run of values a candidate. */
  intents: Float64Array;
  none: Float64Array;
  right: readonly boolean[];
  foreign: boolean;
}

/**
 * Adam on the negative log likelihood, features scaled to the same size.
 * @param fitted weights that stay as they are, but for those named `free`
 */
export function fitWeights(
  samples: readonly Sample[],
  { fitted, free }: { fitted?: Weights; free?: readonly string[] } = {},
): Weights {
  const usable = samples.filter(
    ({ evidence, right }) => right.size === 0 || evidence.candidates.some(({ label }) => right.has(label)),
  );
  const [first] = usable;
  if (!first) throw new Error('Nothing to fit');
  const names = Object.keys(first.evidence.candidates[0]?.values ?? {});
  const noneNames = Object.keys(first.evidence.none);
  const rows: Row[] = usable.map(({ evidence, right }) => ({
    intents: Float64Array.from(evidence.candidates.flatMap(({ values }) => Object.values(values))),
    none: Float64Array.from(Object.values(evidence.none)),
    right: evidence.candidates.map(({ label }) => right.has(label)),
    foreign: right.size === 0,
  }));
  const sizes = Float64Array.from([
    ...scale(rows, 'intents', names.length),
    ...scale(rows, 'none', noneNames.length),
  ]);
  const count = names.length;
  const all = [...names, ...noneNames];
  const known = fitted
    ? [
        ...names.map((name) => fitted.intent[name as keyof Weights['intent']]),
        ...noneNames.map((name) => fitted.none[name as keyof Weights['none']]),
      ]
    : [];
  const weights = sizes.map((size, at) => (known[at] ?? 0) * size);
  const mean = new Float64Array(sizes.length);
  const square = new Float64Array(sizes.length);
  for (let round = 1; round <= ROUNDS; round++) {
    const slopes = weights.map((weight) => weight * DECAY);
    for (const row of rows) addSlopes(row, weights, count, slopes, 1 / rows.length);
    for (let at = 0; at < weights.length; at++) {
      if (free && !free.includes(all[at] ?? '')) continue;
      const slope = slopes[at] ?? 0;
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope;
      const step = (mean[at] ?? 0) / (1 - 0.9 ** round);
      weights[at] =
        (weights[at] ?? 0) - (RATE * step) / (Math.sqrt((square[at] ?? 0) / (1 - 0.999 ** round)) + 1e-8);
    }
  }
  const named = (list: readonly string[], from: number) =>
    Object.fromEntries(list.map((name, at) => [name, (weights[from + at] ?? 0) / (sizes[from + at] ?? 1)]));
  return { intent: named(names, 0), none: named(noneNames, count) } as unknown as Weights;
}

function addSlopes(row: Row, weights: Float64Array, count: number, slopes: Float64Array, part: number): void {
  const { intents, none, right, foreign } = row;
  const sums = right.map((_, place) => {
    let sum = 0;
    for (let at = 0; at < count; at++) sum += (weights[at] ?? 0) * (intents[place * count + at] ?? 0);
    return sum;
  });
  let nothing = 0;
  for (let at = 0; at < none.length; at++) nothing += (weights[count + at] ?? 0) * (none[at] ?? 0);
  const top = Math.max(nothing, ...sums);
  const whole = sums.reduce((sum, one) => sum + Math.exp(one - top), Math.exp(nothing - top));
  const chanceOf = (sum: number) => Math.exp(sum - top) / whole;
  const hit = Math.max(
    1e-9,
    foreign
      ? chanceOf(nothing)
      : sums.reduce((all, sum, place) => all + (right[place] ? chanceOf(sum) : 0), 0),
  );
  const weight = (foreign ? FOREIGN : 1) * part;
  for (const [place, sum] of sums.entries()) {
    const chance = chanceOf(sum);
    const slope = weight * (chance - (right[place] ? chance / hit : 0));
    for (let at = 0; at < count; at++)
      slopes[at] = (slopes[at] ?? 0) + slope * (intents[place * count + at] ?? 0);
  }
  const slope = weight * (chanceOf(nothing) - (foreign ? 1 : 0));
  for (let at = 0; at < none.length; at++)
    slopes[count + at] = (slopes[count + at] ?? 0) + slope * (none[at] ?? 0);
}

/** Brings every value of `rows` to the same size, in place, and answers the sizes that they had. */
function scale(rows: readonly Row[], of: 'intents' | 'none', count: number): Float64Array {
  const squares = new Float64Array(count);
  let lines = 0;
  for (const row of rows) {
    lines += row[of].length / count;
    for (const [at, value] of row[of].entries())
      squares[at % count] = (squares[at % count] ?? 0) + value * value;
  }
  const sizes = squares.map((square) => Math.sqrt(square / lines) || 1);
  for (const row of rows)
    for (let at = 0; at < row[of].length; at++) row[of][at] = (row[of][at] ?? 0) / (sizes[at % count] ?? 1);
  return sizes;
}
