/**
 * What the editor with formats holds, as plain data: lines, each with the sign that makes it an item, a quote or a title,
 * and letters with their marks. It is read from a draft and written back as text (docs/decisions/0081): the draft stays the one source.
 */
export type MarkName = 'strong' | 'em' | 'strike';

/** A piece of a line whose letters have the same marks. */
export interface Piece {
  text: string;
  marks: readonly MarkName[];
  code: boolean;
  /** Where it leads; null: nowhere. An address that shows itself leads there by itself and has none. */
  url: string | null;
}

export type Line =
  /** `sign` as it was written, with its blanks: '- ', '  2) ', '> ', '# ', or nothing. */
  | { kind: 'line'; sign: string; of: readonly Piece[] }
  /** Lines of code. `open` is the line above them. */
  | { kind: 'code'; open: string; text: string }
  /** Lines that stand as they were written, signs and all: what the editor has no other way to hold. */
  | { kind: 'source'; text: string };

/** One UTF-16 unit of a line. */
export interface Letter {
  char: string;
  marks: readonly MarkName[];
  code: boolean;
  url: string | null;
}

export const lettersOf = (of: readonly Piece[]): Letter[] =>
  of.flatMap(({ text, marks, code, url }) =>
    Array.from({ length: text.length }, (_, at) => ({ char: text.charAt(at), marks, code, url })),
  );

/** Neighbours with the same marks are one piece. */
export function piecesOf(letters: readonly Letter[]): Piece[] {
  const pieces: Piece[] = [];
  for (const { char, marks, code, url } of letters) {
    const last = pieces.at(-1);
    if (last && last.code === code && last.url === url && sameMarks(last.marks, marks)) last.text += char;
    else pieces.push({ text: char, marks, code, url });
  }
  return pieces;
}

const sameMarks = (a: readonly MarkName[], b: readonly MarkName[]): boolean =>
  a.length === b.length && a.every((mark) => b.includes(mark));

/** Whether two say the same. What a blank is marked as can't be seen. */
export function sameWritten(a: readonly Line[], b: readonly Line[]): boolean {
  return (
    a.length === b.length &&
    a.every((line, at) => {
      const other = b[at];
      if (line.kind === 'source') return other?.kind === 'source' && line.text === other.text;
      if (line.kind === 'code')
        return other?.kind === 'code' && line.text === other.text && line.open === other.open;
      return (
        other?.kind === 'line' &&
        line.sign === other.sign &&
        (samePieces(line.of, other.of) || sameLetters(lettersOf(line.of), lettersOf(other.of)))
      );
    })
  );
}

/** Most lines are the very same: their letters need no look. */
const samePieces = (a: readonly Piece[], b: readonly Piece[]): boolean =>
  a.length === b.length &&
  a.every((piece, at) => {
    const other = b[at];
    return (
      other !== undefined &&
      piece.text === other.text &&
      piece.code === other.code &&
      piece.url === other.url &&
      sameMarks(piece.marks, other.marks)
    );
  });

const sameLetters = (a: readonly Letter[], b: readonly Letter[]): boolean =>
  a.length === b.length &&
  a.every((letter, at) => {
    const other = b[at];
    if (!other || letter.char !== other.char || letter.code !== other.code) return false;
    if (letter.char.trim() === '' && !letter.code) return true;
    return letter.url === other.url && sameMarks(letter.marks, other.marks);
  });
