/**
 * Vectors of a bot's examples, and what nearness to them is worth. How near 'near' is differs from model to model, so
 * each bot's own examples tell it: every one of a sample is left out and looked up among the others, and so are sentences
 * that mean nothing of any bot; a curve over nearness and lead says how often the nearest was right. Passages have no
 * such truth: they must be nearer than almost every foreign sentence is to any of them.
 */
import { setImmediate } from 'node:timers/promises';
import { cosine, type Packed } from './vectors.ts';

export interface MeaningIndex {
  /** Chances of the likeliest intents. */
  intents(question: Packed): Map<string, number>;
  /** Where the vectors of sentences that mean no intent lie. */
  foreign: readonly Packed[];
}
export interface PlacedVector {
  intent: string;
  vector: Packed;
}

/** Intents that a question gets chances for. */
const LIKELIEST = 5;
/** Examples and foreign sentences that the curve is fitted on. */
const SAMPLE = 240;
/** Looked up before others get their turn: a few milliseconds. */
const A_TURN = 4;
/** Of the foreign sentences, how many may be as near to a passage as what is answered. */
const FOREIGN_PART = 0.02;
/** Nearer than those by this much, since few foreign sentences were asked. */
const PASSAGE_MARGIN = 0.02;

interface Observed {
  near: number;
  lead: number;
  right: boolean;
}
interface Curve {
  near: number;
  lead: number;
  one: number;
  /** The mean nearness. */
  middle: number;
}

/**
 * What tells a message's intents by its vector. @param foreign vectors of what belongs to no intent. @returns null
 * where there is no example
 */
export async function meaningIndex(
  examples: readonly PlacedVector[],
  foreign: readonly Packed[],
): Promise<MeaningIndex | null> {
  const intents = [...new Set(examples.map(({ intent }) => intent))];
  if (intents.length === 0) return null;
  const observed: Observed[] = [];
  const asked = [
    ...sample(examples).map(({ intent, vector }) => ({ intent, vector })),
    ...sample(foreign).map((vector) => ({ intent: null, vector })),
  ];
  for (const [at, { intent, vector }] of asked.entries()) {
    if (at % A_TURN === A_TURN - 1) await setImmediate();
    const [best, second] = nearest(examples, vector, true);
    if (best)
      observed.push({
        near: best.near,
        lead: best.near - (second?.near ?? 0),
        right: best.intent === intent,
      });
  }
  const curve = curveOf(observed);
  return {
    foreign,
    intents(question) {
      const found = nearest(examples, question, false);
      return new Map(
        found.slice(0, LIKELIEST).map(({ intent, near }, place) => {
          const other = found[place === 0 ? 1 : 0]?.near ?? 0;
          return [intent, chanceOf({ near, lead: near - other }, curve)];
        }),
      );
    },
  };
}

/** Of passages those that mean the same as the question, nearest first. */
export async function passageMeanings(
  passages: readonly { id: string; vector: Packed }[],
  foreign: readonly Packed[],
): Promise<(question: Packed) => Map<string, number>> {
  const far: number[] = [];
  for (const [at, vector] of sample(foreign).entries()) {
    if (at % A_TURN === A_TURN - 1) await setImmediate();
    far.push(passages.reduce((top, passage) => Math.max(top, cosine(passage.vector, vector)), -1));
  }
  far.sort((a, b) => b - a);
  const least = far[Math.floor(far.length * FOREIGN_PART)];
  // Nothing to compare with: nothing is answered.
  if (least === undefined) return () => new Map();
  return (question) =>
    new Map(
      passages
        .map(({ id, vector }) => ({ id, near: cosine(vector, question) }))
        .filter(({ near }) => near >= least + PASSAGE_MARGIN)
        .sort((a, b) => b.near - a.near)
        .slice(0, LIKELIEST)
        .map(({ id, near }) => [id, near]),
    );
}

/** Intents by their nearest examples. @param leftOut what is the very same vector does not count */
function nearest(examples: readonly PlacedVector[], question: Packed, leftOut: boolean) {
  const best = new Map<string, number>();
  for (const { intent, vector } of examples) {
    if (leftOut && vector === question) continue;
    const near = cosine(vector, question);
    if (near > (best.get(intent) ?? -2)) best.set(intent, near);
  }
  return [...best].map(([intent, near]) => ({ intent, near })).sort((a, b) => b.near - a.near);
}

/** Evenly over all of them. */
function sample<T>(all: readonly T[]): T[] {
  if (all.length <= SAMPLE) return [...all];
  return Array.from({ length: SAMPLE }, (_, at) => all[Math.floor((at * all.length) / SAMPLE)] as T);
}

function chanceOf({ near, lead }: Omit<Observed, 'right'>, curve: Curve): number {
  const sum = curve.one + curve.near * (near - curve.middle) + curve.lead * lead;
  return 1 / (1 + Math.exp(-SPREAD * sum));
}

/** Cosines differ by tenths: the curve's steps must not. */
const SPREAD = 6;
const STEPS = 2_000;
/** The curve bends by at most SPREAD² / 4: a longer step than twice its inverse swings to and fro and never settles. */
const STEP = 1.5 / (SPREAD * SPREAD * 0.25);
/** Holds a curve of few observations flat. */
const FLAT = 0.002;

/** Logistic regression of two values; the same for the same observations. */
function curveOf(observed: readonly Observed[]): Curve {
  const count = Math.max(1, observed.length);
  const middle = observed.reduce((sum, { near }) => sum + near, 0) / count;
  const curve = { near: 0, lead: 0, one: 0, middle };
  for (let step = 0; step < STEPS; step++) {
    const slope = { near: FLAT * curve.near, lead: FLAT * curve.lead, one: 0 };
    for (const one of observed) {
      const miss = (SPREAD * (chanceOf(one, curve) - (one.right ? 1 : 0))) / count;
      slope.near += miss * (one.near - middle);
      slope.lead += miss * one.lead;
      slope.one += miss;
    }
    curve.near -= STEP * slope.near;
    curve.lead -= STEP * slope.lead;
    curve.one -= STEP * slope.one;
  }
  return curve;
}
