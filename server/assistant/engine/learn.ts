/** What training leaves of an intent's examples, and the training itself: no I/O, the same result every time. */
import type { BotModel, SynonymGroup } from './bot-model.ts';
import { fewCounterexamples, generalCounterexamples } from './counterexamples.ts';
import { FEW } from './decision.ts';
import { indexOf, weighFeatures } from './feature-index.ts';
import { featuresOf, hear } from './features.ts';
import { descend, EVERY_WORD, type Vector, WORDS_LEFT_OUT } from './softmax.ts';
import { Synonyms } from './synonyms.ts';

interface Sample {
  label: number;
  vector: Vector;
}

/** What training leaves: plain data that travels between threads. `features[i]` weighs `rarity[i]`. */
export interface TrainedIntents {
  intents: string[];
  features: string[];
  rarity: Float64Array<ArrayBuffer>;
  /** Row per feature, column per class; the class after the last intent is what none of them means. */
  table: Float32Array<ArrayBuffer>;
  bias: Float32Array<ArrayBuffer>;
  /** Row per feature, column per class: in how many of its examples it is. */
  counts: Uint8Array<ArrayBuffer>;
  /** Examples by feature, one run of `example` and `part` a feature, beginning at `runs`; and the class of each example. */
  runs: Int32Array<ArrayBuffer>;
  example: Int32Array<ArrayBuffer>;
  part: Float32Array<ArrayBuffer>;
  labels: Int32Array<ArrayBuffer>;
  /** What the owner says means the same. */
  synonyms: SynonymGroup[];
}

/** What training reads of a model. */
export type TrainingInput = Pick<BotModel, 'intents' | 'nodes' | 'counterexamples' | 'synonyms'>;

/** The heavy part: no I/O, the same result every time. */
export function learn(model: TrainingInput): TrainedIntents {
  const { intents, counterexamples, synonyms } = whatCounts(model);
  const means = new Synonyms(synonyms);
  const none = intents.length;
  const own = intents.reduce((sum, intent) => sum + intent.examples.length, 0);
  const few = plentyOf(own, none) < FEW;
  const general = few ? fewCounterexamples : generalCounterexamples;
  const examples = [
    ...intents.flatMap((intent, label) =>
      intent.examples.map((text) => ({ label, features: featuresOf(hear(text, means)) })),
    ),
    ...[...general, ...counterexamples].map((text) => ({
      label: none,
      features: featuresOf(hear(text, means)),
    })),
  ];
  const { features, rarity } = weighFeatures(examples, intents.length + 1);
  const index = indexOf(features, rarity, intents.length + 1);
  const samples = examples.map((example) => ({
    label: example.label,
    vector: index.vectorOf(example.features),
  }));
  const { table, bias } = descend(
    samples,
    features.length,
    intents.length + 1,
    few ? EVERY_WORD : WORDS_LEFT_OUT,
  );
  return {
    intents: intents.map(({ name }) => name),
    features,
    rarity,
    table,
    bias,
    counts: countsOf(samples, features.length, intents.length + 1),
    ...runsOf(samples, features.length),
    synonyms,
  };
}

/** All that training depends on: examples of the intents that a node answers, what means none of them, what means the same. */
export function whatCounts({ nodes, intents, counterexamples = [], synonyms = [] }: TrainingInput): {
  intents: { name: string; examples: string[] }[];
  counterexamples: string[];
  synonyms: SynonymGroup[];
} {
  const live = new Set(nodes.filter((node) => node.status).map((node) => node.intent));
  return {
    intents: intents
      .filter(({ name, examples }) => live.has(name) && examples.length > 0)
      .map(({ name, examples }) => ({ name, examples })),
    counterexamples,
    synonyms,
  };
}

/** How many examples an intent has in the middle, as a logarithm. */
export function plentyOf(examples: number, intents: number): number {
  return Math.log(1 + examples / Math.max(1, intents));
}

function countsOf(samples: readonly Sample[], features: number, classes: number): Uint8Array<ArrayBuffer> {
  const counts = new Uint8Array(features * classes);
  for (const { label, vector } of samples) {
    for (const id of vector.ids) {
      const at = id * classes + label;
      counts[at] = Math.min(255, (counts[at] ?? 0) + 1);
    }
  }
  return counts;
}

/** Which examples have a feature, and how much of their vectors it is. */
function runsOf(
  samples: readonly Sample[],
  features: number,
): Pick<TrainedIntents, 'runs' | 'example' | 'part' | 'labels'> {
  const runs = new Int32Array(features + 1);
  for (const { vector } of samples) for (const id of vector.ids) runs[id + 1] = (runs[id + 1] ?? 0) + 1;
  for (let id = 0; id < features; id++) runs[id + 1] = (runs[id + 1] ?? 0) + (runs[id] ?? 0);
  const next = runs.slice();
  const total = runs[features] ?? 0;
  const example = new Int32Array(total);
  const part = new Float32Array(total);
  for (const [at, { vector }] of samples.entries()) {
    const length = Math.hypot(...vector.values) || 1;
    for (const [place, id] of vector.ids.entries()) {
      const free = next[id] ?? 0;
      next[id] = free + 1;
      example[free] = at;
      part[free] = (vector.values[place] ?? 0) / length;
    }
  }
  return { runs, example, part, labels: Int32Array.from(samples, ({ label }) => label) };
}
