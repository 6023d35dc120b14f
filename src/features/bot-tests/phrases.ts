/** Phrases of a test set and the result of a run, as people read them. Pure. */
import type { TestOutcome } from '../../../contract/calls/bot-draft.ts';
import type { TestPhrase } from '../../../contract/entities/bot-draft.ts';

/** Case, accents and blanks make no other phrase. */
const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim();
/** Whether two phrases of the test set are one: accents, capitals and spaces do not count. */
export const samePhrase = (a: string, b: string): boolean => plain(a) === plain(b);

/** What is wrong with a list of phrases, by row; empty: it can be saved. */
export function phraseFaults(phrases: readonly TestPhrase[]): Map<number, string> {
  const faults = new Map<number, string>();
  const seen = new Set<string>();
  for (const [row, { text }] of phrases.entries()) {
    const key = plain(text);
    if (key === '') faults.set(row, 'Escribe la frase.');
    else if (seen.has(key)) faults.set(row, 'Esta frase ya está en la lista.');
    seen.add(key);
  }
  return faults;
}

export const OUTCOME_WORDS: Record<TestOutcome, string> = {
  right: 'Bien',
  offered: 'La ofreció como opción',
  missed: 'No la entendió',
  wrong: 'Respondió otra cosa',
};

/** The pairs of a run in which something was taken for something else, most often first. */
export const confused = <P extends { expected: string | null; found: string | null }>(
  pairs: readonly P[],
): P[] => pairs.filter(({ expected, found }) => expected !== found);
