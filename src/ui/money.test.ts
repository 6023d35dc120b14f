import { expect, it } from 'vitest';
import { figure, money } from './money.ts';

it('writes pesos as Chile does', () => {
  expect(money(12990)).toBe('$ 12.990');
  expect(money(500)).toBe('$ 500');
  expect(money(1990)).toBe('$ 1.990');
  expect(money(-1_250_000)).toBe('-$ 1.250.000');
});
it('separates thousands', () => {
  expect(figure(1234)).toBe('1.234');
});
