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
  pair: [Guess, Guess] | null;
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

/** A classifier over what was learned. @param weights of the decision, and @param scale of its scores; a bench gives its own */
export function classifierOf(
  trained: TrainedIntents,
  weights: DecisionWeights = WEIGHTS,
  scale: Scale = SCALE,
): Classifier {
  const ears = earsOf(trained);
  const listen = (text: string, before?: string): Hearing => {
    const heard = ears.hear(text, before);
    if (!heard) return { guesses: [], clauses: [], pair: null };
    const decided = (evidence: Evidence) => decide(evidence, trained.intents, weights, scale);
    return {
      guesses: decided(heard.evidence),
      clauses: heard.clauses,
      pair: surestPair(heard.halves().map(([one, other]) => [decided(one)[0], decided(other)[0]])),
    };
  };
  return { listen, classify: (text) => listen(text).guesses };
}

/** Of the ways to hear two questions the one whose lesser guess is the surest. */
function surestPair(pairs: readonly (Guess | undefined)[][]): [Guess, Guess] | null {
  let surest: [Guess, Guess] | null = null;
  for (const [first, second] of pairs) {
    if (!first || !second || first.intent === second.intent) continue;
    if (!surest || Math.min(first.score, second.score) > Math.min(surest[0].score, surest[1].score))
      surest = [first, second];
  }
  return surest;
}
