/** Drafts and what the editor holds: read into lines, and written back as text with the channel's marks. */
import { isSpace, isWord } from '../../../../../contract/rules/rich-text-inline.ts';
import { addressAt } from '../../../../../contract/rules/web-address.ts';
import type { Dialect } from '../format/marks.ts';
import { readLines, readParts } from './read-draft.ts';
import { type Letter, type Line, lettersOf, type MarkName, sameWritten } from './written.ts';

interface WrittenLine {
  text: string;
  /** Where the words begin, after the sign. */
  begin: number;
  /** Where each letter ends in `text`. */
  ends: readonly number[];
}

export interface WrittenDraft {
  text: string;
  lines: readonly WrittenLine[];
  /**
   * What the text says, where that is not what was to be written: a part of a word can't be bold, and some channels have no
   * way to write their signs as signs. Null: it says it.
   */
  instead: readonly Line[] | null;
}

/** Reads a draft. What could not be written back as it is stands as its source. */
export function readDraft(text: string, dialect: Dialect): Line[] {
  const parts = readParts(text, dialect);
  const lines = parts.flatMap((part) => part.lines);
  if (written(lines, dialect).instead === null) return lines;
  const mixed = parts.flatMap((part): Line[] =>
    written(part.lines, dialect).instead === null ? part.lines : [{ kind: 'source', text: part.source }],
  );
  const back = written(mixed, dialect).text;
  const same = sameWritten(readLines(back, dialect), lines);
  return same ? mixed : [{ kind: 'source', text }];
}

/** @param lines what the editor holds */
export function writeDraft(lines: readonly Line[], dialect: Dialect): WrittenDraft {
  const { instead, ...draft } = written(lines, dialect);
  if (instead === null) return { ...draft, instead };
  const read = readDraft(draft.text, dialect);
  return { ...draft, instead: sameWritten(read, lines) ? null : read };
}

function written(lines: readonly Line[], dialect: Dialect): WrittenDraft {
  const ways = lines.map((line) => waysOf(line, dialect));
  const first = told(
    ways.map((way) => way.plain()),
    lines,
    dialect,
  );
  // WhatsApp has no sign that makes a sign a sign.
  if (first.instead === null || dialect.name !== 'markdown') return first;
  // Where a line says it by itself, it stays as an agent would write it.
  const mixed = ways.map((way) => (way.says() ? way.plain() : way.escaped()));
  const second = told(mixed, lines, dialect);
  if (second.instead === null) return second;
  return told(
    ways.map((way) => way.escaped()),
    lines,
    dialect,
  );
}

interface Ways {
  plain: () => WrittenLine;
  escaped: () => WrittenLine;
  /** Whether the plain one says it by itself. */
  says: () => boolean;
}

const known = new WeakMap<Line, Map<Dialect, Ways>>();

/** The ways to write a line, each found once: at every key all lines but one are the same as before. */
function waysOf(line: Line, dialect: Dialect): Ways {
  const own = known.get(line) ?? new Map<Dialect, Ways>();
  known.set(line, own);
  const found = own.get(dialect);
  if (found) return found;
  const plain = once(() => writeLine(line, dialect, false));
  const ways: Ways = {
    plain,
    escaped: once(() => writeLine(line, dialect, true)),
    says: once(() => sameWritten(readLines(plain().text, dialect), [line])),
  };
  own.set(dialect, ways);
  return ways;
}

function once<T>(find: () => T): () => T {
  let found: { value: T } | null = null;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

function told(own: readonly WrittenLine[], lines: readonly Line[], dialect: Dialect): WrittenDraft {
  const text = own.map((line) => line.text).join('\n');
  const read = readLines(text, dialect);
  return { text, lines: own, instead: sameWritten(read, lines) ? null : read };
}

function writeLine(line: Line, dialect: Dialect, escaped: boolean): WrittenLine {
  if (line.kind !== 'line') {
    const begin = line.kind === 'code' ? line.open.length + 1 : 0;
    const ends = Array.from({ length: line.text.length }, (_, at) => begin + at + 1);
    const text = line.kind === 'code' ? `${line.open}\n${line.text}\n\`\`\`` : line.text;
    return { text, begin, ends };
  }
  const letters = wholeWords(lettersOf(line.of));
  const kept = escaped ? escapes(letters, line.sign === '') : null;
  const pen = new Pen(letters, dialect, line.sign);
  let from = 0;
  for (let at = 0; at <= letters.length; at += 1) {
    const letter = letters[at];
    if (letter && isBlank(letter)) continue;
    // Signs that close stand before the blanks, those that open behind them.
    pen.close(letter, at > from);
    for (; from < at; from += 1) pen.put(from, false);
    if (!letter) break;
    pen.open(letter, at);
    pen.put(at, kept?.has(at) ?? false);
    from = at + 1;
  }
  return { text: pen.text, begin: line.sign.length, ends: pen.ends };
}

const isBlank = ({ char, code }: Letter): boolean => !code && isSpace(char);

/** A mark begins and ends at the border of a word: one that ends within takes the whole. */
function wholeWords(letters: readonly Letter[]): Letter[] {
  const whole = [...letters];
  /** Going on, nothing may end before a word; going back, nothing may begin after one. */
  const grow = (at: number, from: number) => {
    const letter = whole[at];
    const beside = whole[from];
    if (!letter || !beside || letter.code !== beside.code || letter.url !== beside.url) return;
    if (isBlank(letter) || isBlank(beside)) return;
    // Signs between them stand apart by themselves. Code has no signs within.
    const apart = letter.marks.some((mark) => !beside.marks.includes(mark)) || !isWord(letter.char);
    const missing = beside.marks.filter((mark) => !letter.marks.includes(mark));
    if (missing.length > 0 && (letter.code || !apart))
      whole[at] = { ...letter, marks: [...letter.marks, ...missing] };
  };
  for (let at = 1; at < whole.length; at += 1) grow(at, at - 1);
  for (let at = whole.length - 2; at >= 0; at -= 1) grow(at, at + 1);
  return whole;
}

const SIGNS = /[\\`*_~[\]]/;
const FIRST = /^(\s*)(?:[-#>]|\d{1,3}(?=[.)]))/;

/** The places of letters that would be read as signs. */
function escapes(letters: readonly Letter[], first: boolean): Set<number> {
  const text = letters.map(({ char }) => char).join('');
  const found = new Set<number>();
  for (let at = 0; at < letters.length; ) {
    const address = /[hH]/.test(text.charAt(at)) && !isWord(text[at - 1]) ? addressAt(text, at) : null;
    if (address) {
      at += address.length;
      continue;
    }
    if (!letters[at]?.code && SIGNS.test(text.charAt(at))) found.add(at);
    at += 1;
  }
  const begin = first ? FIRST.exec(text) : null;
  if (begin) {
    const digit = /\d$/.test(begin[0]);
    found.add(digit ? begin[0].length : begin[0].length - 1);
  }
  return found;
}

type Open = MarkName | 'link';

/** Writes the letters of a line one after the other, and the signs between them. */
class Pen {
  text: string;
  readonly ends: number[] = [];
  readonly #letters: readonly Letter[];
  readonly #dialect: Dialect;
  readonly #stack: Open[] = [];
  #url: string | null = null;
  #fence: string | null = null;

  constructor(letters: readonly Letter[], dialect: Dialect, sign: string) {
    this.#letters = letters;
    this.#dialect = dialect;
    this.text = sign;
  }

  put(at: number, escaped: boolean): void {
    const char = this.#letters[at]?.char ?? '';
    this.text += escaped ? `\\${char}` : char;
    this.ends.push(this.text.length);
  }

  /** Closes what does not go on in the next letter. @param apart whether blanks stand between */
  close(next: Letter | undefined, apart: boolean): void {
    const stays = (open: Open) =>
      next !== undefined && (open === 'link' ? next.url === this.#url : next.marks.includes(open));
    const lowest = this.#stack.findIndex((open) => !stays(open));
    if (this.#fence !== null && (apart || !next?.code || lowest >= 0 || this.#missing(next).length > 0)) {
      this.text += this.#fence;
      this.#fence = null;
    }
    if (lowest < 0) return;
    for (const open of this.#stack.splice(lowest).reverse()) {
      this.text += open === 'link' ? `](${this.#url})` : this.#dialect.inline[open];
      if (open === 'link') this.#url = null;
    }
  }

  /** What a letter has that is not open. */
  #missing(letter: Letter): Open[] {
    const wanted: Open[] = [...letter.marks, ...(letter.url === null ? [] : (['link'] as const))];
    return wanted.filter((one) => !this.#stack.includes(one));
  }

  open(letter: Letter, at: number): void {
    // What goes on longest stands outside.
    const opens = this.#missing(letter)
      .map((open) => ({ open, to: this.#reach(open, at) }))
      .sort((a, b) => b.to - a.to);
    for (const { open } of opens) {
      this.#stack.push(open);
      if (open === 'link') this.#url = letter.url;
      this.text += open === 'link' ? '[' : this.#dialect.inline[open];
    }
    if (!letter.code || this.#fence !== null) return;
    this.#fence = '`'.repeat(this.#longestRun(at) + 1);
    this.text += this.#fence;
  }

  #reach(open: Open, from: number): number {
    const url = this.#letters[from]?.url;
    let at = from;
    for (let letter = this.#letters[at]; letter; letter = this.#letters[at]) {
      if (!isBlank(letter) && (open === 'link' ? letter.url !== url : !letter.marks.includes(open))) break;
      at += 1;
    }
    return at;
  }

  #longestRun(from: number): number {
    let longest = 0;
    let run = 0;
    for (let at = from; this.#letters[at]?.code; at += 1) {
      run = this.#letters[at]?.char === '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }
}
