/**
 * A name that somebody chose (a person's, a bot's), made plain for a mail: somebody who can make us write to strangers
 * must not get an advertisement into the letter. Letters, digits and a few signs stay, and nothing that a mail program
 * makes a link of: no '@', no '/', no dot or colon within a word.
 */
import { plainLine } from '../../../contract/rules/plain-line.ts';

/** Longer names are no names. */
const MOST = 40;
/** What names are written with: letters and their marks, digits, blanks, signs between words. */
const STRANGE = /[^\p{L}\p{M}\p{N} .,'’´`&()+!?°#-]/gu;
/** A dot with what could be the end of an address right behind it: 'ofertas.cl', but not 'S.A.'. */
const INNER_DOT = /\.(?=[\p{L}\p{M}\p{N}]{2})/gu;

/** One short line; empty when nothing is left. */
export function plainName(name: string): string {
  const kept = name.normalize('NFC').replace(STRANGE, ' ').replace(INNER_DOT, ' ');
  return plainLine(kept, MOST);
}
