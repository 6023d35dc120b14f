import { expect, it } from 'vitest';
import { differenceLines, errorLines, skewText, spanText } from './diagnostics-text.ts';

it('tells how far the clock is off, beyond what can be known', () => {
  expect(skewText(null)).toBe('Aún sin respuesta del servidor');
  expect(skewText(900)).toBe('Igual al del servidor');
  expect(skewText(61_000)).toBe('1 min adelantado');
  expect(skewText(-3_600_000)).toBe('1 h 0 min atrasado');
  expect(skewText(3_598_900)).toBe('1 h 0 min adelantado');
});
it('writes spans short', () => {
  expect([0, 850, 12_400, 61_000, 7_260_000].map(spanText)).toEqual([
    '0 ms',
    '850 ms',
    '12 s',
    '1 min',
    '2 h 1 min',
  ]);
});
it('names each figure that differed', () => {
  const cells = [{ state: 'pending', channel: 'web', ours: 3, theirs: 4 } as const];
  expect(differenceLines({ at: 1, seq: 9, cells: [...cells], healedAt: null }, 'Charla')).toEqual([
    'Pendientes, Web: 3 aquí, 4 en el servidor',
  ]);
});
it('lists errors of worker and page together, newest first', () => {
  const hub = [{ at: 2, botId: 64, kind: 'fault' as const, text: 'a' }];
  const lines = errorLines(hub, [
    { at: 3, text: 'b' },
    { at: 1, text: 'c' },
  ]);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
  expect(lines.map(({ key: _, ...line }) => line)).toEqual([
    { at: 3, what: 'Página', text: 'b' },
    { at: 2, what: 'Falla corregida · chatbot 64', text: 'a' },
    { at: 1, what: 'Página', text: 'c' },
  ]);
});
