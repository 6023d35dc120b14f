import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textPieces } from './channel-text.ts';

it('a text leaves whole where it fits, else in pieces that fit, and nothing of it is lost', () => {
  expect(textPieces('messenger', 'Hola')).toEqual(['Hola']);
  expect(textPieces('instagram', ' \n ')).toEqual([]);
  const words = fc.array(
    fc.string({ unit: fc.constantFrom('a', 'ñ', '😀', '.', '字'), minLength: 1, maxLength: 400 }),
    {
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(words, fc.constantFrom('messenger' as const, 'instagram' as const), (given, channel) => {
      const text = given.join(' ');
      const pieces = textPieces(channel, text);
      expect(pieces.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(channel === 'messenger' ? 2000 : 1000);
        if (channel === 'instagram') expect(new TextEncoder().encode(piece).length).toBeLessThanOrEqual(1000);
        // No half of a sign.
        expect(piece).not.toMatch(/\p{Cs}/u);
      }
    }),
    { numRuns: 60 },
  );
});
