/** How a search finds products: the beginnings of words first; where that finds nothing, words that are written alike. */
import { foldText } from '../../contract/rules/search-text.ts';

/** Words of a title are few; the rest of a very long text finds nobody. */
const MOST_WORDS = 200;
const MOST_LETTERS = 40;

/** The words of a text as they are compared. */
export const wordsOf = (text: string, most = MOST_WORDS): string[] =>
  (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, most).map((word) => word.slice(0, MOST_LETTERS));

/** Each three letters of the words, with their beginnings and ends, once. */
export function gramsOf(words: readonly string[]): string[] {
  const grams = new Set<string>();
  for (const word of words) {
    const padded = ` ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) grams.add(padded.slice(at, at + 3));
  }
  return [...grams];
}

/** More words than this say nothing more. */
const MOST_SOUGHT = 8;

/** What is looked for. null: the search has no word */
export function soughtOf(search: string): { query: string; words: string[] } | null {
  const words = wordsOf(search, MOST_SOUGHT);
  if (words.length === 0) return null;
  // Letters and digits alone: nothing of a query's own signs.
  return { query: words.map((word) => `${word}:*`).join(' & '), words };
}
