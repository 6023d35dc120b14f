/**
 * How engines fare by voice. The decision's weights are fitted without the voice that is judged; ours answers through
 * whole turns, as customers get it.
 */
import { templateModel } from '../../server/assistant/catalogue/catalogue.ts';
import { type BotModel, emptyContext } from '../../server/assistant/engine/bot-model.ts';
import { type Classifier, classifierOf } from '../../server/assistant/engine/classifier.ts';
import { compileModel } from '../../server/assistant/engine/compile-model.ts';
import { chancesOf, SCALE, type Scale, type Weights } from '../../server/assistant/engine/decision.ts';
import { earsOf } from '../../server/assistant/engine/ears.ts';
import foreign from '../../server/assistant/engine/foreign.json' with { type: 'json' };
import { learn } from '../../server/assistant/engine/learn.ts';
import type { Meaning } from '../../server/assistant/engine/meaning.ts';
import { respond } from '../../server/assistant/engine/respond.ts';
import { hearPair, type PairWeights } from '../../server/assistant/engine/two-questions.ts';
import { ecommerceTuning, nearTuning, outOfScopeTuning } from '../../server/assistant/evaluation/phrases.ts';
import { fitPairs, type PairSample } from './fit-pairs.ts';
import { fitWeights, type Sample } from './fit-weights.ts';
import { readVoices, type Voice, type VoiceMessage, type VoiceTemplate } from './voices.ts';

export const VOICE_TEMPLATES = ['ecommerce', 'generica'] as const;
const SMALL_TALK = new Set(['saludo', 'despedida', 'agradecimiento', 'ayuda_bot']);
const PERSON = 'hablar_persona';
const NOON = new Date('2026-11-23T15:00:00Z');

/** What an engine does with a message. `answers`: the intents that it answered with. */
export type VoiceEar = (message: VoiceMessage) => Promise<{ answers: string[]; offered: string[] }>;

/** Counts of one voice, or of all. */
export interface Tally {
  own: number;
  right: number;
  offered: number;
  wrong: number;
  foreign: number;
  foreignAnswered: number;
  person: number;
  heard: number;
  falsePerson: number;
  small: number;
  smallRight: number;
  double: number;
  bothRight: number;
}

const empty = (): Tally => ({
  own: 0,
  right: 0,
  offered: 0,
  wrong: 0,
  foreign: 0,
  foreignAnswered: 0,
  person: 0,
  heard: 0,
  falsePerson: 0,
  small: 0,
  smallRight: 0,
  double: 0,
  bothRight: 0,
});

/**
 * Ours through whole turns: what was written before comes first.
 * @param meaningOf what a message means beside its words, where somebody is asked
 */
export function voiceEar(
  model: BotModel,
  classifier: Classifier,
  meaningOf: (text: string) => Meaning | undefined = () => undefined,
): VoiceEar {
  const compiled = compileModel(model);
  const fixed = { compiled, classifier, knowledge: null, random: () => 0, now: NOON, channel: 'web' };
  return (message) => {
    let context = emptyContext;
    const say = (text: string) => {
      const meaning = meaningOf(text);
      return respond({ ...fixed, ...(meaning ? { meaning } : {}), context, input: { text } });
    };
    for (const text of message.before ?? []) context = say(text).context;
    const { trace } = say(message.text);
    const intentOf = (id: string) => compiled.live.get(id)?.intent;
    return Promise.resolve({
      answers: [
        ...new Set(
          [...(trace.node ? [trace.node] : []), ...(trace.path ?? [])].flatMap((id) => intentOf(id) ?? []),
        ),
      ],
      offered: (trace.guesses ?? []).flatMap(({ intent, outcome }) =>
        outcome === 'offered' ? [intent] : [],
      ),
    });
  };
}

/** Judges one voice. */
export async function judge(
  messages: readonly VoiceMessage[],
  ear: VoiceEar,
  faults?: string[],
): Promise<Tally> {
  const tally = empty();
  for (const message of messages) {
    const { subject, also } = message;
    const { answers, offered } = await ear(message);
    const [first] = answers;
    const right = answers.length > 0 && answers.every((one) => one === subject || one === also);
    if (subject === null) {
      tally.foreign++;
      if (answers.some((one) => !SMALL_TALK.has(one))) tally.foreignAnswered++;
      if (answers.includes(PERSON)) tally.falsePerson++;
    } else if (subject === PERSON) {
      tally.person++;
      if (answers.includes(PERSON)) tally.heard++;
    } else if (SMALL_TALK.has(subject)) {
      tally.small++;
      if (first === subject) tally.smallRight++;
    } else {
      tally.own++;
      if (right) tally.right++;
      else if (first) tally.wrong++;
      else if (offered.includes(subject)) tally.offered++;
      if (answers.includes(PERSON)) tally.falsePerson++;
      if (also) {
        tally.double++;
        if (answers.includes(subject) && answers.includes(also)) tally.bothRight++;
      }
    }
    if (faults && (subject === null ? first : !right))
      faults.push(`${message.text} (${subject}) → ${answers.join('+') || offered.join('/') || '-'}`);
  }
  return tally;
}

export function sum(tallies: readonly Tally[]): Tally {
  const all = empty();
  for (const one of tallies) for (const key of Object.keys(all) as (keyof Tally)[]) all[key] += one[key];
  return all;
}

/** What the ears heard of every message, by voice. */
export function samplesOf(trained: ReturnType<typeof learn>, messages: readonly VoiceMessage[]): Sample[] {
  const ears = earsOf(trained);
  return messages.flatMap(({ text, subject, also, before }) => {
    const heard = ears.hear(text, before?.at(-1));
    const right = [subject, also].flatMap((name) => (name ? [trained.intents.indexOf(name)] : []));
    return heard ? [{ evidence: heard.evidence, right: new Set(right) }] : [];
  });
}

const asForeign = (texts: readonly string[]): VoiceMessage[] =>
  texts.map((text) => ({ text, subject: null }));
const foreignTuning = asForeign([...outOfScopeTuning, ...nearTuning]);

/** The phrases to tune on, which are no voice. */
function tuningSamples(trained: Bench['trained']): Sample[] {
  const own = Object.entries(ecommerceTuning).flatMap(([subject, texts]) =>
    texts.map((text) => ({ text, subject })),
  );
  return [
    ...samplesOf(trained.ecommerce, [...own, ...foreignTuning]),
    ...samplesOf(trained.generica, foreignTuning),
  ];
}

/** Examples of an intent of a bot that its owner wrote in an afternoon, and how many others ask it. */
const FEW = 11;
const ASKING = 2;

/** What a bot of few examples would hear with all counterexamples, so that the weights hold wherever the many begin. */
function smallSamples(models: Bench['models']): Sample[] {
  return VOICE_TEMPLATES.flatMap((template) => {
    const { nodes, intents } = models[template];
    const trained = learn({
      nodes,
      counterexamples: foreign,
      intents: intents.map(({ name, examples }) => ({ name, examples: examples.slice(0, FEW) })),
    });
    const own = intents.flatMap(({ name, examples }) => {
      const others = examples.slice(FEW);
      const step = Math.max(1, Math.floor(others.length / ASKING));
      return others
        .filter((_, at) => at % step === 0)
        .slice(0, ASKING)
        .map((text) => ({ text, subject: name }));
    });
    return samplesOf(trained, [...own, ...foreignTuning]);
  });
}

/** Examples of an intent that an owner adds to those of a template. */
const ADDED = 8;

type Mixed = Record<VoiceTemplate, { trained: Bench['trained']['ecommerce']; besides: Sample[] }>;

/** The templates with every third intent as if an owner had added it, and what else asks for those. */
function mixed(models: Bench['models']): Mixed {
  const mix = (template: VoiceTemplate, from: number) => {
    const { nodes, intents } = models[template];
    const added = intents.filter(({ examples }, at) => at % 3 === from && examples.length > ADDED);
    const trained = learn({
      nodes,
      intents: intents.map(({ name, examples }) => ({
        name,
        examples: added.some((one) => one.name === name) ? examples.slice(0, ADDED) : examples,
      })),
    });
    const own = added.flatMap(({ name, examples }) => {
      const others = examples.slice(ADDED);
      const step = Math.max(1, Math.floor(others.length / ADDED));
      return others.filter((_, at) => at % step === 0).map((text) => ({ text, subject: name }));
    });
    return { trained, besides: samplesOf(trained, [...own, ...foreignTuning]) };
  };
  return { ecommerce: mix('ecommerce', 0), generica: mix('generica', 1) };
}

/** The same messages after one about something else, since a customer may change the subject. */
function amidTalk(messages: readonly VoiceMessage[]): VoiceMessage[] {
  const own = messages.filter(({ subject, before }) => subject !== null && !before);
  return messages
    .filter(({ before }) => !before)
    .map((message, at) => ({ ...message, before: [own[(at * 7 + 3) % own.length]?.text ?? ''] }));
}

export interface Bench {
  voices: Voice[];
  models: Record<VoiceTemplate, BotModel>;
  trained: Record<VoiceTemplate, ReturnType<typeof learn>>;
  /** Weights fitted without a voice; without any name: on all of them. */
  weightsWithout: (voice?: string) => Weights;
  /** From which chance on is answered, chosen without a voice; without any name: on all of them. */
  scaleWithout: (voice?: string) => Scale;
  /** When two questions are answered, fitted without a voice; without any name: on all of them. */
  pairsWithout: (voice?: string) => PairWeights;
}

/** Single guesses that may be wrong (two answers in a turn and what came before add half a point), and foreign messages that may be answered. */
const MOST_WRONG = 0.015;
const MOST_FOREIGN = 0.05;

interface Guessed {
  chance: number;
  right: boolean;
  of: 'own' | 'foreign' | 'else';
}

/** The least chance at which no more is answered wrongly, or that is foreign, than may be. */
function leastChance(guessed: readonly Guessed[]): number {
  const part = (list: readonly Guessed[], of: Guessed['of']) =>
    list.length / Math.max(1, guessed.filter((one) => one.of === of).length);
  for (let chance = 0.3; chance < 0.95; chance += 0.01) {
    const answered = guessed.filter((one) => one.chance >= chance);
    const wrong = answered.filter(({ of, right }) => of === 'own' && !right);
    const foreign = answered.filter(({ of }) => of === 'foreign');
    if (part(wrong, 'own') <= MOST_WRONG && part(foreign, 'foreign') <= MOST_FOREIGN) return chance;
  }
  return 0.95;
}

/** Trains both templates and hears all voices once. */
export function readyBench(): Bench {
  const voices = readVoices();
  const models = {
    ecommerce: templateModel('ecommerce', 'Tienda Andes'),
    generica: templateModel('generica', 'Oficina'),
  };
  const trained = { ecommerce: learn(models.ecommerce), generica: learn(models.generica) };
  const mixes = mixed(models);
  const samples = voices.map((voice) => ({
    voice: voice.voice,
    whole: VOICE_TEMPLATES.flatMap((template) =>
      samplesOf(trained[template], [...voice[template], ...amidTalk(voice[template])]),
    ),
    mixed: VOICE_TEMPLATES.flatMap((template) => samplesOf(mixes[template].trained, voice[template])),
  }));
  const fitted = new Map<string | undefined, Weights>();
  const guesses = new Map<string, Guessed[]>();
  const guessesOf = (template: VoiceTemplate, voice: Voice): Guessed[] => {
    const key = `${template} ${voice.voice}`;
    const known = guesses.get(key);
    if (known) return known;
    const guessed = voice[template].flatMap((message) =>
      guessedOf(message, samplesOf(trained[template], [message]), weightsWithout(voice.voice)),
    );
    guesses.set(key, guessed);
    return guessed;
  };
  const pairs = new Map<string, PairSample[]>();
  const pairsOf = (template: VoiceTemplate, voice: Voice): PairSample[] => {
    const key = `${template} ${voice.voice}`;
    const known = pairs.get(key);
    if (known) return known;
    const found = pairSamples(trained[template], voice[template], weightsWithout(voice.voice));
    pairs.set(key, found);
    return found;
  };
  const besides = [...tuningSamples(trained), ...smallSamples(models)];
  const besidesMixed = VOICE_TEMPLATES.flatMap((template) => mixes[template].besides);
  function weightsWithout(left?: string): Weights {
    const known = fitted.get(left);
    if (known) return known;
    const others = samples.filter(({ voice }) => voice !== left);
    const base = fitWeights([...others.flatMap(({ whole }) => whole), ...besides]);
    const weights = fitWeights([...others.flatMap(({ mixed }) => mixed), ...besidesMixed], {
      fitted: base,
      free: ['few', 'fewUsual', 'fewNear'],
    });
    fitted.set(left, weights);
    return weights;
  }
  return {
    voices,
    models,
    trained,
    weightsWithout,
    pairsWithout: (left) =>
      fitPairs(
        VOICE_TEMPLATES.flatMap((template) =>
          voices.filter(({ voice }) => voice !== left).flatMap((voice) => pairsOf(template, voice)),
        ),
      ),
    scaleWithout: (left) => ({
      ...SCALE,
      answer: leastChance(
        VOICE_TEMPLATES.flatMap((template) =>
          voices.filter(({ voice }) => voice !== left).flatMap((voice) => guessesOf(template, voice)),
        ),
      ),
    }),
  };
}

/** Every way in which messages fall apart, and whether they do ask both. */
function pairSamples(
  trained: Bench['trained']['ecommerce'],
  messages: readonly VoiceMessage[],
  weights: Weights,
): PairSample[] {
  const ears = earsOf(trained);
  return messages.flatMap(({ text, subject, also, before }) => {
    const heard = ears.hear(text, before?.at(-1));
    const asked = [subject, also].flatMap((name) => (name ? [trained.intents.indexOf(name)] : []));
    return (heard?.halves() ?? []).flatMap((halves) => {
      const pair = heard && hearPair(heard.evidence, halves, weights);
      if (!pair || pair.labels.some((label) => trained.intents[label] === PERSON)) return [];
      const both = also !== undefined && pair.labels.every((label) => asked.includes(label));
      return [{ values: pair.values, both }];
    });
  });
}

/** What would be answered first, were every chance enough. */
function guessedOf({ subject }: VoiceMessage, samples: readonly Sample[], weights: Weights): Guessed[] {
  return samples.map(({ evidence, right }) => {
    const chances = chancesOf(evidence, weights);
    const chance = Math.max(...chances);
    const best = evidence.candidates[chances.indexOf(chance)];
    const of = subject === null ? 'foreign' : subject === PERSON || SMALL_TALK.has(subject) ? 'else' : 'own';
    return { chance, right: best !== undefined && right.has(best.label), of };
  });
}

/** Ours, each voice judged by weights that were fitted without it. */
export function oursWithout(bench: Bench, template: VoiceTemplate): (voice: string) => VoiceEar {
  return (voice) => {
    const tuning = {
      weights: bench.weightsWithout(voice),
      scale: bench.scaleWithout(voice),
      pairs: bench.pairsWithout(voice),
    };
    return voiceEar(bench.models[template], classifierOf(bench.trained[template], tuning));
  };
}
