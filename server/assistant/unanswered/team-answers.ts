/**
 * What people of the team answered when the bot had handed a customer to them: question and answer, pure. Nothing of it
 * is stored; it is read from the conversations that the caller may see, and what names a customer is masked.
 */
import type { Viewer } from '../../../contract/entities/user.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { wishesPerson } from '../engine/person.ts';
import { maskPersonal } from '../meaning/mask-personal.ts';
import { fold, wordsOf } from '../words/text.ts';
import { type Question, questionOf } from './question.ts';

/** A conversation as far as it matters here: its last messages in order, notes left out. */
export interface Talk {
  /** Names that the customer goes by. */
  names: readonly string[];
  messages: readonly TalkMessage[];
}
export interface TalkMessage {
  from: 'customer' | 'bot' | 'agent';
  text: string;
  /** A button that was pressed, not words. */
  pressed: boolean;
  agentName: string | null;
  at: string;
}

/** Where talks come from: those of a bot since then in which a person wrote and which the viewer sees; newest first. */
export type TalkSource = (
  db: Queryable,
  botId: number,
  viewer: Viewer,
  since: Date,
) => Promise<readonly Talk[]>;

export interface TeamAnswer extends Question {
  /** What was answered. */
  answer: string;
  agentName: string | null;
  at: string;
}

/** So many messages of an agent in a row are one answer. */
const MESSAGES = 3;
/** Fewer words answer nothing that a bot could say again. */
const LEAST_WORDS = 4;
const LONGEST = 1_000;
const GREETING =
  /^\s*(?:(?:muy )?(?:hola|buen[oa]s?(?: d[ií]as?| tardes?| noches?)?|estimad[oa]|qu[eé] tal)\b[\s,!¡.]*)+/iu;
/** A sentence in which an agent only says who they are, or takes leave. */
const PLEASANTRY =
  /\b(?:soy|te saluda|le saluda|te atiende|le atiende|mi nombre es|un gusto|que est[eé]s bien|saludos|quedo atent[oa]|dame un (?:momento|segundo|minuto)|un momento)\b/iu;

const SENTENCE_END = /(?<=[.!?])\s+|\n/u;

/** Each first answer of a person after the bot, with the question that it was about. */
export function teamAnswers(talks: readonly Talk[]): TeamAnswer[] {
  return talks.flatMap((talk) =>
    talk.messages.flatMap((message, at) => {
      if (message.from !== 'agent') return [];
      const before = talk.messages.slice(0, at);
      const speaker = before.findLast(({ from }) => from !== 'customer');
      if (speaker?.from !== 'bot') return [];
      const question = askedBefore(before);
      const answer = answerFrom(talk, at);
      return question && answer
        ? [{ ...question, answer, agentName: message.agentName, at: message.at }]
        : [];
    }),
  );
}

/** What the customer last asked in words of their own, since an agent spoke last; to ask for a person is no question. */
function askedBefore(messages: readonly TalkMessage[]): Question | null {
  const since = messages.findLastIndex(({ from }) => from === 'agent');
  const asked = messages
    .slice(since + 1)
    .findLast(
      ({ from, text, pressed }) =>
        from === 'customer' && !pressed && !wishesPerson(text) && wordsOf(text).length >= 2,
    );
  return asked ? questionOf(asked.text) : null;
}

/** What the agent wrote until the customer did, without greetings and what names the customer; null: too little. */
function answerFrom({ names, messages }: Talk, at: number): string | null {
  const run = messages.slice(at, at + MESSAGES);
  const end = run.findIndex(({ from }) => from !== 'agent');
  const said = run
    .slice(0, end === -1 ? run.length : end)
    .map(({ text }) => withoutPleasantries(maskNames(maskPersonal(text), names)))
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, LONGEST)
    .trim();
  return wordsOf(said).length >= LEAST_WORDS && !onlyAsks(said) ? said : null;
}

/** Whether a text only asks back: every sentence that says something is a question. */
function onlyAsks(said: string): boolean {
  const sentences = said.split(SENTENCE_END).filter((sentence) => wordsOf(sentence).length > 0);
  // 'Claro.', 'Por supuesto, [nombre].' before a question answer nothing.
  return sentences.every((sentence) => sentence.trimEnd().endsWith('?') || wordsOf(sentence).length < 3);
}

/** Of a masked text what it says beside greeting, addressing and introducing. */
function withoutPleasantries(text: string): string {
  const greeted = text.replace(GREETING, '');
  const rest = greeted === text ? text : greeted.replace(/^(?:\s*\[nombre\])+/u, '');
  return rest
    .replace(/^[\s,.!¡]+/u, '')
    .split(SENTENCE_END)
    .filter((sentence) => !PLEASANTRY.test(sentence))
    .join(' ')
    .trim();
}

/** Parts of names that are long enough to be no word of every sentence. */
const namesIn = (names: readonly string[]): string[] =>
  [...new Set(names.flatMap((name) => wordsOf(name)))].filter((name) => /^\p{L}{3,}$/u.test(name));

function maskNames(text: string, names: readonly string[]): string {
  const known = new Set(namesIn(names));
  return text
    .replace(/\p{L}+/gu, (word, at: number) =>
      // What is a mask already stays one.
      text[at - 1] !== '[' && known.has(fold(word)) ? '[nombre]' : word,
    )
    .replace(/\b\d{5,}\b/gu, '[número]');
}
