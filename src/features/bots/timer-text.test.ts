import { expect, it } from 'vitest';
import { timerChoices, timerText } from './timer-text.ts';

it('reads as people say it', () => {
  expect([1, 60, 90, 1440, 1565].map(timerText)).toEqual([
    '1 minuto',
    '1 hora',
    '1 hora y 30 minutos',
    '1 día',
    '1 día, 2 horas y 5 minutos',
  ]);
});
it('offers never, the usual ones, and what was kept, in order', () => {
  const values = timerChoices('90').map(({ value }) => value);
  expect(values.slice(0, 7)).toEqual(['', '5', '15', '30', '60', '90', '120']);
  expect(timerChoices('60')).toHaveLength(timerChoices('').length);
});
