import type { BotModel } from './bot-model.ts';
import { conceptsOf } from './concepts.ts';
import { isContent } from './content-words.ts';
import { fewCounterexamples, generalCounterexamples } from './counterexamples.ts';
import {
  type Candidate,
  type Weights as DecisionWeights,
  decide,
  type Evidence,
  FEW,
  WEIGHTS,
} from './decision.ts';
import { type Features, featuresOf, type Heard, hear, hearAll, trigramsOf, Vocabulary } from './features.ts';
import { clausesOf, cueOf, type Segment, standsAlone, windowsOf } from './segments.ts';
import { coreOf, MAX_WORDS } from './text.ts';

/**
 * Intents from examples. Three ears listen to the whole message, to each of its clauses and to neighbours of them:
 * softmax regression over TF-IDF features (see `features.ts`), the nearest examples, and how usual the words are among
 * an intent's examples (naive Bayes). A small model of a few weights (`decision.ts`) makes one confidence of what they
 * heard. Training goes in a fixed order, so the same model always gives the same scores. docs/decisions/0003 and 0030
 * have the measurements.
 */

/** One guess, `score` between 0 and 1: 0.7 and more may be answered, under 0.4 is no guess. */
export interface Guess {
  intent: string;
  score: number;
}

/** A clause of a message and what it alone would mean. */
export interface ClauseHeard {
  text: string;
  /** How much it looks like what is asked or wished: 0 to 1. */
  cue: number;
  /** What it is most likely about; null: nothing that the bot knows. */
  intent: string | null;
  chance: number;
  /** Concepts that its words stand for. */
  concepts: string[];
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

const EPOCHS = 6;
const LEARNING_RATE = 2.5;
const BIAS_RATE = 0.1;
/** Gradients smaller than this change nothing that can be seen and cost most of the time. */
const LEAST_GRADIENT = 1e-3;
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
/** Of this many intents the evidence is weighed; the others are nobody's choice. */
const CANDIDATES = 14;
/** Words that an intent never had count as if it had this part of one. */
const UNHEARD = 0.3;
/** Weight of three letters among an intent's words, and what repetition in one message is worth. */
const LETTERS_PART = 0.25;
const REPETITION = 0.5;
const LEAST_LOG = -12;
/** A clause that means something with this chance may be a question of its own. */
const WORTH_SPLITTING = 0.25;
/** So many ways to take a message apart are listened to. */
const MOST_SPLITS = 2;

interface Vector {
  ids: Int32Array;
  values: Float64Array;
}

interface Sample {
  label: number;
  vector: Vector;
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
  /** Row per feature, column per class: in how many of its examples it is. */
  counts: Uint8Array<ArrayBuffer>;
  /** Examples by feature, one run of `example` and `part` a feature, beginning at `runs`; and the class of each example. */
  runs: Int32Array<ArrayBuffer>;
  example: Int32Array<ArrayBuffer>;
  part: Float32Array<ArrayBuffer>;
  labels: Int32Array<ArrayBuffer>;
}

/** What training reads of a model. */
export type TrainingInput = Pick<BotModel, 'intents' | 'nodes' | 'counterexamples'>;

/** Trains and makes ready in one go, in this thread. Nodes that are switched off take their intent with them. */
export function trainIntents(model: TrainingInput): Classifier {
  return classifierOf(learn(model));
}

/** The heavy part: no I/O, the same result every time. */
export function learn(model: TrainingInput): TrainedIntents {
  const { intents, counterexamples } = whatCounts(model);
  const none = intents.length;
  const own = intents.reduce((sum, intent) => sum + intent.examples.length, 0);
  const general = plentyOf(own, none) < FEW ? fewCounterexamples : generalCounterexamples;
  const examples = [
    ...intents.flatMap((intent, label) =>
      intent.examples.map((text) => ({ label, features: featuresOf(hear(text)) })),
    ),
    ...[...general, ...counterexamples].map((text) => ({
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
  return {
    intents: intents.map(({ name }) => name),
    features,
    rarity,
    table,
    bias,
    counts: countsOf(samples, features.length, intents.length + 1),
    ...runsOf(samples, features.length),
  };
}

/** All that training depends on: examples of the intents that a node answers, and what means none of them. */
export function whatCounts({ nodes, intents, counterexamples = [] }: TrainingInput): {
  intents: { name: string; examples: string[] }[];
  counterexamples: string[];
} {
  const live = new Set(nodes.filter((node) => node.status).map((node) => node.intent));
  return {
    intents: intents
      .filter(({ name, examples }) => live.has(name) && examples.length > 0)
      .map(({ name, examples }) => ({ name, examples })),
    counterexamples,
  };
}

/** How many examples an intent has in the middle, as a logarithm. */
function plentyOf(examples: number, intents: number): number {
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

/** A classifier over what was learned. @param weights of the decision; a bench gives its own */
export function classifierOf(trained: TrainedIntents, weights: DecisionWeights = WEIGHTS): Classifier {
  const ears = earsOf(trained);
  const listen = (text: string, before?: string): Hearing => {
    const heard = ears.hear(text, before);
    if (!heard) return { guesses: [], clauses: [], pair: null };
    const decided = (evidence: Evidence) => decide(evidence, trained.intents, weights);
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

interface Listened {
  evidence: Evidence;
  clauses: ClauseHeard[];
  /** What each half says where the message may fall apart into two questions. */
  halves: () => [Evidence, Evidence][];
}

/** What the ears hear in a message, before anything is decided; null: no word that says anything. */
export function earsOf(trained: TrainedIntents): {
  hear: (text: string, before?: string) => Listened | null;
} {
  const { intents, features, rarity, table, bias } = trained;
  const classes = intents.length + 1;
  const none = intents.length;
  const weights: Weights = { classes, table, bias };
  const index = indexOf(features, rarity, classes);
  const usual = usualWords(trained, index);
  const counts = new Int32Array(classes);
  for (const label of trained.labels) counts[label] = (counts[label] ?? 0) + 1;
  const examples = plentyOf(trained.labels.length - (counts[none] ?? 0), none);
  const few = counts.map((count) => (examples >= FEW && plentyOf(count, 1) < FEW ? 1 : 0));
  const likely = (vector: Vector) => softmax(scoresOf(vector, weights, new Float64Array(classes)));
  const chancesOf = (heard: readonly Heard[]) => likely(index.vectorOf(featuresOf(heard)));

  function hearSegment(words: readonly Word[], { from, to }: Segment, clause: boolean) {
    const own = words.slice(from, to);
    const found = featuresOf(own);
    const vector = index.vectorOf(found);
    return {
      clause,
      from,
      to,
      own,
      chances: likely(vector),
      near: nearest(trained, vector),
      usual: usual(found),
      cue: cueOf(words, { from, to }),
    };
  }

  function listen(words: readonly Word[], earlier: readonly Word[] | null) {
    const wholeVector = index.vectorOf(featuresOf(coreOf(words)));
    if (wholeVector.ids.length === 0) return null;
    const whole = likely(wholeVector);
    const wholeNear = nearest(trained, wholeVector);
    const wholeUsual = usual(featuresOf(words));
    const split = clausesOf(words);
    const parts = [
      ...split.map((one) => hearSegment(words, one, true)),
      ...windowsOf(split).map((one) => hearSegment(words, one, false)),
    ];
    const clauses = parts.filter(({ clause }) => clause);
    const previous = earlier ? chancesOf(coreOf(earlier)) : null;
    const joined = earlier ? chancesOf(coreOf([...earlier, ...words].slice(0, MAX_WORDS))) : null;
    const most = (of: (one: (typeof parts)[number]) => number, list = parts) =>
      list.reduce((top, one) => Math.max(top, of(one)), 0);

    const candidates: Candidate[] = intents.map((_, label) => ({
      label,
      values: {
        whole: log(whole[label]),
        clause: log(most(({ chances }) => chances[label] ?? 0, clauses)),
        part: log(most(({ chances }) => chances[label] ?? 0)),
        cue: log(most(({ chances, cue }) => (chances[label] ?? 0) * (0.3 + 0.7 * cue))),
        near: most(({ near }) => near.best[label] ?? 0),
        near3: most(({ near }) => near.three[label] ?? 0),
        support: 0,
        wholeSupport: 0,
        joined: joined ? log(joined[label]) : 0,
        previous: previous ? log(previous[label]) : 0,
        usual: wholeUsual[label] ?? LEAST_LOG,
        usualPart: parts.reduce((top, one) => Math.max(top, one.usual[label] ?? LEAST_LOG), LEAST_LOG),
        aheadWhole: 0,
        aheadNear: 0,
        few: few[label] ?? 0,
        fewUsual: 0,
        fewNear: 0,
      },
    }));
    lead(candidates, 'whole', 'aheadWhole');
    lead(candidates, 'near', 'aheadNear');
    const rough = ({ values }: Candidate) =>
      values.whole + values.part + values.cue + 8 * values.near + 0.5 * values.usualPart;
    const chosen = candidates.sort((a, b) => rough(b) - rough(a)).slice(0, CANDIDATES);
    for (const { label, values } of chosen) {
      const best = parts.reduce<(typeof parts)[number] | undefined>(
        (top, one) => (top && (top.chances[label] ?? 0) >= (one.chances[label] ?? 0) ? top : one),
        undefined,
      );
      values.support = best ? index.supportOf(best.own, label, weights) : 0;
      values.wholeSupport = index.supportOf(words, label, weights);
      values.fewUsual = values.few * values.usualPart;
      values.fewNear = values.few * values.near;
    }
    const unknown = words.filter(({ sound }) => !index.vocabulary.has(sound)).length;
    const mean =
      clauses.reduce((sum, { chances }) => sum + (chances[none] ?? 0), 0) / Math.max(1, clauses.length);
    const evidence: Evidence = {
      candidates: chosen,
      none: {
        whole: log(whole[none]),
        least: log(Math.min(1, ...clauses.map(({ chances }) => chances[none] ?? 0))),
        mean: log(mean),
        usual: wholeUsual[none] ?? LEAST_LOG,
        wholeNear: wholeNear.best[none] ?? 0,
        near: most(({ near }) => near.best[none] ?? 0),
        unknown: unknown / Math.max(1, words.length),
        words: Math.log(1 + words.length),
        clauses: Math.log(1 + clauses.length),
        before: earlier ? 1 : 0,
        examples,
        one: 1,
      },
    };
    return { evidence, parts, clauses: clauses.map((one) => clauseHeard(one, intents)) };
  }

  /** Where one question may end and another begin: what is heard before and after it means two things. */
  function splitsOf(parts: readonly { from: number; to: number; chances: Float64Array; clause: boolean }[]) {
    const best = parts.map((part) => ({ ...part, ...likeliest(part.chances) }));
    const surest = (list: typeof best) =>
      list.reduce<(typeof best)[number] | undefined>(
        (top, one) => (one.label === none || (top && top.chance >= one.chance) ? top : one),
        undefined,
      );
    return parts
      .filter(({ clause, from }) => clause && from > 0)
      .flatMap(({ from: at }) => {
        const left = surest(best.filter(({ to }) => to <= at));
        const right = surest(best.filter(({ from }) => from >= at));
        if (!left || !right || left.label === right.label) return [];
        const chance = Math.min(left.chance, right.chance);
        return chance < WORTH_SPLITTING ? [] : [{ at, chance }];
      })
      .sort((a, b) => b.chance - a.chance)
      .slice(0, MOST_SPLITS);
  }

  return {
    hear(text, before) {
      const words = hearAll(text, index.vocabulary);
      const heard = listen(words, before ? hearAll(before, index.vocabulary) : null);
      if (!heard) return null;
      return {
        evidence: heard.evidence,
        clauses: heard.clauses,
        halves: () =>
          splitsOf(heard.parts).flatMap(({ at }) => {
            const [first, then] = [words.slice(0, at), words.slice(at)];
            if (!standsAlone(first) || !standsAlone(then)) return [];
            const [left, right] = [listen(first, null), listen(then, null)];
            return left && right ? [[left.evidence, right.evidence] satisfies [Evidence, Evidence]] : [];
          }),
      };
    },
  };
}

type Word = ReturnType<typeof hearAll>[number];

function likeliest(chances: Float64Array): { label: number; chance: number } {
  let label = 0;
  for (let at = 0; at < chances.length; at++) if ((chances[at] ?? 0) > (chances[label] ?? 0)) label = at;
  return { label, chance: chances[label] ?? 0 };
}

function clauseHeard(
  { own, chances, cue }: { own: readonly Word[]; chances: Float64Array; cue: number },
  intents: readonly string[],
): ClauseHeard {
  const { label, chance } = likeliest(chances);
  return {
    text: own.map(({ word }) => word).join(' '),
    cue,
    intent: intents[label] ?? null,
    chance,
    concepts: [...new Set(own.flatMap(({ taken }) => conceptsOf(taken)))],
  };
}

const log = (chance: number | undefined): number => Math.log(Math.max(chance ?? 0, 1e-4));

/** How far each is before the best other one, or behind the best. */
function lead(
  candidates: readonly Candidate[],
  of: 'whole' | 'near',
  into: 'aheadWhole' | 'aheadNear',
): void {
  const sorted = candidates.map(({ values }) => values[of]).sort((a, b) => b - a);
  const [first = 0, second = first] = sorted;
  for (const { values } of candidates)
    values[into] = Math.max(-4, values[of] - (values[of] === first ? second : first));
}

/** By class: how near the nearest example is, and the nearest three. */
function nearest(
  { runs, example, part, labels, intents }: TrainedIntents,
  { ids, values }: Vector,
): { best: Float64Array; three: Float64Array } {
  const near = new Float64Array(labels.length);
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    const value = values[at] ?? 0;
    for (let place = runs[id] ?? 0; place < (runs[id + 1] ?? 0); place++) {
      const one = example[place] ?? 0;
      near[one] = (near[one] ?? 0) + value * (part[place] ?? 0);
    }
  }
  const best = new Float64Array(intents.length + 1);
  const second = new Float64Array(intents.length + 1);
  const third = new Float64Array(intents.length + 1);
  for (let at = 0; at < labels.length; at++) {
    const label = labels[at] ?? 0;
    const value = near[at] ?? 0;
    if (value > (best[label] ?? 0)) {
      third[label] = second[label] ?? 0;
      second[label] = best[label] ?? 0;
      best[label] = value;
    } else if (value > (second[label] ?? 0)) {
      third[label] = second[label] ?? 0;
      second[label] = value;
    } else if (value > (third[label] ?? 0)) third[label] = value;
  }
  return {
    best,
    three: best.map((value, label) => (value + (second[label] ?? 0) + (third[label] ?? 0)) / 3),
  };
}

/** By class: the logarithm of how likely its examples' words are to be said so, among the classes. */
function usualWords({ counts, features, intents }: TrainedIntents, index: ReturnType<typeof indexOf>) {
  const classes = intents.length + 1;
  const totals = new Float64Array(classes);
  let kinds = 0;
  for (let id = 0; id < features.length; id++) {
    if (features[id]?.startsWith('p')) continue;
    kinds++;
    for (let label = 0; label < classes; label++)
      totals[label] = (totals[label] ?? 0) + (counts[id * classes + label] ?? 0);
  }
  const floors = totals.map((total) => Math.log(total + UNHEARD * kinds));
  const logs = Float64Array.from({ length: 256 }, (_, count) => Math.log(count + UNHEARD));
  return (found: Features): Float64Array => {
    const sums = new Float64Array(classes);
    for (const name of found.keys()) {
      const id = name.startsWith('p') ? undefined : index.idOf(name);
      if (id === undefined) continue;
      const weight = name.startsWith('t') ? LETTERS_PART : 1;
      for (let label = 0; label < classes; label++)
        sums[label] =
          (sums[label] ?? 0) +
          weight * ((logs[counts[id * classes + label] ?? 0] ?? 0) - (floors[label] ?? 0));
    }
    const top = sums.reduce((most, sum) => Math.max(most, sum), Number.NEGATIVE_INFINITY);
    let whole = 0;
    for (const sum of sums) whole += Math.exp((sum - top) * REPETITION);
    return sums.map((sum) => Math.max(LEAST_LOG, (sum - top) * REPETITION - Math.log(whole)));
  };
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
      const share = whole === 0 ? USUAL_SUPPORT : speaks / whole;
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
