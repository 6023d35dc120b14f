/** Leaving words out says the same as the patterns that did it before, and ends in time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksForOrder } from '../engine/orders/order-wish.ts';
import { bareValue } from '../engine/slots/follow-up.ts';
import { hasAt, withoutWords } from './without-words.ts';

const text = fc.string({ unit: fc.constantFrom('@', 'a', '1', ' ', '\n', '.', '😀'), maxLength: 30 });

it('leaves out the words that the patterns would', () => {
  fc.assert(
    fc.property(text, (said) => {
      expect(withoutWords(said, hasAt)).toBe(said.replace(/\S*@\S*/g, ' '));
      expect(withoutWords(said, (word) => /\d/.test(word))).toBe(said.replace(/\S*\d\S*/g, ' '));
      expect(withoutWords(said, (word) => /.@./su.test(word))).toBe(said.replace(/\S+@\S+/g, ' '));
    }),
  );
});

describe('a message that is one word without an end costs what its length does', () => {
  // By the patterns each took minutes.
  const WORDS = ['x', '1', '.', 'á', '#', '1a', '@'] as const;
  it.each(WORDS)('FLOOD-5 of %s', (letter) => {
    expect(asksForOrder(letter.repeat(300_000))).toBeNull();
    expect(bareValue(letter.repeat(300_000), '2026-11-28')).toBeNull();
  });
});
