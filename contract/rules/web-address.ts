/** Web addresses in texts: http and https alone, so that no `javascript:` and no `data:` ever becomes a link. */
import { parsedUrl } from '../parsed-url.ts';

/** Longer ones are nobody's address, and some servers refuse them. */
const LONGEST = 2_048;
/** Blanks, quotes, brackets of markup and the end of a label, `](`, end an address. */
const CANDIDATE = new RegExp(`https?://(?:(?!\\]\\()[^\\s<>"'\`]){1,${LONGEST}}`, 'iy');
const WHOLE = /^https?:\/\/[^\s<>"'`]+$/i;
/** Punctuation that ends a sentence rather than an address, and marks around it. */
const TAIL = new Set('.,;:!?)]}…»*_~');

/** The address that begins at this place of a text, without the punctuation after it; null when there is none. */
export function addressAt(text: string, at: number): string | null {
  CANDIDATE.lastIndex = at;
  const match = CANDIDATE.exec(text);
  const found = match ? withoutTail(match[0]) : '';
  return safeAddress(found) === null ? null : found;
}

/** An address that may be opened, as it was written; null for every other scheme and for what is none. */
export function safeAddress(written: string): string | null {
  return written.length <= LONGEST && WHOLE.test(written) && parsedUrl(written) ? written : null;
}

function withoutTail(address: string): string {
  let end = address.length;
  while (end > 0 && TAIL.has(address[end - 1] ?? '')) end -= 1;
  // 'https://…/wiki/Chile_(país)' keeps its bracket.
  const opened = address.indexOf('(');
  return address[end] === ')' && opened >= 0 && opened < end
    ? address.slice(0, end + 1)
    : address.slice(0, end);
}
