import { chilean } from './chilean.ts';

/** The longest text of a customer that is read, in UTF-16 units; the rest is cut off before any work is done on it. */
export const MAX_READ_TEXT = 1000;

/** More words than anybody's question; bounds the work that one message can cause. */
export const MAX_WORDS = 80;
const MAX_WORD_LENGTH = 30;

/** Lower case without accents and invisible marks (direction, joiners, keycaps); ñ stays. Reads `MAX_READ_TEXT`. */
export function fold(text: string): string {
  return text
    .slice(0, MAX_READ_TEXT)
    .normalize('NFKD')
    .replace(/\p{Cf}/gu, '')
    .replace(/n\u0303/gi, 'ñ')
    .replace(/\p{M}/gu, '')
    .toLowerCase();
}

/** Words of a text, folded, Chilean shorthand written out. Emoji and signs are dropped. */
export function wordsOf(text: string): string[] {
  return tokensOf(text).map(({ word }) => word);
}

export interface Token {
  word: string;
  /** What stood before it: nothing but space, a comma or the like, the end of a sentence. */
  after: 'space' | 'pause' | 'stop';
}

/** The words of a text with the breaks between them. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let after: Token['after'] = 'stop';
  for (const [piece] of fold(text).matchAll(/[a-z0-9ñ]+|[^a-z0-9ñ]+/g)) {
    if (!/[a-z0-9ñ]/.test(piece)) {
      after = /[.!?;\n¿¡…]|\p{Extended_Pictographic}/u.test(piece)
        ? 'stop'
        : /[,:()]/.test(piece)
          ? 'pause'
          : 'space';
      continue;
    }
    for (const word of writtenOut(piece).split(' ')) {
      if (word === '') continue;
      if (tokens.length >= MAX_WORDS) return tokens;
      tokens.push({ word: word.slice(0, MAX_WORD_LENGTH), after });
      after = 'space';
    }
  }
  return tokens;
}

/** Of a piece of a text the words that it stands for: 'xq' is 'porque', 'wenaaaa' is 'wena', which is 'hola'. */
function writtenOut(piece: string): string {
  const plain = /\d/.test(piece) ? piece : piece.replace(/([a-zñ])\1{2,}/g, '$1');
  return chilean.get(plain) ?? plain;
}

/** What people put before a question, and after it. */
const OPENING = new Set(
  'hola holaa muy buen buenas buenos dia dias tardes noches alo estimado estimada estimados saludos oye disculpa disculpe amigo amiga junto con saludar quisiera queria saber consultar preguntar consulta pregunta'.split(
    ' ',
  ),
);
const CLOSING = new Set(
  'muchas mil gracias saludos por favor quedo atento atenta desde de antemano ya chao chau chaito adios bye abrazo'.split(
    ' ',
  ),
);
/** With fewer words left, the greeting or the thanks was the message. */
const LEAST_CORE = 2;

/** The question inside the courtesies: 'Hola, buenas tardes, quisiera saber si …, gracias' → 'si …'. */
export function coreOf<Said extends { word: string }>(words: readonly Said[]): readonly Said[] {
  let from = 0;
  let to = words.length;
  while (from < to && OPENING.has(words[from]?.word ?? '')) from++;
  while (to > from && CLOSING.has(words[to - 1]?.word ?? '')) to--;
  return to - from >= LEAST_CORE ? words.slice(from, to) : words;
}

/**
 * How a folded word sounds in Chile, so that common misspellings fall together: 'aser' = 'hacer', 'voleta' = 'boleta',
 * 'taya' = 'talla', 'kiero' = 'quiero', 'canbio' = 'cambio', 'holaaa' = 'hola'. Every number sounds like '#'.
 */
export function soundOf(word: string): string {
  if (/^\d+$/.test(word)) return '#';
  return word
    .replace(/(.)\1+/g, (_run, letter: string) =>
      letter === 'l' || letter === 'r' ? letter + letter : letter,
    )
    .replace(/ll/g, 'y')
    .replace(/rr/g, 'r')
    .replace(/qu(?=[ei])/g, 'k')
    .replace(/c(?=[ei])/g, 's')
    .replace(/c(?!h)/g, 'k')
    .replace(/z/g, 's')
    .replace(/v/g, 'b')
    .replace(/w/g, 'gu')
    .replace(/(^|[^c])h/g, '$1')
    .replace(/n(?=[bp])/g, 'm')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/ñ/g, 'n')
    .replace(/y$/, 'i');
}

/**
 * Edits (insert, delete, replace, swap of neighbours) between two words; `limit + 1` as soon as it must be more.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last: number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let lowest = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
      if (cost < lowest) lowest = cost;
    }
    if (lowest > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? limit + 1;
}

/** Typing slips forgiven in a word of this length: none in short ones, where another word is one letter away. */
export function slipsAllowed(length: number): number {
  if (length < 4) return 0;
  return length < 7 ? 1 : 2;
}
