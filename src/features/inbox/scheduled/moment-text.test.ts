import { expect, test } from 'vitest';
import { momentText } from './moment-text.ts';

// Friday, 23:30 in Santiago; Saturday already by UTC.
const NOW = Date.parse('2026-11-28T02:30:00.000Z');
const text = (at: string) => momentText(at, NOW, 'America/Santiago');

test('a moment is said by the days of the bot, wherever the browser stands', () => {
  expect(text('2026-11-28T02:45:00.000Z')).toBe('hoy a las 23:45');
  expect(text('2026-11-28T12:00:00.000Z')).toBe('mañana a las 9:00');
  expect(text('2026-11-30T12:05:00.000Z')).toBe('el lunes 30/11 a las 9:05');
  expect(text('2027-01-04T12:00:00.000Z')).toBe('el lunes 4/1/2027 a las 9:00');
  expect(text('2026-11-26T12:00:00.000Z')).toBe('el jueves 26/11 a las 9:00');
});
