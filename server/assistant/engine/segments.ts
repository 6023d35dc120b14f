/**
 * Clauses of a message: where one thing ends and another begins, by marks and by the words that people join clauses
 * with, since most write no marks at all.
 */
import { isContent } from '../words/content-words.ts';
import type { Token } from '../words/text.ts';

/** A run of words, `from` included and `to` not. */
export interface Segment {
  from: number;
  to: number;
}

/** Words that begin another clause. */
const JOINS = new Set(
  'y e pero porque entonces aunque sino ademas mientras o osea tonces asique despues igual ahora aprovechando oye oiga mire mira pues pucha'.split(
    ' ',
  ),
);
/** Words that begin a question or a wish in the middle of what has no marks. */
const ASKS = new Set(
  'cuanto cuanta cuantos cuantas cual cuales donde adonde dnd cuando como quiero necesito quisiera puedo podria podrian tienen tendran tendra hacen venden aceptan quien kien diganme digame'.split(
    ' ',
  ),
);
/** A clause of fewer words goes with the next one. */
const LEAST = 2;
/** A longer stretch without marks is also heard in pieces of this many words. */
const LONG = 9;
const MOST = 24;

/** Clauses in the order of the text; together they are all of it. */
export function clausesOf(tokens: readonly Pick<Token, 'word' | 'after'>[]): Segment[] {
  const clauses: Segment[] = [];
  let from = 0;
  for (let at = 1; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) continue;
    const marked = token.after !== 'space';
    const joined = JOINS.has(token.word);
    const previous = tokens[at - 1]?.word ?? '';
    // 'a cuanto', 'hasta cuando': the question begins a word earlier, and 'como' after 'se' begins none.
    const asks =
      ASKS.has(token.word) &&
      at - from > 3 &&
      !/^(a|de|en|por|para|desde|hasta|se|no|me|te|lo|la|que)$/.test(previous);
    if (!(marked || joined || asks) || at - from < LEAST) continue;
    clauses.push({ from, to: at });
    from = at;
  }
  if (from < tokens.length) clauses.push({ from, to: tokens.length });
  const last = clauses.at(-1);
  const before = clauses.at(-2);
  if (last && before && last.to - last.from < LEAST) {
    before.to = last.to;
    clauses.pop();
  }
  return clauses.slice(0, MOST);
}

/** What is heard beside the clauses: neighbours together, and pieces of long ones. */
export function windowsOf(clauses: readonly Segment[]): Segment[] {
  const windows: Segment[] = [];
  for (let at = 0; at + 1 < clauses.length; at++) {
    const [one, two] = [clauses[at], clauses[at + 1]];
    if (one && two && clauses.length > 2) windows.push({ from: one.from, to: two.to });
  }
  for (const { from, to } of clauses) {
    if (to - from <= LONG + 3) continue;
    for (let start = from; start < to - 3; start += 4)
      windows.push({ from: start, to: Math.min(to, start + LONG) });
  }
  return windows.slice(0, MOST);
}

const CUES = new Set(
  'que como cuanto cuanta cuantos cuantas cual cuales donde adonde dnd cuando quien quienes kien quiero quisiera necesito puedo puede pueden podria podrian podemos hay tienen tiene tendran hacen venden aceptan reciben atienden mandan llegan me gustaria diganme digame dime ayudenme ayuda busco sirve existe deseo solicito interesa saber consulta duda'.split(
    ' ',
  ),
);

/** How much a clause looks like what is wanted: 0 to 1. */
export function cueOf(tokens: readonly Token[], { from, to }: Segment): number {
  const some = tokens.slice(from, to);
  const first = some.slice(0, 3).some(({ word }) => CUES.has(word)) ? 1 : 0;
  const any = some.some(({ word }) => CUES.has(word)) ? 1 : 0;
  return 0.6 * first + 0.4 * any;
}

/** Whether words can be a question or a wish of their own: 'y cuánto valen', not 'y chao'. */
export function standsAlone(words: readonly Token[]): boolean {
  return words.some(({ word }) => CUES.has(word)) || words.filter(({ word }) => isContent(word)).length >= 2;
}

/** Words that say that something else is asked besides. */
const BESIDES =
  /^(?:y|e|ademas|aparte|tambien|por cierto|de paso|otra (?:cosa|pregunta|duda|consulta)|(?:una )?(?:ultima|otra) (?:cosa|pregunta|duda|consulta)|lo otro)\b/;

/** Whether words begin as what is asked besides does: 'y cuánto', 'además', 'otra cosa'. */
export function joinsAnother(words: readonly Token[]): boolean {
  return BESIDES.test(
    words
      .slice(0, 3)
      .map(({ word }) => word)
      .join(' '),
  );
}
