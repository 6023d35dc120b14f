/** Sizes as people read them: no decimal that says nothing. */
import { expect, it } from 'vitest';
import { sizeText, tooLargeText } from './size-text.ts';

it.each([
  [999, '999 B'],
  [1536, '2 kB'],
  [25_000_000, '25 MB'],
  [24_990_000, '25 MB'],
  [2_440_000, '2,4 MB'],
  [10_040_000, '10 MB'],
  [100_000_000, '100 MB'],
  [1_000_000_000, '1 GB'],
  [10_737_000_000, '10,7 GB'],
])('%i bytes: %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

it('says of a file that is a few bytes too large that it is, not the same figure twice', () => {
  expect(tooLargeText(25_000_003, 25_000_000)).toBe('Pesa un poco más de 25 MB, que es el máximo.');
  expect(tooLargeText(26_400_000, 25_000_000)).toBe('Pesa 26,4 MB; el máximo es 25 MB.');
});
