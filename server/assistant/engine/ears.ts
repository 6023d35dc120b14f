/**
 * What is heard in a message before anything is decided: three ears listen to the whole of it, to each of its clauses
 * and to neighbours of them. docs/decisions/0003 and 0030 have the measurements.
 */

import { coreOf, MAX_WORDS } from '../words/text.ts';
import { type Candidate, type Evidence, FEW } from './decision.ts';
import { type FeatureIndex, indexOf } from './feature-index.ts';
import { featuresOf, type Heard, hearAll, type Known } from './features.ts';
import { plentyOf, type TrainedIntents } from './learn.ts';
import { nearest } from './nearest-examples.ts';
import { clausesOf, cueOf, joinsAnother, type Segment, standsAlone, windowsOf } from './segments.ts';
import { type SoftmaxWeights, scoresOf, softmax, type Vector } from './softmax.ts';
import { Synonyms } from './synonyms.ts';
import type { Halves } from './two-questions.ts';
import { LEAST_LOG, usualWords } from './usual-words.ts';

/** Of this many intents the evidence is weighed; the others are nobody's choice. */
const CANDIDATES = 14;
/** A clause that means something with this chance may be a question of its own. */
const WORTH_SPLITTING = 0.25;
/** So many ways to take a message apart are listened to. */
const MOST_SPLITS = 2;

/** Words of a usual message, as a logarithm: about six. In a longer one the whole says less. */
const USUAL_LENGTH = 2;
const VOTING = ['whole', 'part', 'cue', 'near', 'near3', 'usual', 'usualPart', 'clause'] as const;

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

interface Listened {
  evidence: Evidence;
  clauses: ClauseHeard[];
  /** What each half says where the message may fall apart into two questions. */
  halves: () => Halves[];
}

/** What the ears hear in a message, before anything is decided; null: no word that says anything. */
export function earsOf(trained: TrainedIntents): {
  hear: (text: string, before?: string) => Listened | null;
} {
  const { intents, features, rarity, table, bias } = trained;
  const classes = intents.length + 1;
  const none = intents.length;
  const weights: SoftmaxWeights = { classes, table, bias };
  const index = indexOf(features, rarity, classes);
  const usual = usualWords(trained, index);
  const known: Known = {
    vocabulary: index.vocabulary,
    synonyms: new Synonyms(trained.synonyms),
    usualOf: (sounds) => usualOf(trained, index, sounds),
  };
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
        aheadUsual: 0,
        aheadPart: 0,
        aheadCue: 0,
        votes: 0,
        wholeLong: 0,
        nearLong: 0,
        usualLong: 0,
        few: few[label] ?? 0,
        fewUsual: 0,
        fewNear: 0,
      },
    }));
    lead(candidates, 'whole', 'aheadWhole');
    lead(candidates, 'near', 'aheadNear');
    lead(candidates, 'usual', 'aheadUsual');
    lead(candidates, 'part', 'aheadPart');
    lead(candidates, 'cue', 'aheadCue');
    vote(candidates);
    const longer = Math.min(2, Math.log(1 + words.length) - USUAL_LENGTH);
    for (const { values } of candidates) {
      values.wholeLong = values.whole * longer;
      values.nearLong = values.near * longer;
      values.usualLong = values.usual * longer;
    }
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
    const unknown = words.filter(({ sound, meant }) => !meant && !index.vocabulary.has(sound)).length;
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
      const words = hearAll(text, known);
      const heard = listen(words, before ? hearAll(before, known) : null);
      if (!heard) return null;
      return {
        evidence: heard.evidence,
        clauses: heard.clauses,
        halves: () =>
          splitsOf(heard.parts).flatMap(({ at }) => {
            const [first, then] = [words.slice(0, at), words.slice(at)];
            if (!standsAlone(first) || !standsAlone(then)) return [];
            const [left, right] = [listen(first, null), listen(then, null)];
            if (!left || !right) return [];
            const marks = {
              stop: then[0]?.after === 'stop',
              joined: joinsAnother(then),
              firstCue: cueOf(first, { from: 0, to: first.length }),
              secondCue: cueOf(then, { from: 0, to: then.length }),
            };
            return [{ first: left.evidence, second: right.evidence, marks }];
          }),
      };
    },
  };
}

type Word = ReturnType<typeof hearAll>[number];

/** Of some sounds the one that most examples have; null: none has any. */
function usualOf(
  { runs }: Pick<TrainedIntents, 'runs'>,
  index: FeatureIndex,
  sounds: readonly string[],
): string | null {
  let best: string | null = null;
  let most = 0;
  for (const sound of sounds) {
    const id = index.idOf(`w${sound}`);
    const examples = id === undefined ? 0 : (runs[id + 1] ?? 0) - (runs[id] ?? 0);
    if (examples > most) {
      best = sound;
      most = examples;
    }
  }
  return best;
}

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
    // A number that was taken for another one speaks of nothing.
    concepts: [...new Set(own.flatMap(({ word, concepts: of }) => (/[a-zñ]/.test(word) ? of : [])))],
  };
}

const log = (chance: number | undefined): number => Math.log(Math.max(chance ?? 0, 1e-4));

/** For each the part of the ears that hear it best. */
function vote(candidates: readonly Candidate[]): void {
  for (const ear of VOTING) {
    let first: Candidate | undefined;
    for (const one of candidates) if (!first || one.values[ear] > first.values[ear]) first = one;
    if (first) first.values.votes += 1 / VOTING.length;
  }
}

/** How far each is before the best other one, or behind the best. */
function lead(
  candidates: readonly Candidate[],
  of: 'whole' | 'near' | 'usual' | 'part' | 'cue',
  into: 'aheadWhole' | 'aheadNear' | 'aheadUsual' | 'aheadPart' | 'aheadCue',
): void {
  const sorted = candidates.map(({ values }) => values[of]).sort((a, b) => b - a);
  const [first = 0, second = first] = sorted;
  for (const { values } of candidates)
    values[into] = Math.max(-4, values[of] - (values[of] === first ? second : first));
}
