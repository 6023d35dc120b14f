/**
 * Whether a message asks two things: a logistic curve over what its two halves say, what the whole says of them, and how
 * they are joined. Its few weights were fitted on messages of many voices (bench/intents/fit.ts prints them).
 */
import { chancesOf, type Evidence, type Weights } from './decision.ts';

/** A message taken apart at one place. */
export interface Halves {
  first: Evidence;
  second: Evidence;
  marks: {
    /** The sentence ends between them. */
    stop: boolean;
    /** The second begins as what is asked besides does: 'y', 'además'. */
    joined: boolean;
    /** How much each looks like what is asked or wished: 0 to 1. */
    firstCue: number;
    secondCue: number;
  };
}

export interface PairValues {
  /** The odds of the less sure half and of the surer one, as logarithms. */
  less: number;
  more: number;
  /** What the whole message makes of the lesser of both, of the best other one, and of both together. */
  whole: number;
  other: number;
  together: number;
  stop: number;
  joined: number;
  firstCue: number;
  secondCue: number;
}

export type PairWeights = Record<keyof PairValues | 'one', number>;

export const PAIR_WEIGHTS: PairWeights = {
  less: 0.396,
  more: 0.687,
  whole: 0.476,
  other: -0.055,
  together: 0.038,
  stop: 0.595,
  joined: 1.057,
  firstCue: -0.048,
  secondCue: 0.765,
  one: -2.667,
};

/** What the halves are about, by place among the intents, and what speaks for their being two; null: they are about the same. */
export function hearPair(
  whole: Evidence,
  { first, second, marks }: Halves,
  weights: Weights,
): { labels: [number, number]; values: PairValues } | null {
  const [one, two] = [likeliest(first, weights), likeliest(second, weights)];
  if (!one || !two || one.label === two.label) return null;
  const chances = new Map(
    chancesOf(whole, weights).map((chance, at) => [whole.candidates[at]?.label ?? -1, chance]),
  );
  const [mine, yours] = [chances.get(one.label) ?? 0, chances.get(two.label) ?? 0];
  let other = 0;
  for (const [label, chance] of chances)
    if (label !== one.label && label !== two.label) other = Math.max(other, chance);
  return {
    labels: [one.label, two.label],
    values: {
      less: odds(Math.min(one.chance, two.chance)),
      more: odds(Math.max(one.chance, two.chance)),
      whole: Math.log(Math.max(1e-4, Math.min(mine, yours))),
      other: Math.log(Math.max(1e-3, other)),
      together: odds(Math.min(0.999, mine + yours)),
      stop: marks.stop ? 1 : 0,
      joined: marks.joined ? 1 : 0,
      firstCue: marks.firstCue,
      secondCue: marks.secondCue,
    },
  };
}

/** How likely the message asks both. */
export function chanceOfPair(values: PairValues, weights: PairWeights): number {
  let sum = weights.one;
  for (const name of Object.keys(values) as (keyof PairValues)[]) sum += weights[name] * values[name];
  return 1 / (1 + Math.exp(-sum));
}

function likeliest(evidence: Evidence, weights: Weights): { label: number; chance: number } | null {
  let best: { label: number; chance: number } | null = null;
  for (const [at, chance] of chancesOf(evidence, weights).entries()) {
    const label = evidence.candidates[at]?.label;
    if (label !== undefined && (!best || chance > best.chance)) best = { label, chance };
  }
  return best;
}

const odds = (chance: number): number => Math.log(Math.max(1e-4, chance) / Math.max(1e-4, 1 - chance));
