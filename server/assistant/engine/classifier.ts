/**
 * Intents from examples. Three ears listen to the whole message, to each of its clauses and to neighbours of them:
 * softmax regression over TF-IDF features (see `features.ts`), the nearest examples, and how usual the words are among
 * an intent's examples (naive Bayes). A small model of a few weights (`decision.ts`) makes one confidence of what they
 * heard. Training goes in a fixed order, so the same model always gives the same scores. docs/decisions/0003 and 0030
 * have the measurements.
 */
import {
  type Weights as DecisionWeights,
  decide,
  type Evidence,
  SCALE,
  type Scale,
  WEIGHTS,
} from './decision.ts';
import { type ClauseHeard, earsOf } from './ears.ts';
import { learn, type TrainedIntents, type TrainingInput } from './learn.ts';
import { chanceOfPair, type Halves, hearPair, PAIR_WEIGHTS, type PairWeights } from './two-questions.ts';

/** One guess, `score` between 0 and 1: 0.7 and more may be answered, under 0.4 is no guess. */
export interface Guess {
  intent: string;
  score: number;
}

export interface Hearing {
  /** Best first. */
  guesses: Guess[];
  /** In the order of the text. */
  clauses: ClauseHeard[];
  /** What the message asks first and what it asks then, when it falls apart into two questions. */
  pair: Pair | null;
}

/** Two guesses that are asked together. `score`: how sure it is that both are, on the scale of a guess. */
export interface Pair {
  guesses: [Guess, Guess];
  score: number;
}

/** The port that another engine may stand behind. */
export interface Classifier {
  /** Guesses, best first; none when no word says anything. Never throws, whatever the text. */
  classify(text: string): Guess[];
  /** The same with its clauses. @param before what the customer wrote last in this talk, if anything */
  listen?(text: string, before?: string): Hearing;
}

/** Trains and makes ready in one go, in this thread. Nodes that are switched off take their intent with them. */
export function trainIntents(model: TrainingInput): Classifier {
  return classifierOf(learn(model));
}

/** What a bench measures with: the weights of the decision and of two questions, and the scale of the scores. */
export interface Tuning {
  weights: DecisionWeights;
  scale: Scale;
  pairs: PairWeights;
}

/** A classifier over what was learned. @param tuning a bench gives its own */
export function classifierOf(
  trained: TrainedIntents,
  { weights, scale, pairs }: Tuning = { weights: WEIGHTS, scale: SCALE, pairs: PAIR_WEIGHTS },
): Classifier {
  const ears = earsOf(trained);
  const decided = (evidence: Evidence) => decide(evidence, trained.intents, weights, scale);
  const pairOf = (whole: Evidence, halves: Halves): Pair | null => {
    const heard = hearPair(whole, halves, weights);
    if (!heard) return null;
    const [first, second] = [decided(halves.first), decided(halves.second)];
    const score = chanceOfPair(heard.values, pairs);
    return first[0] && second[0] ? { guesses: [first[0], second[0]], score } : null;
  };
  const listen = (text: string, before?: string): Hearing => {
    const heard = ears.hear(text, before);
    if (!heard) return { guesses: [], clauses: [], pair: null };
    const found = heard.halves().flatMap((halves) => pairOf(heard.evidence, halves) ?? []);
    return {
      guesses: decided(heard.evidence),
      clauses: heard.clauses,
      pair: found.reduce<Pair | null>((top, one) => (top && top.score >= one.score ? top : one), null),
    };
  };
  return { listen, classify: (text) => listen(text).guesses };
}
