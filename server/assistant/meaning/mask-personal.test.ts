import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskPersonal } from './mask-personal.ts';

it('leaves out what names a person', () => {
  expect(maskPersonal('soy ana@x.cl, mi RUT es 12.345.678-5 y llámame al +56 9 8765 4321')).toBe(
    'soy [correo] mi RUT es [número] y llámame al [número]',
  );
  const text = fc.string({ unit: fc.constantFrom('@', 'a', ' ', '.', 'ñ', '\n'), maxLength: 30 });
  fc.assert(
    fc.property(text, (said) => {
      expect(maskPersonal(said)).toBe(said.replace(/\S+@\S+/gu, '[correo]'));
    }),
  );
});

const WORDS = ['x', '1', '.', '@', 'á'] as const;
it.each(WORDS)('FLOOD-7 an endless word of %s costs what its length does', (letter) => {
  const masked = maskPersonal(letter.repeat(300_000));
  expect(masked.length).toBeGreaterThan(0);
});
