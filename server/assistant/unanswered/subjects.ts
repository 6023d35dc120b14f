/**
 * Questions gathered into subjects, so that an owner decides ten times and not a hundred. Pure: by the words, letters
 * and concepts that the engine itself hears, and by what it would guess.
 */
import { createHash } from 'node:crypto';
import { SUBJECT_LIMITS, type Subject } from '../../../contract/entities/subject.ts';
import type { Guess } from '../engine/classifier.ts';
import { OFFER_AT } from '../engine/compile-model.ts';
import { featuresOf, hear } from '../engine/features.ts';
import { Synonyms } from '../engine/synonyms.ts';
import { isContent } from '../words/content-words.ts';
import { fold } from '../words/text.ts';

/** A question in wait of being decided. */
export interface OpenQuestion {
  key: string;
  text: string;
  count: number;
  lastAt: string;
  /** What the engine makes of it, best first. */
  guesses: readonly Guess[];
  /** The intent that its customer took among the choices; null: none. */
  chosen: string | null;
  answer: Subject['answer'];
}

/** From this cosine on two questions are about the same; with the same best guess a lesser one is enough. */
const ALIKE = 0.35;
const ALIKE_BY_GUESS = 0.24;
/** A guess of less says nothing about two questions. */
const WORTH_COMPARING = 0.3;
/** A subject belongs where its questions are guessed to belong with this score in the middle: below it strangers were. */
const AT_HOME = OFFER_AT;
const WORTH_NAMING = 0.1;
const MOST_OTHERS = 3;
/** Nearer than this they are one example. */
const SAME = 0.97;
const MOST_EXAMPLES = 8;
/** So many examples that one may be kept to be asked before publishing. */
const ENOUGH_TO_TEST = 3;
const TITLE = 40;

type Vector = ReadonlyMap<string, number>;
interface Placed extends OpenQuestion {
  vector: Vector;
}
interface Group {
  members: Placed[];
  /** Sum of the members' vectors, so each asked question draws like the others. */
  sum: Map<string, number>;
}

/**
 * Subjects, most asked first.
 * @param titleOf the name of an intent that the draft has; null: it has none such
 * @param synonyms the owner's
 */
export function gatherSubjects(
  questions: readonly OpenQuestion[],
  titleOf: (intent: string) => string | null,
  synonyms: Synonyms = new Synonyms([]),
): Subject[] {
  const placed = questions
    .map((question) => ({ ...question, vector: vectorOf(question.text, synonyms) }))
    .sort((a, b) => b.count - a.count || a.key.localeCompare(b.key));
  const groups: Group[] = [];
  for (const one of placed) {
    const group = nearest(one, groups);
    if (group && group.members.length < SUBJECT_LIMITS.questions) join(group, one);
    else groups.push({ members: [one], sum: new Map(one.vector) });
  }
  return groups
    .map((group) => subjectOf(group, titleOf))
    .sort((a, b) => b.count - a.count || (a.last_at < b.last_at ? 1 : -1) || a.id.localeCompare(b.id));
}

function nearest(one: Placed, groups: readonly Group[]): Group | null {
  let best: Group | null = null;
  let most = 0;
  for (const group of groups) {
    const near = cosine(one.vector, group.sum);
    const enough = sameGuess(one, group) ? ALIKE_BY_GUESS : ALIKE;
    if (near >= enough && near > most) {
      best = group;
      most = near;
    }
  }
  return best;
}

function sameGuess({ guesses: [best] }: Placed, { members }: Group): boolean {
  const other = members[0]?.guesses[0];
  return (
    best !== undefined &&
    best.intent === other?.intent &&
    Math.min(best.score, other.score) >= WORTH_COMPARING
  );
}

function join(group: Group, one: Placed): void {
  group.members.push(one);
  for (const [name, value] of one.vector) group.sum.set(name, (group.sum.get(name) ?? 0) + value);
}

/** Words that carry a subject, of length 1; of a question without any, all its words. */
function vectorOf(text: string, synonyms: Synonyms): Vector {
  const heard = hear(withoutMasks(text), synonyms);
  const content = heard.filter(({ word }) => isContent(word));
  const features = featuresOf(content.length > 0 ? content : heard);
  const length = Math.hypot(...features.values()) || 1;
  for (const [name, value] of features) features.set(name, value / length);
  return features;
}

function cosine(one: Vector, other: Vector): number {
  let dot = 0;
  for (const [name, value] of one) dot += value * (other.get(name) ?? 0);
  let square = 0;
  for (const value of other.values()) square += value * value;
  return dot / (Math.sqrt(square) || 1);
}

function subjectOf({ members, sum }: Group, titleOf: (intent: string) => string | null): Subject {
  const homes = homesOf(members, titleOf);
  const [first, ...rest] = homes;
  const home = first && first.score >= AT_HOME ? first : null;
  const central = members.reduce((best, one) =>
    cosine(one.vector, sum) > cosine(best.vector, sum) + 1e-9 ? one : best,
  );
  const { examples, test } = examplesOf(members);
  return {
    id: createHash('sha256')
      .update(
        members
          .map(({ key }) => key)
          .sort()
          .join('\n'),
      )
      .digest('base64url')
      .slice(0, 16),
    title: titleFrom(central.text),
    count: members.reduce((total, { count }) => total + count, 0),
    last_at:
      members
        .map(({ lastAt }) => lastAt)
        .sort()
        .at(-1) ?? '',
    questions: members.map(({ key, text, count }) => ({ key, text, count })),
    home,
    others: (home ? rest : homes).slice(0, MOST_OTHERS),
    examples,
    test,
    answer: answerOf(members),
  };
}

/** By the mean of the questions' guesses. */
function homesOf(members: readonly Placed[], titleOf: (intent: string) => string | null): Subject['others'] {
  const sums = new Map<string, number>();
  for (const { guesses } of members)
    for (const { intent, score } of guesses) sums.set(intent, (sums.get(intent) ?? 0) + score);
  const taken = new Set(members.map(({ chosen }) => chosen));
  return [...sums]
    .flatMap(([intent_name, total]) => {
      const title = titleOf(intent_name);
      const score = total / members.length;
      return title === null || score < WORTH_NAMING
        ? []
        : [{ intent_name, title, score, chosen: taken.has(intent_name) }];
    })
    .sort((a, b) => b.score - a.score || a.intent_name.localeCompare(b.intent_name));
}

/** Texts that differ; the last of enough is for the test set, so that what is learned is tried on what it has not seen. */
function examplesOf(members: readonly Placed[]): Pick<Subject, 'examples' | 'test'> {
  const kept: Placed[] = [];
  for (const one of members) {
    if (kept.some((other) => cosine(one.vector, other.vector) >= SAME)) continue;
    kept.push(one);
    if (kept.length > MOST_EXAMPLES) break;
  }
  const texts = kept.map(({ text }) => withoutMasks(text));
  if (texts.length < ENOUGH_TO_TEST) return { examples: texts, test: null };
  return { examples: texts.slice(0, -1), test: texts.at(-1) ?? null };
}

/** The newest. */
const answerOf = (members: readonly Placed[]): Subject['answer'] =>
  members.reduce<Subject['answer']>(
    (newest, { answer }) => (answer && (!newest || answer.at > newest.at) ? answer : newest),
    null,
  );

const withoutMasks = (text: string): string =>
  text
    .replace(/\[\p{L}+\]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();

/** '¿arriendan bicicletas de montaña para niños?' → 'Arriendan bicicletas de montaña'. */
function titleFrom(text: string): string {
  const plain = withoutMasks(text).replace(/[¿?¡!"«»]/gu, '');
  const cut =
    plain.length <= TITLE
      ? plain
      : plain
          .slice(0, TITLE + 1)
          .replace(/\s+\S*$/u, '')
          .slice(0, TITLE);
  const words = cut.split(' ');
  while (cut !== plain && words.length > 1 && !isContent(fold(words.at(-1) ?? ''))) words.pop();
  const trimmed = words
    .join(' ')
    .replace(/[\s,.;:]+$/u, '')
    .replace(/^[\s,.;:]+/u, '');
  return trimmed.charAt(0).toLocaleUpperCase('es') + trimmed.slice(1);
}
