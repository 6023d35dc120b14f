/** Messages that go on about the last subject without naming it: '¿y a Temuco?', 'es el 60658, ya lo puse'. */
import type { NodeSlot, SlotKind } from '../../../../contract/entities/bot-slot.ts';
import { isContent } from '../../words/content-words.ts';
import { fold } from '../../words/text.ts';
import { withoutWords } from '../../words/without-words.ts';
import { findComuna, isEveryday } from './comunas.ts';
import { readValue } from './values.ts';

const LONGEST = 6;
/** What a message begins with that goes on, or that mends what was said before: 'y a …', 'no, era …', 'perdón, …'. */
const OPENS =
  /^\W*(?:(?:y|e|tambien)\b|no\s*[,.;]|no,? (?:era|es|a|al|el|la|en|para|perdon|mejor|digo)\b|(?:(?:ah|ay|uy|oh|ups|no)[\s,]+)?(?:perdon|disculp[ae]|sorry|mejor|digo|corrijo|quise decir|me equivoque)\b)/;
/** Words of a correction. */
const MENDING = new Set(
  'perdon disculpa disculpe sorry mejor digo corrijo quise equivoque ah ay uy oh ups'.split(' '),
);
/** What stands by itself: no other question holds such a value. */
const BY_ITSELF = new Set<SlotKind>(['order', 'rut', 'email', 'phone']);
/** Words of content of a day or a size with what it is called: 'la talla XL', 'el viernes 27'. */
const VALUE_WORDS = 2;
/** So few words are nothing but the value. */
const BARE = 3;
/** What people call a value, or say beside it, without asking anything. */
const BESIDE = new Set(
  `pedido orden compra numero nro num codigo folio boleta rut run cedula correo mail email telefono celular fono talla
  dia fecha proximo siguiente semana puse di doy envio envie mande escribi escribo digo ahi va tome aca bueno ok`.split(
    /\s+/,
  ),
);

/** How a message goes on about the node that was answered last. */
export type GoesOn =
  /** With another value that the node asks for; `bare`: it says nothing else. */
  | { how: 'value'; value: string; bare: boolean }
  /** With nothing but another place, day or size; the node asks for none. */
  | { how: 'ellipsis' };

/** Null: it does not. */
export function goesOn(last: { slot?: NodeSlot | undefined }, text: string, today: string): GoesOn | null {
  const kind = last.slot?.kind;
  const words = wordsIn(text);
  if (kind && BY_ITSELF.has(kind)) {
    const read = readValue(kind, text, { today, asked: isShort(words) });
    if (read && 'value' in read) return { how: 'value', value: read.value, bare: isBare(kind, text) };
  }
  if (words.length > LONGEST) return null;
  const opens = OPENS.test(fold(text));
  const content = words.filter((word) => isContent(word) && !MENDING.has(word)).length;
  // 'no, era Conce', but '¿y el retiro?' is about no comuna of that name.
  const said = withoutMending(words);
  const named = opens && kind === 'comuna' ? findComuna(said, true) : null;
  const comuna = findComuna(said, false) ?? (named && !isEveryday(named.value) ? named : null);
  if (comuna && content <= comuna.words) {
    if (kind === 'comuna') return { how: 'value', value: comuna.value, bare: true };
    if (opens) return { how: 'ellipsis' };
  }
  for (const one of ['date', 'size'] as const) {
    const read = readValue(one, text, { today, asked: true });
    if (content > VALUE_WORDS || !read || !('value' in read)) continue;
    const bare = kind === one && saysOnly(one, words, today);
    if (bare || (opens && kind === one)) return { how: 'value', value: read.value, bare };
    if (opens) return { how: 'ellipsis' };
  }
  return null;
}

/** A value that a message is nothing but, of a kind that is known by its looks: 'es el 60658, ya lo puse'. */
export function bareValue(text: string, today: string): { kind: SlotKind; value: string } | null {
  const asked = isShort(wordsIn(text));
  for (const kind of ['email', 'rut', 'phone', 'order'] as const) {
    const read = readValue(kind, text, { today, asked: asked && kind === 'order' });
    if (read && 'value' in read && isBare(kind, text)) return { kind, value: read.value };
  }
  return null;
}

const wordsIn = (text: string): string[] => fold(text).match(/[a-z0-9ñ]+/g) ?? [];
const isShort = (words: readonly string[]): boolean =>
  words.filter((word) => word !== 'no' && !MENDING.has(word)).length <= BARE;
const withoutMending = (words: readonly string[]): string =>
  words.filter((word) => !MENDING.has(word) && word !== 'no').join(' ');

/** Whether nothing but a value of a kind that stands by itself is said. */
function isBare(kind: SlotKind, text: string): boolean {
  const rest = withoutWords(text, (word) => (kind === 'email' ? /.@./su.test(word) : /\d/.test(word)));
  return (
    !/[¿?]/.test(rest) &&
    wordsIn(rest).every((word) => !isContent(word) || BESIDE.has(word) || MENDING.has(word))
  );
}

/** Whether each word of content is of the day or the size. */
const saysOnly = (kind: SlotKind, words: readonly string[], today: string): boolean =>
  words.every((word) => {
    if (!isContent(word) || MENDING.has(word) || BESIDE.has(word) || /^\d+$/.test(word)) return true;
    const read = readValue(kind, word, { today, asked: true });
    return read !== null && 'value' in read;
  });
