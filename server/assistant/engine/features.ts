import { coreOf, editDistance, slipsAllowed, soundOf, wordsOf } from './text.ts';

/** Weights against the words themselves (1), chosen on the tuning phrases; the second decimal makes no difference. */
const PAIR_WEIGHT = 0.5;
const TRIGRAM_WEIGHT = 1.4;
const CORRECTED_WEIGHT = 0.8;

/** Feature name → raw weight. Names: 'w' word, 'p' pair of neighbours, 't' three letters. */
export type Features = Map<string, number>;

/** Known sounds of a bot's examples, against which slips are corrected. */
export class Vocabulary {
  readonly #known = new Set<string>();
  readonly #byInitial = new Map<string, string[]>();

  add(sound: string): void {
    if (this.#known.has(sound)) return;
    this.#known.add(sound);
    const initial = sound[0] ?? '';
    const list = this.#byInitial.get(initial);
    if (list) list.push(sound);
    else this.#byInitial.set(initial, [sound]);
  }

  has(sound: string): boolean {
    return this.#known.has(sound);
  }

  /** The nearest known word with the same first letter (people rarely miss that one), or null. */
  correct(sound: string): string | null {
    const allowed = slipsAllowed(sound.length);
    if (allowed === 0) return null;
    let best: string | null = null;
    let bestDistance = allowed + 1;
    for (const known of this.#byInitial.get(sound[0] ?? '') ?? []) {
      if (known.length < 4) continue;
      const distance = editDistance(sound, known, bestDistance - 1);
      if (distance < bestDistance) {
        best = known;
        bestDistance = distance;
      }
    }
    return best;
  }
}

function add(features: Features, name: string, weight: number): void {
  features.set(name, (features.get(name) ?? 0) + weight);
}

/**
 * What a text looks like to the classifier. Letters in threes join forms that no Spanish stemmer joins
 * ('devolver', 'devolución') and survive slips; pairs keep 'sin boleta' apart from 'boleta'.
 * With a `vocabulary` (that is, when asked, not when trained) courtesies are left out and unknown words are corrected to a near known one, at less weight.
 */
export function featuresOf(text: string, vocabulary?: Vocabulary): Features {
  const features: Features = new Map();
  let previous: { sound: string; weight: number } | null = null;
  const words = wordsOf(text);
  for (const word of vocabulary ? coreOf(words) : words) {
    const heard = soundOf(word);
    const corrected = vocabulary && !vocabulary.has(heard) ? vocabulary.correct(heard) : null;
    const current = { sound: corrected ?? heard, weight: corrected === null ? 1 : CORRECTED_WEIGHT };
    add(features, `w${current.sound}`, current.weight);
    if (previous) {
      add(features, `p${previous.sound} ${current.sound}`, PAIR_WEIGHT * previous.weight * current.weight);
    }
    previous = current;
    if (heard.length < 4) continue;
    // As heard, not as corrected: a wrong correction must not erase what was written.
    const bounded = `<${heard}>`;
    const count = bounded.length - 2;
    for (let at = 0; at < count; at++) {
      add(features, `t${bounded.slice(at, at + 3)}`, TRIGRAM_WEIGHT / Math.sqrt(count));
    }
  }
  return features;
}
