import type { BotModel } from './bot-model.ts';
import { isContent } from './content-words.ts';
import { generalCounterexamples } from './counterexamples.ts';
import { type Features, featuresOf, type Heard, hear, trigramsOf, Vocabulary } from './features.ts';

/**
 * Intents from examples: softmax regression over TF-IDF features (see `features.ts`), trained by plain stochastic
 * gradient descent in a fixed order, so the same model always gives the same scores. docs/decisions/0003 has the
 * measurements. Words never seen in training weigh in the length of the vector: a sentence about something else
 * scores low although one of its words is known.
 */

/** One guess, `score` between 0 and 1: 0.7 and more may be answered, under 0.4 is no guess. */
export interface Guess {
  intent: string;
  score: number;
}

/** The port that another engine may stand behind. */
export interface Classifier {
  /** Guesses, best first; none when no word says anything. Never throws, whatever the text. */
  classify(text: string): Guess[];
}

const EPOCHS = 12;
const LEARNING_RATE = 2.5;
const BIAS_RATE = 0.1;
/** Gradients smaller than this change nothing that can be seen and cost most of the time. */
const LEAST_GRADIENT = 1e-3;
/** Weight of unseen letter groups against unseen words in a vector's length. */
const UNSEEN_PART = 0.3;
/** Shortest vector that is stretched to full length: a lone 'a' or 'de' stays as weak as it is. */
const LEAST_EVIDENCE = 3.5;
/**
 * A probability among dozens of intents isn't a confidence: 0.30 already stands far above the rest, and one known word
 * ('a domicilio') makes an intent likelier than every other however foreign the rest of the sentence is. So a logistic
 * curve takes the odds together with how much of the sentence speaks for the intent (`supportOf`): with the `usual`
 * support 0.30 → 0.7 and 0.17 → 0.4. Beyond `most` likelihood alone says no more. Slope and support were fitted on the
 * shop's examples left out by turns, the tuning phrases and the foreign ones to tune on.
 */
const CALIBRATION = { slope: 1.7, shift: 2.28, support: 6, usual: 0.7, most: 0.65 };
/** What a word that no example has takes from the support; people do put one into a question that is meant for the bot. */
const STRANGER = 0.2;
const STRANGERS_FREE = 1;
/** What is left of a confidence that nothing but likelihood speaks for: an offer, never an answer. */
const LEAST_KEPT = 0.6;
/** A word that weighs this much for an intent is one of its own. */
const OWN_WORD = 0.5;
/** Guesses less likely than this are nobody's choice; what speaks for them need not be known. */
const LEAST_CHANCE = 0.01;

interface Vector {
  ids: Int32Array;
  values: Float64Array;
}

interface Weights {
  classes: number;
  /** Row per feature, column per class. */
  table: Float32Array<ArrayBuffer>;
  bias: Float32Array<ArrayBuffer>;
}

/** What training leaves: plain data that travels between threads. `features[i]` weighs `rarity[i]`. */
export interface TrainedIntents {
  intents: string[];
  features: string[];
  rarity: Float64Array<ArrayBuffer>;
  /** Row per feature, column per class; the class after the last intent is what none of them means. */
  table: Float32Array<ArrayBuffer>;
  bias: Float32Array<ArrayBuffer>;
}

/** What training reads of a model. */
export type TrainingInput = Pick<BotModel, 'intents' | 'nodes' | 'counterexamples'>;

/** Trains and makes ready in one go, in this thread. Nodes that are switched off take their intent with them. */
export function trainIntents(model: TrainingInput): Classifier {
  return classifierOf(learn(model));
}

/** The heavy part: no I/O, the same result every time. */
export function learn(model: TrainingInput): TrainedIntents {
  const live = new Set(model.nodes.filter((node) => node.status).map((node) => node.intent));
  const intents = model.intents.filter((intent) => live.has(intent.name) && intent.examples.length > 0);
  const none = intents.length;
  const examples = [
    ...intents.flatMap((intent, label) =>
      intent.examples.map((text) => ({ label, features: featuresOf(hear(text)) })),
    ),
    ...[...generalCounterexamples, ...(model.counterexamples ?? [])].map((text) => ({
      label: none,
      features: featuresOf(hear(text)),
    })),
  ];
  const { features, rarity } = weighFeatures(examples, intents.length + 1);
  const index = indexOf(features, rarity, intents.length + 1);
  const samples = examples.map((example) => ({
    label: example.label,
    vector: index.vectorOf(example.features),
  }));
  const { table, bias } = descend(samples, features.length, intents.length + 1);
  return { intents: intents.map(({ name }) => name), features, rarity, table, bias };
}

/** A classifier over what was learned. */
export function classifierOf({ intents, features, rarity, table, bias }: TrainedIntents): Classifier {
  const weights: Weights = { classes: intents.length + 1, table, bias };
  const index = indexOf(features, rarity, weights.classes);
  return {
    classify(text) {
      const heard = hear(text, index.vocabulary);
      const vector = index.vectorOf(featuresOf(heard));
      if (vector.ids.length === 0) return [];
      const chances = softmax(scoresOf(vector, weights, new Float64Array(weights.classes)));
      return intents
        .map((intent, label) => {
          const chance = chances[label] ?? 0;
          const support = chance < LEAST_CHANCE ? 0 : index.supportOf(heard, label, weights);
          return { intent, score: confidenceOf(chance, support) };
        })
        .sort((a, b) => b.score - a.score);
    },
  };
}

function confidenceOf(chance: number, support: number): number {
  const likely = Math.min(chance, CALIBRATION.most);
  const odds = likely / (1 - likely);
  const curve = (shift: number) => 1 / (1 + Math.exp(-shift) * odds ** -CALIBRATION.slope);
  const supported = curve(CALIBRATION.shift + CALIBRATION.support * (support - CALIBRATION.usual));
  // Likely but foreign is worth asking back; it only must not be said as if it were certain.
  return Math.max(supported, LEAST_KEPT * curve(CALIBRATION.shift));
}

/** Every feature of the examples with what it says. */
function weighFeatures(
  examples: { label: number; features: Features }[],
  classes: number,
): Pick<TrainedIntents, 'features' | 'rarity'> {
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

function indexOf(features: readonly string[], rarity: Float64Array, classes: number) {
  const vocabulary = new Vocabulary();
  const ids = new Map<string, number>();
  for (const [id, name] of features.entries()) {
    ids.set(name, id);
    if (name.startsWith('w')) vocabulary.add(name.slice(1));
  }
  const unseen = rarityOf(1, classes);
  return {
    vocabulary,
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
    supportOf(heard: readonly Heard[], label: number, { table, classes }: Weights): number {
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
      const share = whole === 0 ? CALIBRATION.usual : speaks / whole;
      return share - STRANGER * Math.max(0, strangers - STRANGERS_FREE);
    },
  };
}

/** How much a feature says: most when one intent has it, little when all do (which 'quiero' nearly is). */
function rarityOf(labels: number, classes: number): number {
  return Math.log((1 + classes) / labels) + 0.3;
}

function scoresOf(vector: Vector, weights: Weights, into: Float64Array): Float64Array {
  const { classes, table, bias } = weights;
  into.set(bias);
  for (let at = 0; at < vector.ids.length; at++) {
    const value = vector.values[at] ?? 0;
    const row = (vector.ids[at] ?? 0) * classes;
    for (let label = 0; label < classes; label++) {
      into[label] = (into[label] ?? 0) + (table[row + label] ?? 0) * value;
    }
  }
  return into;
}

function softmax(scores: Float64Array): Float64Array {
  let top = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > top) top = score;
  let sum = 0;
  for (let label = 0; label < scores.length; label++) {
    const chance = Math.exp((scores[label] ?? 0) - top);
    scores[label] = chance;
    sum += chance;
  }
  for (let label = 0; label < scores.length; label++) scores[label] = (scores[label] ?? 0) / sum;
  return scores;
}

function descend(samples: { label: number; vector: Vector }[], features: number, classes: number): Weights {
  const weights: Weights = {
    classes,
    table: new Float32Array(features * classes),
    bias: new Float32Array(classes),
  };
  const { table, bias } = weights;
  const gradient = new Float64Array(classes);
  const active = new Int32Array(classes);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = LEARNING_RATE * (1 - epoch / EPOCHS);
    for (const at of shuffled(samples.length, epoch + 1)) {
      const sample = samples[at];
      if (!sample) continue;
      softmax(scoresOf(sample.vector, weights, gradient));
      gradient[sample.label] = (gradient[sample.label] ?? 0) - 1;
      let count = 0;
      for (let label = 0; label < classes; label++) {
        const slope = gradient[label] ?? 0;
        if (Math.abs(slope) < LEAST_GRADIENT) continue;
        active[count++] = label;
        bias[label] = (bias[label] ?? 0) - rate * BIAS_RATE * slope;
      }
      const { ids, values } = sample.vector;
      for (let position = 0; position < ids.length; position++) {
        const step = rate * (values[position] ?? 0);
        const row = (ids[position] ?? 0) * classes;
        for (let each = 0; each < count; each++) {
          const label = active[each] ?? 0;
          table[row + label] = (table[row + label] ?? 0) - step * (gradient[label] ?? 0);
        }
      }
    }
  }
  return weights;
}

/** 0..count-1 in an order that depends on `seed` alone (linear congruential generator, Fisher-Yates). */
function shuffled(count: number, seed: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, at) => at);
  let state = seed;
  for (let at = count - 1; at > 0; at--) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const other = Math.floor((state / 0x80000000) * (at + 1));
    const kept = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}
