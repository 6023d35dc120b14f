import { expect, it } from 'vitest';
import { priceText } from '../../../contract/rules/price-text.ts';
import { readingText, stockText } from './product-text.ts';

it('writes pesos as Chile does, and another currency with its letters and its own decimals', () => {
  expect(priceText(1290990, 'CLP')).toBe('$ 1.290.990');
  expect(priceText(999, 'USD')).toBe('USD 9,99');
  expect(priceText(500, 'JPY')).toBe('JPY 500');
});

it('says what there is to sell', () => {
  expect(stockText({ available: false, stock: 4 })).toBe('No disponible');
  expect(stockText({ available: true, stock: null })).toBe('Disponible');
  expect(stockText({ available: true, stock: 1 })).toBe('Queda 1');
  expect(stockText({ available: true, stock: 1200 })).toBe('1.200 disponibles');
});

it('says what a reading found, or what to do where it failed', () => {
  const reading = {
    provider: 'bsale',
    name: 'Tienda',
    state: 'done',
    seen: 1200,
    came: 1,
    changed: 0,
    gone: 2,
    refused: 0,
    warnings: [],
    asks: 0,
    fault: null,
  } as const;
  expect(readingText({ ...reading, warnings: [] })).toBe('1.200 productos · 1 nuevo · 2 ya no están');
  expect(readingText({ ...reading, warnings: [], fault: 'unauthorized' })).toContain('Bsale no aceptó');
});
