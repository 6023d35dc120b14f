import { expect, it } from 'vitest';
import { readOwnValue } from './lead-fields.ts';

const numbers = (...texts: string[]) =>
  texts.map((text) => readOwnValue({ type: 'number', options: [] }, text));

it('CR-8 takes dots for thousands where they can be nothing else in Chile, and for a decimal point elsewhere', () => {
  expect(numbers('1.500', '$ 12.990', '1.234.567,8', '-2.000')).toEqual([1500, 12990, 1234567.8, -2000]);
  expect(numbers('1500.5', '12,75', '4.12')).toEqual([1500.5, 12.75, 4.12]);
  // No group of thousands begins with a zero: half a kilo is not five hundred.
  expect(numbers('0.500', '-0.125', '0,5')).toEqual([0.5, -0.125, 0.5]);
  expect(numbers('', 'mil', '1.2.3', '1e999')).toEqual([null, null, null, null]);
});
