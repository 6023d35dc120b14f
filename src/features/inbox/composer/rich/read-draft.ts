/** Reads a text into lines with marks, by the very reader that shows messages. */
import { inlineOf, isWord } from '../../../../../contract/rules/rich-text-inline.ts';
import type { Inline, Reading } from '../../../../../contract/rules/rich-text-tree.ts';
import { addressAt } from '../../../../../contract/rules/web-address.ts';
import type { Dialect } from '../format/marks.ts';
import { type Section, sectionsOf } from './sections.ts';
import { type Letter, type Line, lettersOf, type MarkName, type Piece, piecesOf } from './written.ts';

/** A label that hides its address is one only where the channel has such. */
export const readingOf = ({ name, links }: Dialect): Reading => ({ dialect: name, labels: links });

const ITEM = /^\s{0,8}(?:[-*•]|\d{1,3}[.)])\s+/;
const SIGNS: Record<Exclude<Section['kind'], 'code'>, RegExp> = {
  // One alone is shown as it was written, and is an item as soon as it has a neighbour.
  lines: ITEM,
  list: ITEM,
  quote: /^\s{0,3}>\s?/,
  heading: /^#{1,6}\s+/,
};

/** The lines of a text, by the parts that are read together, each beside its text. There is at least one. */
export function readParts(text: string, dialect: Dialect): { source: string; lines: Line[] }[] {
  return sectionsOf(text, dialect.name).map(({ kind, lines }) => ({
    source: lines.join('\n'),
    lines: readSection(kind, lines, readingOf(dialect)),
  }));
}

export const readLines = (text: string, dialect: Dialect): Line[] =>
  readParts(text, dialect).flatMap(({ lines }) => lines);

function readSection(kind: Section['kind'], own: readonly string[], reading: Reading): Line[] {
  if (kind === 'code') return [{ kind, open: own[0] ?? '', text: own.slice(1, -1).join('\n') }];
  const signs = own.map((line) => SIGNS[kind].exec(line)?.[0] ?? '');
  const words = own.map((line, at) => (kind === 'lines' ? line : line.slice(signs[at]?.length)));
  const read = (said: string) =>
    splitLines(piecesIn(inlineOf(said, reading), { marks: [], code: false, url: null }));
  // Items and titles stand each for itself; a mark may go on from line to line elsewhere.
  const letters = kind === 'list' ? words.flatMap(read) : read(words.join('\n'));
  return letters.map((line, at) => {
    const sign = signs[at] ?? '';
    if (kind !== 'lines') return { kind: 'line', sign, of: piecesOf(line) };
    const bare = line.slice(0, sign.length).every((one, place) => one.char === sign[place] && isBare(one));
    return bare
      ? { kind: 'line', sign, of: piecesOf(line.slice(sign.length)) }
      : { kind: 'line', sign: '', of: piecesOf(line) };
  });
}

const isBare = ({ marks, code, url }: Letter): boolean => marks.length === 0 && !code && url === null;

function piecesIn(of: readonly Inline[], around: Omit<Piece, 'text'>): Piece[] {
  return of.flatMap((part): Piece[] => {
    switch (part.kind) {
      case 'text':
        return [{ ...around, text: part.text }];
      case 'code':
        return [{ ...around, text: part.text, code: true }];
      case 'link':
        return piecesIn(part.of, { ...around, url: part.url });
      default:
        return piecesIn(part.of, { ...around, marks: withMark(around.marks, part.kind) });
    }
  });
}

const withMark = (marks: readonly MarkName[], mark: MarkName): readonly MarkName[] =>
  marks.includes(mark) ? marks : [...marks, mark];

function splitLines(pieces: readonly Piece[]): Letter[][] {
  const lines: Letter[][] = [[]];
  for (const letter of lettersOf(pieces)) {
    if (letter.char === '\n') lines.push([]);
    else lines.at(-1)?.push(letter);
  }
  return lines.map(withoutPlainAddresses);
}

/** An address that leads where it says is text. */
function withoutPlainAddresses(line: Letter[]): Letter[] {
  if (!line.some(({ url }) => url !== null)) return line;
  const text = line.map(({ char }) => char).join('');
  const bare = [...line];
  for (let from = 0; from < line.length; ) {
    const url = line[from]?.url ?? null;
    let to = from + 1;
    while (to < line.length && line[to]?.url === url) to += 1;
    const shows = url !== null && text.slice(from, to) === url && !isWord(text[from - 1]);
    if (shows && addressAt(text, from) === url)
      for (let at = from; at < to; at += 1) {
        const letter = line[at];
        if (letter) bare[at] = { ...letter, url: null };
      }
    from = to;
  }
  return bare;
}
