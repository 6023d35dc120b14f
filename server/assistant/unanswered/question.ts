/** What is kept of a question that the bot could not answer. Pure. */
import { wordsOf } from '../engine/text.ts';

/** Longer ones are stories: their beginning says what they are about. */
const LONGEST = 300;

/** What names a person, whatever else the sentence says: addresses, links, RUT, phone, order and card numbers. */
const PERSONAL: readonly [RegExp, string][] = [
  [/\S+@\S+/gu, '[correo]'],
  [/\b(?:https?:\/\/|www\.)\S+/giu, '[enlace]'],
  [/\b\d{1,2}\.?\d{3}\.?\d{3}\s?-?\s?[\dkK]\b/gu, '[número]'],
  [/\+?\d(?:[\s().-]?\d){5,}/gu, '[número]'],
];

export interface Question {
  /** The same for the same words, whatever their case, accents and signs. */
  key: string;
  text: string;
}

/** A text without what names a person. */
export const maskPersonal = (text: string): string =>
  PERSONAL.reduce((rest, [what, word]) => rest.replace(what, word), text);

/** Null: nothing that could be taught (no words, a number alone). */
export function questionOf(said: string): Question | null {
  const masked = maskPersonal(said.slice(0, 2 * LONGEST));
  const text = masked.replace(/\s+/gu, ' ').trim().slice(0, LONGEST);
  const key = wordsOf(text.replace(/\[\p{L}+\]/gu, ' '))
    .join(' ')
    .replaceAll('ñ', 'n')
    .slice(0, LONGEST);
  return /[a-z]{2}/u.test(key) ? { key, text } : null;
}
