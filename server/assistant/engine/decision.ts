/**
 * One confidence out of what several ears heard: a softmax over the likeliest intents and 'none of them', whose few
 * weights were fitted on messages of many voices (bench/intents/fit.ts prints them).
 */

/** What was heard of one intent. Chances are logarithms. */
export interface Candidate {
  label: number;
  values: {
    /** Of the whole message, of its likeliest clause, of any part, of a part that looks like a question. */
    whole: number;
    clause: number;
    part: number;
    cue: number;
    /** The nearest example to a part, and the nearest three. */
    near: number;
    near3: number;
    /** How much of the part, or of the message, speaks for it. */
    support: number;
    wholeSupport: number;
    /** Together with what was written before, and that alone. */
    joined: number;
    previous: number;
    /** How usual the words are among its examples, of the message and of a part. */
    usual: number;
    usualPart: number;
    /** How far it is before the best other one. */
    aheadWhole: number;
    aheadNear: number;
    aheadUsual: number;
    aheadPart: number;
    aheadCue: number;
    /** The part of the ears that hear it best. */
    votes: number;
    /** The same times how much longer than usual the message is. */
    wholeLong: number;
    nearLong: number;
    usualLong: number;
    /** 1 for an intent of few examples among those of many, as an owner adds to a template's; how usual and near it is. */
    few: number;
    fewUsual: number;
    fewNear: number;
  };
}

/** What speaks for none of the intents. */
export interface Evidence {
  candidates: Candidate[];
  none: {
    whole: number;
    least: number;
    mean: number;
    usual: number;
    wholeNear: number;
    near: number;
    unknown: number;
    words: number;
    clauses: number;
    before: number;
    /** Examples that an intent has in the middle: many make every ear surer. */
    examples: number;
    one: number;
  };
}

export interface Weights {
  intent: Record<keyof Candidate['values'], number>;
  none: Record<keyof Evidence['none'], number>;
}

export const WEIGHTS: Weights = {
  intent: {
    whole: 0.093,
    clause: 0.097,
    part: 0.084,
    cue: 0.113,
    near: 1.412,
    near3: 1.396,
    support: 0.421,
    wholeSupport: 0.378,
    joined: 0.098,
    previous: 0.091,
    usual: 0.068,
    usualPart: 0.141,
    aheadWhole: 0.068,
    aheadNear: -0.019,
    aheadUsual: 0.068,
    aheadPart: -0.075,
    aheadCue: 0.01,
    votes: 0.715,
    wholeLong: 0.194,
    nearLong: 0.533,
    usualLong: 0.02,
    few: 4.353,
    fewUsual: -0.173,
    fewNear: 0.374,
  },
  none: {
    whole: 0.194,
    least: 0.041,
    mean: -0.108,
    usual: 0.141,
    wholeNear: 2.874,
    near: 1.532,
    unknown: 1.913,
    words: 0.175,
    clauses: -0.191,
    before: -1.324,
    examples: 0.37,
    one: 0.462,
  },
};

/** Chances from which on something is answered, and offered. */
export interface Scale {
  answer: number;
  offer: number;
}

/** Single guesses are wrong in about 2 of 100 messages; less would answer more that is foreign (docs/decisions/0041). */
export const SCALE: Scale = { answer: 0.58, offer: 0.09 };
/** The scores that owners know for them. */
const KNOWN: Scale = { answer: 0.7, offer: 0.4 };

/** Examples of an intent, as a logarithm, below which a bot has few: about 29. */
export const FEW = 3.4;
/**
 * Few examples say little of how people write, and the fitted weights ask too much of them. There the odds of the whole
 * message count together with how much of it speaks for the intent (`usual` is a usual share); beyond `most` likelihood
 * alone says no more. Fitted on the shop's examples left out by turns, the tuning phrases and the foreign ones to tune on.
 */
const CALIBRATION = { slope: 1.7, shift: 2.28, support: 6, usual: 0.7, most: 0.65 };
/** What is left of a confidence that nothing but likelihood speaks for: an offer, never an answer. */
const LEAST_KEPT = 0.6;

/** Guesses of the candidates, best first. */
export function decide(
  { candidates, none }: Evidence,
  intents: readonly string[],
  weights: Weights = WEIGHTS,
  scale: Scale = SCALE,
): { intent: string; score: number }[] {
  const scores =
    none.examples < FEW
      ? candidates.map(({ values }) => confidenceOf(Math.exp(values.whole), values.wholeSupport))
      : chancesOf({ candidates, none }, weights).map((chance) => scoreOf(chance, scale));
  return candidates
    .map(({ label }, at) => ({ intent: intents[label] ?? '', score: scores[at] ?? 0 }))
    .sort((a, b) => b.score - a.score);
}

/** A chance of each candidate; what is missing to 1 is that of none. */
export function chancesOf({ candidates, none }: Evidence, weights: Weights): number[] {
  const sums = candidates.map(({ values }) => weigh(values, weights.intent));
  const nothing = weigh(none, weights.none);
  const top = sums.reduce((most, sum) => Math.max(most, sum), nothing);
  const parts = sums.map((sum) => Math.exp(sum - top));
  const whole = parts.reduce((sum, part) => sum + part, Math.exp(nothing - top));
  return parts.map((part) => part / whole);
}

function weigh<Name extends string>(values: Record<Name, number>, weights: Record<Name, number>): number {
  let sum = 0;
  for (const name in weights) sum += weights[name] * values[name];
  return sum;
}

const logit = (chance: number): number => Math.log(Math.max(1e-9, chance) / Math.max(1e-9, 1 - chance));

/** A straight line between the odds of chances and of scores. */
function scoreOf(chance: number, { answer, offer }: Scale): number {
  const slope = (logit(KNOWN.answer) - logit(KNOWN.offer)) / (logit(answer) - logit(offer));
  return 1 / (1 + Math.exp(-logit(KNOWN.answer) - slope * (logit(chance) - logit(answer))));
}

function confidenceOf(chance: number, support: number): number {
  const likely = Math.min(chance, CALIBRATION.most);
  const odds = likely / (1 - likely);
  const curve = (shift: number) => 1 / (1 + Math.exp(-shift) * odds ** -CALIBRATION.slope);
  const supported = curve(CALIBRATION.shift + CALIBRATION.support * (support - CALIBRATION.usual));
  // Likely but foreign is worth asking back; it only must not be said as if it were certain.
  return Math.max(supported, LEAST_KEPT * curve(CALIBRATION.shift));
}
