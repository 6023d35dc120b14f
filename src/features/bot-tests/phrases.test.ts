import { expect, it } from 'vitest';
import { compared } from '../publishing/compared.ts';
import { phraseFaults, samePhrase } from './phrases.ts';

it('knows a phrase again whatever its accents and case', () => {
  expect(samePhrase('¿Qué  talla?', '¿que talla?')).toBe(true);
  expect(
    phraseFaults([
      { text: 'Hola', intent_name: null },
      { text: 'hóla ', intent_name: 'x' },
      { text: ' ', intent_name: null },
    ]),
  ).toEqual(
    new Map([
      [1, 'Esta frase ya está en la lista.'],
      [2, 'Escribe la frase.'],
    ]),
  );
});

it('calls a wrong answer worse than none, and nothing worse than what was never published', () => {
  expect(compared({ outcome: 'wrong', published: { outcome: 'missed' } })).toBe('worse');
  expect(compared({ outcome: 'offered', published: { outcome: 'wrong' } })).toBe('better');
  expect(compared({ outcome: 'wrong', published: null })).toBe('same');
});
