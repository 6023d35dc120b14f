import type { Classifier } from '../engine/classifier.ts';
import { ANSWER_AT, OFFER_AT } from '../engine/compile-model.ts';

/** Shares from 0 to 1 of what a classifier would do with a set of phrases. */
export interface Evaluation {
  phrases: number;
  /** The right intent is the best guess, whatever its score. */
  accuracy: number;
  answeredRight: number;
  answeredWrong: number;
  /** Choices were offered and the right one is among them. */
  offeredRight: number;
  /** Nothing useful: fallback, or choices without the right one. */
  missed: number;
  /** Best guess of each phrase that wasn't answered right, for a look. */
  faults: string[];
}

/** Runs phrases with a known intent through a classifier and the thresholds of `respond`. */
export function evaluate(classifier: Classifier, phrases: Record<string, string[]>): Evaluation {
  const faults: string[] = [];
  let total = 0;
  let right = 0;
  let answeredRight = 0;
  let answeredWrong = 0;
  let offeredRight = 0;
  for (const [intent, texts] of Object.entries(phrases)) {
    for (const text of texts) {
      total++;
      const guesses = classifier.classify(text);
      const best = guesses[0];
      const score = best?.score ?? 0;
      if (best?.intent === intent) right++;
      if (score >= ANSWER_AT && best?.intent === intent) answeredRight++;
      else {
        faults.push(`${text} (${intent}) → ${best?.intent ?? '-'} ${score.toFixed(2)}`);
        if (score >= ANSWER_AT) answeredWrong++;
        else if (score >= OFFER_AT && guesses.slice(0, 3).some((guess) => guess.intent === intent))
          offeredRight++;
      }
    }
  }
  return {
    phrases: total,
    accuracy: right / total,
    answeredRight: answeredRight / total,
    answeredWrong: answeredWrong / total,
    offeredRight: offeredRight / total,
    missed: (total - answeredRight - answeredWrong - offeredRight) / total,
    faults,
  };
}

/** Shares of phrases about something else that were answered (a false positive) or got an offer of choices. */
export function evaluateOutOfScope(
  classifier: Classifier,
  texts: string[],
): { answered: number; offered: number } {
  const scores = texts.map((text) => classifier.classify(text)[0]?.score ?? 0);
  const answered = scores.filter((score) => score >= ANSWER_AT).length;
  const offered = scores.filter((score) => score < ANSWER_AT && score >= OFFER_AT).length;
  return { answered: answered / texts.length, offered: offered / texts.length };
}
