import { expect, it } from 'vitest';
import { conceptOf, synonymFaults, wordsToSend } from './synonym-draft.ts';

it('reads one word a line or with commas, each once', () => {
  expect(wordsToSend({ name: 'cocinilla', lines: ' anafe, quemador\nAnafé\n\nhornillo de gas ' })).toEqual([
    'anafe',
    'quemador',
    'hornillo de gas',
  ]);
});

it('tells what must be mended', () => {
  expect(synonymFaults({ name: ' ', lines: '' }, [])).toEqual({
    name: 'Escribe la palabra que usas tú.',
    words: 'Escribe al menos una palabra.',
  });
  expect(synonymFaults({ name: 'Envío', lines: 'cadete' }, ['envio'])).toEqual({
    name: 'Ya tienes un grupo «Envío».',
  });
  const many = Array.from({ length: 51 }, (_, n) => `palabra${n}`).join('\n');
  expect(synonymFaults({ name: 'x', lines: many }, [])).toEqual({
    words: 'Puedes escribir hasta 50 palabras.',
  });
  expect(synonymFaults({ name: 'x', lines: 'a'.repeat(61) }, []).words).toContain('60');
});

it('knows when a name adds to what every bot knows', () => {
  const general = [{ name: 'dinero', words: ['plata'] }];
  expect(conceptOf(' Dinero', general)).toBe(general[0]);
  expect(conceptOf('anafe', general)).toBeUndefined();
});
