/**
 * What a message means by vectors, beside what its words say: asked before a turn, since a turn waits for nothing, and
 * mixed into the scores of it. Absent, the engine answers as it does without.
 */
import type { Guess } from './classifier.ts';

/** Of one message. */
export interface Meaning {
  /** By intent: the chance that it is what was meant, by this bot's own examples. */
  intents: ReadonlyMap<string, number>;
  /** Passages of documents that mean the same as the question, by id, the nearest first. */
  passages: ReadonlyMap<string, number>;
}

/** Of one intent in a trace: what words said, what meaning said, what came of it. */
export interface Mixed {
  intent: string;
  words: number;
  meaning: number;
  score: number;
}

/** A chance of so much is worth what owners know as 0.7: answered. */
const ANSWERED = { chance: 0.9, score: 0.7 };
/** Neither side is so sure that it needs the other's word no more. */
const LEAST = 0.03;
const MOST = 0.97;

const logit = (chance: number): number => Math.log(chance / (1 - chance));
const clip = (value: number): number => Math.min(MOST, Math.max(LEAST, value));
const SHIFT = logit(ANSWERED.score) - logit(ANSWERED.chance);

/** The score that words and meaning have together: halfway between them, as odds. */
export function mix(words: number, chance: number): number {
  const meaning = clip(1 / (1 + Math.exp(-(logit(clip(chance)) + SHIFT))));
  return 1 / (1 + Math.exp(-(logit(clip(words)) + logit(meaning)) / 2));
}

/** Guesses of both, best first, with what changed. */
export function withMeaning(
  guesses: readonly Guess[],
  { intents }: Meaning,
): { guesses: Guess[]; mixed: Mixed[] } {
  const words = new Map(guesses.map(({ intent, score }) => [intent, score]));
  const mixed = [...new Set([...words.keys(), ...intents.keys()])]
    .map((intent) => {
      const said = words.get(intent) ?? 0;
      const meant = intents.get(intent) ?? 0;
      return { intent, words: said, meaning: meant, score: mix(said, meant) };
    })
    .sort((a, b) => b.score - a.score || a.intent.localeCompare(b.intent));
  return { guesses: mixed.map(({ intent, score }) => ({ intent, score })), mixed };
}
