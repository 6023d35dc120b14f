/**
 * The marks within a line. One pass makes flat tokens and pairs the marks; a second makes the tree of the pairs alone.
 * A mark opens only before a word and closes only after one, so `2*3*4` and `nombre_de_archivo` stay as they are.
 */
import type { Inline, Reading } from './rich-text-tree.ts';
import { addressAt, safeAddress } from './web-address.ts';

type Kind = 'strong' | 'em' | 'strike' | 'link';
type Token =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'address'; url: string }
  /** `pair`: the place of the other one; null: it stays the text that it is. */
  | { kind: 'mark'; of: Kind; text: string; pair: number | null; url?: string };

/** The mark that a run of one character is. */
function marksOf(run: string, { dialect }: Reading): Kind[] {
  const [char] = run;
  if (dialect === 'whatsapp') {
    if (run.length !== 1) return [];
    return char === '*' ? ['strong'] : char === '_' ? ['em'] : ['strike'];
  }
  if (char === '~') return run.length === 2 ? ['strike'] : [];
  return run.length === 1 ? ['em'] : run.length === 2 ? ['strong'] : run.length === 3 ? ['strong', 'em'] : [];
}

const WORD = /[\p{L}\p{N}]/u;
const SPACE = /\s/u;
const ESCAPED = /[\\`*_~[\]()#>!.-]/;
const ASCII_WORD = /[A-Za-z0-9]/;
/** Most characters are plain; the tables of Unicode are slow. */
export const isWord = (char: string | undefined) =>
  char !== undefined && (char < '\u0080' ? ASCII_WORD : WORD).test(char);
export const isSpace = (char: string | undefined) =>
  char === undefined || (char < '\u0080' ? char <= ' ' : SPACE.test(char));

class Scanner {
  readonly #text: string;
  readonly #reading: Reading;
  readonly #tokens: Token[] = [];
  /** Where each kind was opened last and not closed yet. */
  readonly #open = new Map<Kind, number>();
  /** Lengths of runs of backticks that have no partner further on. */
  readonly #unclosed = new Set<number>();
  #at = 0;
  #plainFrom = 0;

  constructor(text: string, reading: Reading) {
    this.#text = text;
    this.#reading = reading;
  }

  scan(): Token[] {
    const text = this.#text;
    while (this.#at < text.length) {
      switch (text[this.#at]) {
        case '\\':
          this.#escape();
          break;
        case '`':
          this.#code();
          break;
        case '*':
        case '_':
        case '~':
          this.#emphasis();
          break;
        case '[':
          if (this.#reading.labels) this.#mark('link', '[', null);
          else this.#at += 1;
          break;
        case ']':
          this.#endOfLabel();
          break;
        case 'h':
        case 'H':
          this.#address();
          break;
        default:
          this.#at += 1;
      }
    }
    this.#plain(text.length);
    return this.#tokens;
  }

  /** What stands between the last token and here is text. */
  #plain(to: number): void {
    if (to > this.#plainFrom)
      this.#tokens.push({ kind: 'text', text: this.#text.slice(this.#plainFrom, to) });
  }
  #push(token: Token, length: number): void {
    this.#plain(this.#at);
    this.#tokens.push(token);
    this.#at += length;
    this.#plainFrom = this.#at;
  }

  #escape(): void {
    const next = this.#text[this.#at + 1];
    if (this.#reading.dialect === 'markdown' && next !== undefined && ESCAPED.test(next)) {
      this.#push({ kind: 'text', text: next }, 2);
    } else this.#at += 1;
  }

  #code(): void {
    const run = this.#runLength('`');
    const end = this.#unclosed.has(run) ? -1 : this.#text.indexOf('`'.repeat(run), this.#at + run);
    if (end < 0) this.#unclosed.add(run);
    const inside = end < 0 ? '' : this.#text.slice(this.#at + run, end);
    if (inside.trim() === '') this.#at += run;
    else this.#push({ kind: 'code', text: inside }, run * 2 + inside.length);
  }

  #emphasis(): void {
    const text = this.#text;
    const run = text.slice(this.#at, this.#at + this.#runLength(text[this.#at] ?? ''));
    const [before, after] = [text[this.#at - 1], text[this.#at + run.length]];
    const marks = marksOf(run, this.#reading);
    const closes = !isSpace(before) && !isWord(after);
    const opens = !isSpace(after) && !isWord(before);
    if (marks.length === 0 || (!closes && !opens)) {
      this.#at += run.length;
      return;
    }
    const sign = (kind: Kind) => (marks.length === 1 ? run : run.slice(0, kind === 'strong' ? 2 : 1));
    // Nothing between them is nothing to mark, and would not be seen: `*_*` is a face.
    const last = Math.max(...marks.map((kind) => this.#open.get(kind) ?? -1));
    const empty = last === this.#tokens.length - 1 && this.#plainFrom === this.#at;
    if (closes && !empty && marks.every((kind) => this.#open.has(kind))) {
      // The one that was opened last closes first.
      const order = [...marks].sort((a, b) => (this.#open.get(b) ?? 0) - (this.#open.get(a) ?? 0));
      for (const kind of order) this.#mark(kind, sign(kind), this.#open.get(kind) ?? null);
    } else if (opens) for (const kind of marks) this.#mark(kind, sign(kind), null);
    else this.#at += run.length;
  }

  /** @param opener the place of the mark that this one closes; null: it opens */
  #mark(of: Kind, text: string, opener: number | null): void {
    this.#push({ kind: 'mark', of, text, pair: opener }, text.length);
    const place = this.#tokens.length - 1;
    if (opener === null) {
      // The one before it found no partner: a mark never nests in its like.
      this.#open.set(of, place);
      return;
    }
    this.#pair(opener, place);
  }

  #pair(opener: number, closer: number): void {
    const first = this.#tokens[opener];
    if (first?.kind === 'mark') first.pair = closer;
    // Whatever was opened in between can't reach beyond.
    for (const [kind, place] of this.#open) if (place >= opener) this.#open.delete(kind);
  }

  #endOfLabel(): void {
    const opener = this.#open.get('link');
    const text = this.#text;
    if (opener === undefined || text[this.#at + 1] !== '(') {
      this.#at += 1;
      return;
    }
    // A label that shows nothing hides its address altogether: it stays what was written.
    const blank = opener === this.#tokens.length - 1 && text.slice(this.#plainFrom, this.#at).trim() === '';
    const end = blank ? -1 : text.indexOf(')', this.#at + 2);
    const url = end < 0 ? null : safeAddress(text.slice(this.#at + 2, end));
    const first = this.#tokens[opener];
    if (url === null || first?.kind !== 'mark') {
      this.#at += 1;
      return;
    }
    first.url = url;
    this.#mark('link', text.slice(this.#at, end + 1), opener);
  }

  #address(): void {
    const found = isWord(this.#text[this.#at - 1]) ? null : addressAt(this.#text, this.#at);
    if (found === null) this.#at += 1;
    else this.#push({ kind: 'address', url: found }, found.length);
  }

  #runLength(char: string): number {
    let end = this.#at;
    while (this.#text[end] === char) end += 1;
    return end - this.#at;
  }
}

const NAMES_A_PLACE = /^\s*(https?:|www\.)/i;
const textIn = (of: readonly Inline[]): string =>
  of.map((part) => ('of' in part ? textIn(part.of) : part.text)).join('');

/** Marks within a text that may hold line breaks. */
export function inlineOf(text: string, reading: Reading): Inline[] {
  const tokens = new Scanner(text, reading).scan();
  const root: Inline[] = [];
  const stack: Inline[][] = [root];
  let linked = false;
  for (const [place, token] of tokens.entries()) {
    const into = stack.at(-1) ?? root;
    if (token.kind === 'address') {
      // Within a label an address is part of the label.
      if (linked) add(into, token.url);
      else into.push({ kind: 'link', url: token.url, of: [{ kind: 'text', text: token.url }] });
    } else if (token.kind !== 'mark') {
      if (token.kind === 'code') into.push(token);
      else add(into, token.text);
    } else if (token.pair === null) add(into, token.text);
    else if (token.pair > place) {
      const of: Inline[] = [];
      if (token.of === 'link') {
        linked = true;
        into.push({ kind: 'link', url: token.url ?? '', of });
      } else into.push({ kind: token.of, of });
      stack.push(of);
    } else {
      const done = stack.pop();
      if (token.of !== 'link') continue;
      linked = false;
      const link = stack.at(-1)?.at(-1);
      // A label that names a place shows the place.
      if (link?.kind === 'link' && done && NAMES_A_PLACE.test(textIn(done))) {
        link.of = [{ kind: 'text', text: link.url }];
      }
    }
  }
  return root;
}

/** Neighbouring texts are one. */
function add(into: Inline[], text: string): void {
  const last = into.at(-1);
  if (last?.kind === 'text') into[into.length - 1] = { kind: 'text', text: last.text + text };
  else into.push({ kind: 'text', text });
}
