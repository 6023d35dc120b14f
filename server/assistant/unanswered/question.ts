/** What is kept of a question that the bot could not answer. Pure. */

import { maskPersonal } from '../meaning/mask-personal.ts';
import { wordsOf } from '../words/text.ts';

/** Longer ones are stories: their beginning says what they are about. */
const LONGEST = 300;

export interface Question {
  /** The same for the same words, whatever their case, accents and signs. */
  key: string;
  text: string;
}

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
