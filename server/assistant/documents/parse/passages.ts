/** Pieces of a document made passages: short enough to be an answer, never across headings or sheets. */
import { DOCUMENT_LIMITS } from '../../../../contract/rules/documents.ts';
import { type Block, type Place, samePart, sayPlace } from './block.ts';

export interface PassageDraft {
  text: string;
  place: string | null;
  heading: string | null;
}

interface Open {
  text: string;
  from: Place | null;
  to: Place | null;
  heading: string[];
}

/** Linear in the text. */
export function toPassages(blocks: readonly Block[]): PassageDraft[] {
  const open: Open[] = [];
  for (const { text, place, heading } of blocks) {
    for (const piece of pieces(text)) {
      const last = open.at(-1);
      if (last && fits(last, piece, place, heading)) {
        last.text = `${last.text}\n${piece}`;
        last.to = place;
      } else open.push({ text: piece, from: place, to: place, heading });
    }
  }
  return open
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map(({ text, from, to, heading }) => ({
      text,
      place: sayPlace(from, to),
      heading: heading.length > 0 ? heading.join(' › ').slice(0, 300) : null,
    }));
}

const fits = (last: Open, piece: string, place: Place | null, heading: string[]): boolean =>
  last.heading.join() === heading.join() &&
  samePart(last.from, place) &&
  last.text.length + 1 + piece.length <= DOCUMENT_LIMITS.passage;

/** A long block cut at ends of sentences, else between words, each piece beginning with the end of the one before. */
function pieces(text: string): string[] {
  const { passage: most, overlap } = DOCUMENT_LIMITS;
  const found: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const head = rest.slice(0, most);
    const sentence = Math.max(...['. ', '? ', '! ', '; ', '\n'].map((mark) => head.lastIndexOf(mark) + 1));
    const at =
      sentence > most / 2 ? sentence : head.lastIndexOf(' ') > most / 2 ? head.lastIndexOf(' ') : most;
    found.push(head.slice(0, at).trim());
    const word = rest.indexOf(' ', Math.max(0, at - overlap));
    // Without blanks there is no word to begin with.
    rest = rest.slice(word > 0 && word < at ? word : at).trim();
  }
  if (rest !== '') found.push(rest);
  return found;
}
