/** Features by number, with what each says, and what a text's features make together: a vector, and support for an intent. */
import { isContent } from '../words/content-words.ts';
import { type Features, type Heard, trigramsOf, Vocabulary } from './features.ts';
import type { SoftmaxWeights, Vector } from './softmax.ts';

/** Weight of unseen letter groups against unseen words in a vector's length. */
const UNSEEN_PART = 0.3;
/** Shortest vector that is stretched to full length: a lone 'a' or 'de' stays as weak as it is. */
const LEAST_EVIDENCE = 3.5;
/** The part of the support that is usual, for what has no word of content. */
const USUAL_SUPPORT = 0.7;
/** What a word that no example has takes from the support; people do put one into a question that is meant for the bot. */
const STRANGER = 0.2;
const STRANGERS_FREE = 1;
/** A word that weighs this much for an intent is one of its own. */
const OWN_WORD = 0.5;

/** Every feature of the examples with what it says. */
export function weighFeatures(
  examples: { label: number; features: Features }[],
  classes: number,
): { features: string[]; rarity: Float64Array<ArrayBuffer> } {
  const labelsOf = new Map<string, Set<number>>();
  for (const { label, features } of examples) {
    for (const name of features.keys()) {
      const labels = labelsOf.get(name);
      if (labels) labels.add(label);
      else labelsOf.set(name, new Set([label]));
    }
  }
  return {
    features: [...labelsOf.keys()],
    rarity: Float64Array.from(labelsOf.values(), (labels) => rarityOf(labels.size, classes)),
  };
}

/**
 * Makes vectors of a text's features. @param features names by their place in the weights, @param rarity what each
 * weighs, @param classes how many intents there are
 */
export function indexOf(features: readonly string[], rarity: Float64Array, classes: number) {
  const vocabulary = new Vocabulary();
  const ids = new Map<string, number>();
  for (const [id, name] of features.entries()) {
    ids.set(name, id);
    if (name.startsWith('w')) vocabulary.add(name.slice(1));
  }
  const unseen = rarityOf(1, classes);
  return {
    vocabulary,
    idOf: (name: string) => ids.get(name),
    /** Unit length (less for next to no evidence) over known and unknown features; holds the known ones. */
    vectorOf(features: Features): Vector {
      const known: number[] = [];
      const values: number[] = [];
      let square = 0;
      for (const [name, raw] of features) {
        const id = ids.get(name);
        const value =
          raw * (id === undefined ? unseen * (name.startsWith('w') ? 1 : UNSEEN_PART) : (rarity[id] ?? 0));
        square += value * value;
        if (id === undefined) continue;
        known.push(id);
        values.push(value);
      }
      const length = Math.max(Math.sqrt(square), LEAST_EVIDENCE);
      return { ids: Int32Array.from(known), values: Float64Array.from(values, (value) => value / length) };
    },
    /**
     * What part of a text's words of content speaks for an intent, rare words counting more, less what is strange: 'afinan
     * pianos a domicilio' has one word of a delivery and two that the bot has never heard. At most 1.
     */
    supportOf(heard: readonly Heard[], label: number, { table, classes }: SoftmaxWeights): number {
      const weighs = (name: string) => {
        const id = ids.get(name);
        return id === undefined ? 0 : (table[id * classes + label] ?? 0);
      };
      let whole = 0;
      let speaks = 0;
      let strangers = 0;
      for (const { word, sound, taken } of heard) {
        if (!isContent(word) || sound.length < 2) continue;
        const id = ids.get(`w${taken}`);
        const weight = id === undefined ? unseen : (rarity[id] ?? 0);
        if (id === undefined) strangers++;
        const trigrams = trigramsOf(sound);
        const alike = trigrams.reduce((sum, name) => sum + weighs(name), 0) / Math.max(1, trigrams.length);
        const own = Math.max(weighs(`w${taken}`), alike) / OWN_WORD;
        whole += weight;
        speaks += weight * Math.min(1, Math.max(0, own));
      }
      const share = whole === 0 ? USUAL_SUPPORT : speaks / whole;
      return share - STRANGER * Math.max(0, strangers - STRANGERS_FREE);
    },
  };
}

export type FeatureIndex = ReturnType<typeof indexOf>;

/** How much a feature says: most when one intent has it, little when all do (which 'quiero' nearly is). */
function rarityOf(labels: number, classes: number): number {
  return Math.log((1 + classes) / labels) + 0.3;
}
