/** Documents in a whole turn: asked before giving up and before choices that are hardly likely, and silent on what they do not speak of. */
import { beforeAll, expect, it } from 'vitest';
import { templateModel } from '../catalogue/catalogue.ts';
import { emptyContext } from '../engine/bot-model.ts';
import { type Classifier, trainIntents } from '../engine/classifier.ts';
import { compileModel } from '../engine/compile-model.ts';
import { firstThatAnswers } from '../engine/first-that-answers.ts';
import { type Knowledge, respond } from '../engine/respond.ts';
import type { Passage } from '../engine/trace.ts';
import { foreignHeldOut, nearHeldOut, outOfScopeHeldOut } from '../evaluation/phrases.ts';
import { type IndexedPassage, PassageIndex } from './passage-index.ts';

const model = templateModel('ecommerce', 'Tienda');
const compiled = compileModel(model);
let classifier: Classifier;
let documents: Knowledge;

const passageOf = ({ passage, score }: { passage: IndexedPassage; score: number }): Passage => ({
  id: passage.id,
  title: passage.title,
  text: passage.text,
  score,
});

beforeAll(async () => {
  classifier = trainIntents(model);
  // A manual of all that the shop says, as an owner would upload it.
  const index = await PassageIndex.of([
    ...model.nodes.map(({ id, title, answers }) => ({
      id,
      documentId: '1',
      title: 'Manual',
      url: null,
      text: answers.join('\n'),
      place: null,
      heading: title,
      live: true,
    })),
    {
      id: 'carpas',
      documentId: '3',
      title: 'Cuidado de carpas',
      url: null,
      text: 'El impermeabilizante de la carpa se aplica una vez al año con la tela seca.',
      place: null,
      heading: null,
      live: true,
    },
    {
      id: 'jardin',
      documentId: '2',
      title: 'Jardín del local',
      url: null,
      text: 'El musgo del jardín vertical se riega dos veces por semana con agua filtrada.',
      place: null,
      heading: null,
      live: true,
    },
  ]);
  documents = {
    search: (text) =>
      index
        .search(text, 3)
        .filter(({ answers }) => answers)
        .map(passageOf),
  };
}, 60_000);

const ask = (text: string, knowledge: Knowledge | null = documents) =>
  respond({
    compiled,
    classifier,
    knowledge,
    context: emptyContext,
    input: { text },
    random: () => 0,
    now: new Date('2026-11-20T15:00:00.000Z'),
    channel: 'web',
  }).trace;

it.each([
  ['jardin', 'cada cuánto riegan el musgo del jardín vertical'],
  // Said in words of the shop: choices would be offered.
  ['carpas', 'cada cuánto se aplica el impermeabilizante de la carpa'],
])('answers from a document what no interaction does, instead of giving up: %s', (passage, text) => {
  expect(ask(text, null).via).not.toBe('intent');
  const trace = ask(text);
  expect(trace).toMatchObject({ via: 'document' });
  expect(trace.passages?.find(({ used }) => used)?.id).toBe(passage);
});

it('answers at most five of a hundred foreign questions from documents', () => {
  const foreign = [...foreignHeldOut, ...nearHeldOut, ...outOfScopeHeldOut];
  const quoted = foreign.filter((text) => ask(text).via === 'document');
  expect(quoted.length / foreign.length).toBeLessThanOrEqual(0.05);
});

it('asks several sources in their order, and the first that answers speaks', () => {
  const source = (name: string, ...known: string[]): Knowledge => ({
    search: (text) =>
      known.includes(text) ? [{ id: name, title: name, text: `Sobre ${text}.`, score: 1 }] : [],
  });
  const both = firstThatAnswers([source('documents', 'qwzx'), null, source('products', 'qwzx', 'xvbn')]);
  const used = (text: string) => ask(text, both).passages?.map(({ id }) => id);
  expect(used('qwzx')).toEqual(['documents']);
  expect(used('xvbn')).toEqual(['products']);
  expect(ask('wvkq', both).via).toBe('fallback');
  expect(firstThatAnswers([null])).toBeNull();
});
