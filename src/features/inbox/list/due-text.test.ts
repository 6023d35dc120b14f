import { expect, it } from 'vitest';
import { dueText } from './due-text.ts';

const DUE = '2026-11-23T15:00:00.000Z';
const at = (minutes: number, ms = 0) => Date.parse(DUE) + minutes * 60_000 + ms;

it('DUE-9 says how long is left, a minute that has begun with it, and how long ago it passed', () => {
  expect(dueText(DUE, at(-12))).toBe('vence en 12 min');
  expect(dueText(DUE, at(-12, 1))).toBe('vence en 12 min');
  expect(dueText(DUE, at(0, -1))).toBe('vence en 1 min');
  expect(dueText(DUE, at(-125))).toBe('vence en 2 h 05');
  expect(dueText(DUE, at(-60 * 51))).toBe('vence en 2 d 3 h');
  expect(dueText(DUE, at(0))).toBe('recién vencida');
  expect(dueText(DUE, at(5, 59_000))).toBe('vencida hace 5 min');
});
