/**
 * A name or title that somebody else chose, made harmless for a line among other texts: window titles, notices, labels
 * read aloud. Elements can be isolated by the page; a plain string can't, so what turns the direction of writing goes.
 */

/**
 * Control signs, and what formats without being seen: turns of direction reach beyond the name. Joiners stay, which
 * Persian words and emoji are made with, and so do the tags of flags.
 */
const INVISIBLE = /(?!\u200C|\u200D|[\u{E0020}-\u{E007F}])[\p{Cc}\p{Cf}]/gu;
/** Towers of marks on one letter: languages need three. */
const TOWER = /(\p{M}{3})\p{M}+/gu;
/** Only these texts need any of it: names are drawn often. */
const SUSPECT = /[^\u0020-\u007E\u00A1-\u024F]/;

/**
 * @param text anything, broken Unicode included
 * @param most longest result in UTF-16 units; what is longer ends in '…'
 */
export function plainLine(text: string, most = 120): string {
  const spaced = text.replace(/\s/g, ' ');
  const clean = SUSPECT.test(spaced)
    ? spaced
        .replace(/\p{Surrogate}/gu, '\uFFFD')
        .replace(INVISIBLE, '')
        .replace(TOWER, '$1')
    : spaced;
  const line = clean.replace(/ {2,}/g, ' ').trim();
  return line.length <= most ? line : `${whole(line.slice(0, most - 1))}…`;
}

/** A text cut anywhere, without the half of a character at its end. */
export const whole = (cut: string): string => cut.replace(/[\uD800-\uDBFF]$/, '');

/** What a bubble shows of a long message before 'Ver más'. */
const MOST_CHARS = 1_200;
const MOST_LINES = 18;

/**
 * The beginning of a long text, cut between words where there are some.
 * @returns `cut` false: it is whole
 */
export function opening(text: string): { text: string; cut: boolean } {
  let end = Math.min(text.length, MOST_CHARS);
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    if (lines === MOST_LINES) end = at;
    else lines += 1;
  }
  // A few words more are not worth a button.
  if (text.length - end < 80 && !text.slice(end).includes('\n')) return { text, cut: false };
  const head = whole(text.slice(0, end));
  const blank = head.lastIndexOf(' ');
  return { text: blank > end - 80 ? head.slice(0, blank) : head, cut: true };
}
