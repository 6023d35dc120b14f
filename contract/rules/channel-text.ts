/** How long a text each channel takes, and where a longer one is divided (reference: channels). */
import type { Channel } from '../states.ts';

/** Characters, and bytes of UTF-8, that one message holds at most. */
const MOST: Partial<Record<Channel, { characters: number; bytes: number }>> = {
  messenger: { characters: 2000, bytes: 8000 },
  instagram: { characters: 1000, bytes: 1000 },
};

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * The messages as which a text leaves, in their order; none for nothing. Divided at the end of a paragraph, a line, a
 * sentence or a word, where one lies in the second half of what fits; nothing of it is lost but the blanks between.
 */
export function textPieces(channel: Channel, text: string): string[] {
  if (text.trim() === '') return [];
  const most = MOST[channel];
  if (!most) return [text];
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > most.characters || bytesOf(rest) > most.bytes) {
    const fits = longest(rest, most);
    const end = cutAt(fits);
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, rest].filter((piece) => piece !== '');
}

/** The longest beginning that fits, whole characters only. */
function longest(text: string, { characters, bytes }: { characters: number; bytes: number }): string {
  let [length, weight] = [0, 0];
  for (const sign of text) {
    const next = weight + bytesOf(sign);
    if (length + sign.length > characters || next > bytes) break;
    length += sign.length;
    weight = next;
  }
  return text.slice(0, length);
}

function cutAt(fits: string): number {
  const half = fits.length / 2;
  for (const end of ['\n\n', '\n', '. ', ' ']) {
    const at = fits.lastIndexOf(end);
    if (at > half) return at + end.length;
  }
  return fits.length;
}
