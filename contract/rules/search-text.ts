/** How a search finds a place in a text: letter case and accents don't matter. The server's SQL folds the same letters. */

/** What is folded, and to what, letter by letter; the database's `search_plain` has the same. */
const ACCENTED = 'áàäâãåéèëêíìïîóòöôõúùüûñç';
const PLAIN = 'aaaaaaeeeeiiiiooooouuuunc';
const PLAIN_OF = new Map([...ACCENTED].map((letter, at) => [letter, PLAIN[at] ?? letter]));

/** One letter as it is compared; a letter whose small form is longer stays as it is. */
function fold(letter: string): string {
  const small = letter.toLowerCase();
  return PLAIN_OF.get(small) ?? (small.length === letter.length ? small : letter);
}

/** The text as it is compared. As long as the text. */
export function foldText(text: string): string {
  let folded = '';
  for (const letter of text) folded += fold(letter);
  return folded;
}

/** Where a search stands in a text for the first time; null where it doesn't, or is blank. */
export function findText(text: string, search: string): { start: number; end: number } | null {
  const wanted = foldText(search.trim());
  if (wanted === '') return null;
  const start = foldText(text).indexOf(wanted);
  return start < 0 ? null : { start, end: start + wanted.length };
}

/** Letters kept before and after the place: before it few, so that a narrow list's one line still shows the find. */
const BEFORE = 16;
const AFTER = 110;

/** One line around the place where a search stands in a text; its beginning where it doesn't. */
export function excerpt(text: string, search: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const place = findText(line, search.replace(/\s+/gu, ' ')) ?? { start: 0, end: 0 };
  let from = place.start > BEFORE ? place.start - BEFORE : 0;
  let to = Math.min(line.length, place.end + AFTER);
  // Never half a letter.
  if (from > 0 && isLow(line, from)) from -= 1;
  if (to < line.length && isLow(line, to)) to += 1;
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}

const isLow = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(at));
