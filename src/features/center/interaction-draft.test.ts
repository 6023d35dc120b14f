import { expect, it } from 'vitest';
import type { ClientIntent } from '../../../contract/entities/bot-intent.ts';
import {
  EMPTY_INTERACTION,
  interactionFaults,
  nodeToSend,
  readExamples,
  stillFaulty,
} from './interaction-draft.ts';

const intent = (intent_name: string, examples: string[]): ClientIntent => ({
  bot_id: 1,
  intent_name,
  title: intent_name.toUpperCase(),
  template: null,
  section_name: null,
  examples,
  node_id: null,
  live: true,
});

it('tells phrases that are doubled or another interaction’s, whatever their accents and signs', () => {
  const report = readExamples('¿Arriendan carpas?\n\n arriendan  CARPAS \n¿Dónde están?\nOtra', [
    intent('ubicacion', ['donde estan']),
  ]);
  expect(report).toEqual({
    kept: ['¿Arriendan carpas?', '¿Dónde están?', 'Otra'],
    doubled: ['arriendan  CARPAS'],
    taken: [{ text: '¿Dónde están?', by: 'UBICACION' }],
    tooLong: [],
  });
});

it('lets a fault go as soon as it is mended, and tells no new one while somebody types', () => {
  const told = { title: 'Escribe el título.', answers: 'Escribe al menos una respuesta.' };
  const found = { answers: told.answers, examples: 'Escribe al menos una frase de ejemplo.' };
  expect(stillFaulty(told, found)).toEqual({ answers: told.answers });
});

it('says what is missing, field by field', () => {
  const none = readExamples('', []);
  expect(Object.keys(interactionFaults(EMPTY_INTERACTION, none, true))).toEqual([
    'title',
    'examples',
    'answers',
  ]);
  const typed = {
    ...EMPTY_INTERACTION,
    title: 'Arriendo',
    answers: ['Sí'],
    buttons: [{ key: 'a', label: 'Más', node_id: '' }],
  };
  expect(interactionFaults(typed, none, false)).toEqual({
    buttons: 'Cada opción tiene que llevar a una interacción.',
  });
  expect(interactionFaults({ ...typed, buttons: [] }, none, false)).toEqual({});
});

it('sends what was typed without blanks, and an area only with a hand-off', () => {
  expect(
    nodeToSend({ ...EMPTY_INTERACTION, title: ' A ', answers: [' b ', '  '], area: 'ventas' }),
  ).toMatchObject({ title: 'A', answers: ['b'], area: null, conditions: null });
});
