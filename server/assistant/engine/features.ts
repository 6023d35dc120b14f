import { stemmer } from '@orama/stemmers/spanish';
import { editDistance, slipsAllowed, type Token, tokensOf } from '../words/text.ts';
import type { Synonyms } from './synonyms.ts';

/** Weights against the words themselves (1), chosen on the tuning phrases; the second decimal makes no difference. */
const PAIR_WEIGHT = 0.5;
const TRIGRAM_WEIGHT = 1.4;
const CORRECTED_WEIGHT = 0.8;
const CONCEPT_WEIGHT = 0.6;
const STEM_WEIGHT = 0.6;

/** Feature name → raw weight. Names: 'w' word, 'p' pair of neighbours, 't' three letters, 'c' concept, 'l' stem. */
export type Features = Map<string, number>;

/** Corrections that are remembered, of this bot's customers: the same slips come again, in one message most of all. */
const REMEMBERED = 2_000;

/** Known sounds of a bot's examples, against which slips are corrected. */
export class Vocabulary {
  readonly #known = new Set<string>();
  readonly #byInitial = new Map<string, { sound: string; letters: number }[]>();
  readonly #corrected = new Map<string, string | null>();

  /** Learns a sound. */
  add(sound: string): void {
    if (this.#known.has(sound)) return;
    this.#known.add(sound);
    if (sound.length < 4) return;
    const initial = sound[0] ?? '';
    const one = { sound, letters: lettersOf(sound) };
    const list = this.#byInitial.get(initial);
    if (list) list.push(one);
    else this.#byInitial.set(initial, [one]);
  }

  /** Whether this very sound was learnt. */
  has(sound: string): boolean {
    return this.#known.has(sound);
  }

  /** The nearest known word with the same first letter (people rarely miss that one), or null. */
  correct(sound: string): string | null {
    const known = this.#corrected.get(sound);
    if (known !== undefined) return known;
    if (this.#corrected.size >= REMEMBERED) this.#corrected.clear();
    const nearest = this.#nearest(sound);
    this.#corrected.set(sound, nearest);
    return nearest;
  }

  #nearest(sound: string): string | null {
    const allowed = slipsAllowed(sound.length);
    if (allowed === 0) return null;
    const letters = lettersOf(sound);
    let best: string | null = null;
    let bestDistance = allowed + 1;
    for (const known of this.#byInitial.get(sound[0] ?? '') ?? []) {
      // Each letter that the other lacks is an edit of its own.
      const foreign = Math.max(countBits(letters & ~known.letters), countBits(known.letters & ~letters));
      if (foreign >= bestDistance) continue;
      const distance = editDistance(sound, known.sound, bestDistance - 1);
      if (distance < bestDistance) {
        best = known.sound;
        bestDistance = distance;
      }
    }
    return best;
  }
}

/** Which letters a sound has, one bit each; what is no letter shares a bit with one. */
function lettersOf(sound: string): number {
  let letters = 0;
  for (let at = 0; at < sound.length; at++) letters |= 1 << (sound.charCodeAt(at) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function add(features: Features, name: string, weight: number): void {
  features.set(name, (features.get(name) ?? 0) + weight);
}

/** One word of a text as the classifier hears it. */
export interface Heard {
  /** Folded, as written. */
  word: string;
  sound: string;
  /** The known sound that stands for it; the word's own when it is known or near none. */
  taken: string;
  /** What it stands for. */
  concepts: readonly string[];
  /** It is taken for another one because its owner says that they mean the same. */
  meant?: true;
}

/** The words of an example, as they are. */
export function hear(text: string, synonyms: Synonyms): Heard[] {
  return synonyms.join(tokensOf(text)).map(({ word, sound }) => ({
    word,
    sound,
    taken: sound,
    concepts: synonyms.conceptsOf(sound),
  }));
}

/** Names of the features of a sound's letters in threes; none for a short one. */
export function trigramsOf(sound: string): string[] {
  if (sound.length < 4) return [];
  const bounded = `<${sound}>`;
  return Array.from({ length: bounded.length - 2 }, (_, at) => `t${bounded.slice(at, at + 3)}`);
}

/** Stems that are remembered, of any bot: a few words make most of what is said. */
const STEMS = 5_000;
const stems = new Map<string, string>();

/** What the forms of a word have in common, of its sound: 'mandaron', 'mandan', 'mandé'. */
function stemOf(sound: string): string {
  const known = stems.get(sound);
  if (known !== undefined) return known;
  const stem = stemmer(sound);
  if (stems.size >= STEMS) stems.clear();
  stems.set(sound, stem);
  return stem;
}

/**
 * What a text looks like to the classifier. Letters in threes join forms that no Spanish stemmer joins
 * ('devolver', 'devolución') and survive slips; pairs keep 'sin boleta' apart from 'boleta'. A corrected word weighs less.
 */
export function featuresOf(heard: readonly Heard[]): Features {
  const features: Features = new Map();
  let previous: { taken: string; weight: number } | null = null;
  for (const { sound, taken, concepts, meant } of heard) {
    const weight = taken === sound || meant ? 1 : CORRECTED_WEIGHT;
    add(features, `w${taken}`, weight);
    if (previous) add(features, `p${previous.taken} ${taken}`, PAIR_WEIGHT * previous.weight * weight);
    previous = { taken, weight };
    for (const concept of concepts) add(features, `c${concept}`, CONCEPT_WEIGHT);
    add(features, `l${stemOf(taken)}`, STEM_WEIGHT);
    // As heard, not as corrected: a wrong correction must not erase what was written.
    const trigrams = trigramsOf(sound);
    for (const name of trigrams) add(features, name, TRIGRAM_WEIGHT / Math.sqrt(trigrams.length));
  }
  return features;
}

/** What a bot's words are known by. */
export interface Known {
  vocabulary: Vocabulary;
  synonyms: Synonyms;
  /** Of sounds that mean the same the one that the examples have most; null: they have none. */
  usualOf: (sounds: readonly string[]) => string | null;
}

/** All words of a message, unknown ones taken for what means the same or for a near known one, with the breaks between them. */
export function hearAll(text: string, { vocabulary, synonyms, usualOf }: Known): (Heard & Token)[] {
  return synonyms.join(tokensOf(text)).map((token): Heard & Token => {
    const { sound } = token;
    if (vocabulary.has(sound)) return { ...token, taken: sound, concepts: synonyms.conceptsOf(sound) };
    const alike = synonyms.likeSound(sound);
    if (alike.length > 0) {
      const meant = usualOf(alike);
      const own = { taken: meant ?? sound, concepts: synonyms.conceptsOf(sound) };
      return meant === null ? { ...token, ...own } : { ...token, ...own, meant: true };
    }
    const taken = vocabulary.correct(sound) ?? sound;
    return { ...token, taken, concepts: synonyms.conceptsOf(taken) };
  });
}
