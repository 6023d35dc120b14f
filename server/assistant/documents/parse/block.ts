/** What every reader brings: pieces of text in order, each with where it stands. */

export interface Block {
  text: string;
  /** Page, sheet or lines, as a passage starts and ends in it. */
  place: Place | null;
  /** Headings above it. */
  heading: string[];
}

export type Place = { page: number } | { sheet: string | null; row: number } | { line: number };

export interface Read {
  title: string | null;
  blocks: Block[];
  /** What was left out, in Spanish. */
  notice: string | null;
}

/** Told how far a reading is, from 0 to 1. */
export type Progress = (share: number) => void;

/** A stretch of a document as people say it. */
export function sayPlace(from: Place | null, to: Place | null): string | null {
  if (!from || !to) return null;
  const range = (one: string, many: string, a: number, b: number) =>
    a === b ? `${one} ${a}` : `${many} ${a} a ${b}`;
  if ('page' in from) return `página ${from.page}`;
  if ('line' in from && 'line' in to) return range('línea', 'líneas', from.line, to.line);
  if ('row' in from && 'row' in to) {
    const rows = range('fila', 'filas', from.row, to.row);
    return from.sheet === null ? rows : `hoja «${from.sheet}», ${rows}`;
  }
  return null;
}

/** A passage names one page or one sheet. */
export const samePart = (a: Place | null, b: Place | null): boolean => partOf(a) === partOf(b);

function partOf(place: Place | null): string | number | null {
  if (place && 'page' in place) return place.page;
  return place && 'sheet' in place ? place.sheet : null;
}

/**
 * Composed letters, no marks that nobody sees (they hide instructions and break words), no runs of blanks.
 * @param lines keeps line ends
 */
export function clean(text: string, lines = false): string {
  const seen = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
  return lines ? seen : seen.replace(/\s+/g, ' ').trim();
}
