import { expect, it } from 'vitest';
import { amountText, boughtText, coinsOf, signOf } from './automation-text.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('says an amount in its own currency, and none where the shop says none', () => {
  expect(amountText(59_980, 'CLP')).toBe('$ 59.980');
  expect(plain(amountText(123_450, 'USD'))).toBe('US$ 1.234,50');
  expect(amountText(59_980, '')).toBe('sin total');
  expect(amountText(null, 'CLP')).toBe('sin total');
});

it('AU-11: knows what a figure of a currency is made of', () => {
  expect([signOf('CLP'), coinsOf('CLP')]).toEqual(['$ ', 1]);
  expect([plain(signOf('USD')), coinsOf('USD')]).toEqual(['US$ ', 100]);
});

it('AU-10: says amounts of several currencies side by side', () => {
  const pesos = { currency: 'CLP', orders: 2, total: 89_970 };
  const dollars = { currency: 'USD', orders: 1, total: 10_000 };
  const text = (amounts: (typeof pesos)[], without_amount = 0) =>
    plain(boughtText({ orders: 3, amounts, without_amount }));
  expect(text([pesos, dollars])).toBe('$ 89.970 y US$ 100,00');
  expect(text([pesos], 1)).toBe('$ 89.970 · 1 sin total');
  expect(text([], 2)).toBe('2 sin total');
  expect(text([])).toBe('');
});
