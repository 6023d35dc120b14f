/**
 * Softmax regression over sparse vectors, trained by steps that follow one example each, in a fixed order: the same
 * examples always give the same weights.
 */

/** How examples are gone through. */
export interface Pace {
  rounds: number;
  step: number;
  /** The part of an example's features that a round leaves out, others each time. */
  leftOut: number;
}

/** For a bot of few examples: each of their words counts. */
export const EVERY_WORD: Pace = { rounds: 6, step: 2.5, leftOut: 0 };
/**
 * For a bot of many: no word alone decides, so one that a customer leaves out, or says otherwise, is missed less
 * (docs/decisions/0041).
 */
export const WORDS_LEFT_OUT: Pace = { rounds: 16, step: 4, leftOut: 0.6 };
const BIAS_RATE = 0.1;
/** Gradients smaller than this change nothing that can be seen and cost most of the time. */
const LEAST_GRADIENT = 1e-3;

export interface Vector {
  ids: Int32Array;
  values: Float64Array;
}

export interface SoftmaxWeights {
  classes: number;
  /** Row per feature, column per class. */
  table: Float32Array<ArrayBuffer>;
  bias: Float32Array<ArrayBuffer>;
}

/** Each class's score of a vector, written into `into`. @returns the same */
export function scoresOf(vector: Vector, weights: SoftmaxWeights, into: Float64Array): Float64Array {
  const { classes, table, bias } = weights;
  into.set(bias);
  for (let at = 0; at < vector.ids.length; at++) {
    const value = vector.values[at] ?? 0;
    const row = (vector.ids[at] ?? 0) * classes;
    for (let label = 0; label < classes; label++) {
      into[label] = (into[label] ?? 0) + (table[row + label] ?? 0) * value;
    }
  }
  return into;
}

/** Scores as chances that add up to 1, in place. @returns the same */
export function softmax(scores: Float64Array): Float64Array {
  let top = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > top) top = score;
  let sum = 0;
  for (let label = 0; label < scores.length; label++) {
    const chance = Math.exp((scores[label] ?? 0) - top);
    scores[label] = chance;
    sum += chance;
  }
  for (let label = 0; label < scores.length; label++) scores[label] = (scores[label] ?? 0) / sum;
  return scores;
}

/**
 * Learns weights that tell the classes of the samples apart. @param features how many there are, @param classes
 * how many there are, @param pace how they are gone through
 */
export function descend(
  samples: { label: number; vector: Vector }[],
  features: number,
  classes: number,
  { rounds, step, leftOut }: Pace,
): SoftmaxWeights {
  const weights: SoftmaxWeights = {
    classes,
    table: new Float32Array(features * classes),
    bias: new Float32Array(classes),
  };
  const { table, bias } = weights;
  const gradient = new Float64Array(classes);
  const active = new Int32Array(classes);
  const next = counted(1);
  for (let round = 0; round < rounds; round++) {
    const rate = step * (1 - round / rounds);
    for (const at of shuffled(samples.length, round + 1)) {
      const sample = samples[at];
      if (!sample) continue;
      const { ids, values } = leftOut > 0 ? thinned(sample.vector, leftOut, next) : sample.vector;
      softmax(scoresOf({ ids, values }, weights, gradient));
      gradient[sample.label] = (gradient[sample.label] ?? 0) - 1;
      let count = 0;
      for (let label = 0; label < classes; label++) {
        const slope = gradient[label] ?? 0;
        if (Math.abs(slope) < LEAST_GRADIENT) continue;
        active[count++] = label;
        bias[label] = (bias[label] ?? 0) - rate * BIAS_RATE * slope;
      }
      for (let position = 0; position < ids.length; position++) {
        const part = rate * (values[position] ?? 0);
        const row = (ids[position] ?? 0) * classes;
        for (let each = 0; each < count; each++) {
          const label = active[each] ?? 0;
          table[row + label] = (table[row + label] ?? 0) - part * (gradient[label] ?? 0);
        }
      }
    }
  }
  return weights;
}

/** A vector without the features that this round leaves out, the others as much longer as it lost. */
function thinned({ ids, values }: Vector, leftOut: number, next: () => number): Vector {
  const kept = new Int32Array(ids.length);
  const parts = new Float64Array(ids.length);
  const stretch = 1 / Math.sqrt(1 - leftOut);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    if (next() < leftOut) continue;
    kept[count] = ids[at] ?? 0;
    parts[count++] = (values[at] ?? 0) * stretch;
  }
  return { ids: kept.subarray(0, count), values: parts.subarray(0, count) };
}

/** Numbers between 0 and 1 that depend on `seed` alone (linear congruential generator). */
function counted(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

/** 0..count-1 in an order that depends on `seed` alone (Fisher-Yates). */
function shuffled(count: number, seed: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, at) => at);
  const next = counted(seed);
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    const kept = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}
