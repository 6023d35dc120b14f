/** What a model writes is read in time, however it writes, and says the same as by the patterns that did it before. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { growing, namesForeignAddress } from './prompt.ts';

const written = fc.string({ unit: fc.constantFrom('[', ']', '1', ',', ' ', '\n', 'a', '.'), maxLength: 30 });

it('shows a growing text without its citations, closed or not', () => {
  expect(growing('Cuesta $5.990 [1, 2], con despacho [3')).toBe('Cuesta $5.990, con despacho');
  fc.assert(
    fc.property(written, (said) => {
      const text = `Ya ${said}`;
      const before = text.replace(/\s*\[(\d{1,2}(?:\s*,\s*\d{1,2})*)\]/g, '').replace(/\s*\[[\d,\s]*$/, '');
      expect(growing(text)).toBe(before);
    }),
  );
});

const HEAPS = ['\n', '[', '[1,', ' [1', '.', '1', '[ '] as const;
it.each(HEAPS)('FLOOD-7 a heap of %j costs what its length does', (piece) => {
  // By the patterns each took minutes, at every piece that came.
  const heap = `Ya ${piece.repeat(200_000)}x`;
  expect(growing(heap).startsWith('Ya')).toBe(true);
  expect(namesForeignAddress(`https://${heap.replaceAll(/\s/g, '.')}`, [])).toBe(true);
});
