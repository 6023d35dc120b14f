import { expect, test } from 'vitest';
import { readRut, rutCheckDigit } from './rut.ts';

test('a RUT is read however people write it', () => {
  for (const written of ['12.345.678-5', '12345678-5', '123456785', ' 12 345 678-5 ', '012.345.678-5']) {
    expect(readRut(written)).toBe('12.345.678-5');
  }
  expect(readRut('6-k')).toBe('6-K');
});

test('a wrong check digit, or something else, is no RUT', () => {
  for (const written of ['12.345.678-4', '', 'k', '1', 'hola', '123.456.789-2', '0-0']) {
    expect(readRut(written)).toBeNull();
  }
});

test('check digits reach from 0 to K', () => {
  const seen = new Set(Array.from({ length: 200 }, (_, n) => rutCheckDigit(String(1_000_000 + n))));
  expect([...seen].sort()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'K']);
});
