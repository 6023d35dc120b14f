import fc from 'fast-check';
import { expect, it } from 'vitest';
import { storable } from './storable.ts';

it('leaves what is sound as it is, the very same', () => {
  const value = { text: 'Ñandú 😀', list: ['a', { b: null, c: 1 }], at: new Date(0) };
  expect(storable(value)).toBe(value);
});

it('takes NUL and half characters out of every string, however deep', () => {
  const given = { a: 'x\u0000y', b: ['\uD83D', { c: 'fin\uDE00' }], 'k\u0000': true };
  expect(storable(given)).toEqual({ a: 'xy', b: ['\uFFFD', { c: 'fin\uFFFD' }], k: true });
});

it('leaves nothing that a database refuses', () => {
  const units = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(units), (value, texts) => {
      const clean = storable({ value, texts });
      for (const text of clean.texts) {
        expect(text).not.toContain('\u0000');
        expect(text).not.toMatch(/\p{Surrogate}/u);
      }
      // Storing and reading it again changes nothing.
      const stored = Buffer.from(JSON.stringify(clean)).toString('utf8');
      expect(JSON.stringify(JSON.parse(stored))).toBe(stored);
    }),
  );
});
