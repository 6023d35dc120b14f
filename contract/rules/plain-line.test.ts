import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { opening, plainLine } from './plain-line.ts';

describe('a name among other texts', () => {
  it.each([
    ['Ana Pérez', 'Ana Pérez'],
    ['  Ana \n Pérez\t', 'Ana Pérez'],
    ['Ñuñoa 日本 محمد', 'Ñuñoa 日本 محمد'],
    ['factura\u202Efdp.exe', 'facturafdp.exe'],
    ['a\u2067b\u2069\u200Fc\u200B', 'abc'],
    ['e\u0301\u0301\u0301\u0301\u0301\u0301x', 'e\u0301\u0301\u0301x'],
    ['mitad \uD83D', 'mitad \uFFFD'],
    ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
    ['\u0000\u001B[31m', '[31m'],
  ])('%j becomes %j', (given, line) => expect(plainLine(given)).toBe(line));

  it('is one short line of whole characters, whatever it was', () => {
    const units = fc.string({ unit: 'binary', maxLength: 300 });
    const any = fc.oneof(units, fc.constantFrom(...HOSTILE_TEXTS.map(({ text }) => text)));
    fc.assert(
      fc.property(any, (text) => {
        const line = plainLine(text, 40);
        expect(line.length).toBeLessThanOrEqual(40);
        expect(line).not.toMatch(/[\n\r\u202A-\u202E\u2066-\u2069]/);
        expect(line).not.toMatch(/\p{Surrogate}/u);
        expect(plainLine(line, 40)).toBe(line);
      }),
    );
  });
});

describe('the opening of a long message', () => {
  it('is the whole of a short one', () => {
    expect(opening('hola')).toEqual({ text: 'hola', cut: false });
    const nearly = 'palabra '.repeat(155);
    expect(opening(nearly)).toEqual({ text: nearly, cut: false });
  });
  it('ends between words', () => {
    const { text, cut } = opening('palabra '.repeat(500));
    expect(cut).toBe(true);
    expect(text).toMatch(/palabra$/);
    expect(text.length).toBeLessThanOrEqual(1_200);
  });
  it('has few lines', () => {
    const { text, cut } = opening('a\n'.repeat(400));
    expect(cut).toBe(true);
    expect(text.split('\n')).toHaveLength(18);
  });
  it('is a beginning of whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 3_000 }), (text) => {
        const head = opening(text);
        expect(text.startsWith(head.text)).toBe(true);
        expect(head.text).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});
