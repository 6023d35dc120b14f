/** Words as documents and questions are compared by: stemmed, without accents, without what every question has. */
import { stemmer } from '@orama/stemmers/spanish';
import { isContent } from '../words/content-words.ts';
import { fold } from '../words/text.ts';

/** Forms that no Spanish stemmer joins share their beginning: 'devolver', 'devolución'. */
const ROOT = 5;
/** Shorter words share a beginning by chance. */
const LEAST_FOR_ROOT = 7;

/** Marks a term that stands for a beginning only. */
export const ROOT_MARK = '~';

/**
 * The terms of one word, the stem first: people write with and without accents, and the stemmer treats them apart.
 * @param word lower case, with its accents as written
 */
export function termsOf(word: string): string[] {
  const folded = fold(word);
  if (!isContent(folded)) return [];
  if (/\d/.test(folded)) return [folded];
  const terms = new Set([fold(stemmer(word)), fold(stemmer(folded))]);
  if (folded.length >= LEAST_FOR_ROOT) terms.add(ROOT_MARK + folded.slice(0, ROOT));
  return [...terms].filter((term) => term !== '');
}

/** Words of a text, lower case, as written. Numbers keep their points: '3.990'. */
export const splitWords = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/\d+(?:[.,]\d+)*|[\p{L}]+/gu) ?? [];
