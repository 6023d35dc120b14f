/**
 * Words of titles and of what customers write, as they are compared: by how they sound and without their endings, so that
 * plurals and common misspellings fall together; measures as one word ('5 metros', '5 m', '5m').
 */
import { stemmer } from '@orama/stemmers/spanish';
import { fold, soundOf } from '../../assistant/words/text.ts';

const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    kg: 'kg kilo kilos kgs kilogramos',
    g: 'g gr grs gramo gramos',
    mg: 'mg miligramos',
    l: 'l lt lts litro litros',
    ml: 'ml cc mililitros',
    m: 'm mt mts metro metros',
    cm: 'cm cms centimetros',
    mm: 'mm milimetros',
    pulg: 'pulg pulgada pulgadas',
    gb: 'gb giga gigas gigabytes',
    tb: 'tb teras tera',
    w: 'w watt watts',
    v: 'v volt volts voltios',
    un: 'un uns unidad unidades und',
    pz: 'pz pza pzas pieza piezas',
    mah: 'mah',
  }).flatMap(([unit, names]) => names.split(' ').map((name) => [name, unit] as const)),
);

/** A piece of a text: a word, or a number with the measure that stands behind it. */
export interface Piece {
  /** Folded, as written. */
  text: string;
  number: string | null;
  unit: string | null;
}

const MOST_PIECES = 80;

/** '7,5' is 7.5, '10.000' is 10000. */
const plainNumber = (text: string): string =>
  (/^\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : text).replace(',', '.');

/** The pieces of a text in their order. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const plain = fold(text).replace(/["”″]/g, ' pulg ');
  for (const [piece] of plain.matchAll(/\d+(?:[.,/]\d+)*|[a-zñ]+/g)) {
    const last = pieces.at(-1);
    const unit = UNITS.get(piece);
    if (last?.number && !last.unit && unit) last.unit = unit;
    else {
      if (pieces.length >= MOST_PIECES) break;
      pieces.push({ text: piece, number: /^\d/.test(piece) ? plainNumber(piece) : null, unit: null });
    }
  }
  return pieces;
}

/** Words whose ending is all that tells them apart. */
const KEPT = new Map([
  ['niña', 'niña'],
  ['niñas', 'niña'],
  ['niño', 'niño'],
  ['niños', 'niño'],
]);

/** One of many: the stemmer takes 'polares' for a verb. */
const singular = (word: string): string =>
  word
    .replace(/(?<=.{2})ces$/, 'z')
    .replace(/(?<=.{2}[lrndjy])es$/, '')
    .replace(/(?<=.{2}[aeiou])s$/, '');

/** The form of a word by which it is compared. @param word folded */
export function keyOf(word: string): string {
  const kept = KEPT.get(word);
  if (kept) return kept;
  const key = soundOf(fold(stemmer(singular(word))));
  return key === '' ? word : key;
}

/** Of 'gorrito', 'camitas', 'polarcito': what may stand before the ending. */
export function rootsOf(word: string): string[] {
  const [, root] = /^(.{3,}?)(?:ec|c|s)?it(?:o|a|os|as)$/.exec(word) ?? [];
  const [, whole] = /^(.{3,}?)it(?:o|a|os|as)$/.exec(word) ?? [];
  const roots = [root, whole].filter((one) => one !== undefined);
  // 'taquito' is of 'taco', 'jueguito' of 'juego'.
  const written = roots.flatMap((one) => [one, one.replace(/qu$/, 'c'), one.replace(/gu$/, 'g')]);
  return [
    ...new Set(written.flatMap((one) => [soundOf(one), keyOf(one), keyOf(`${one}a`), keyOf(`${one}o`)])),
  ];
}

/** Mark of a word that names a variant. */
export const VARIANT = '=';

/** What a title, or a variant's name, is found by. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  const pieces = piecesOf(text);
  for (const [at, { text: word, number, unit }] of pieces.entries()) {
    if (number !== null) {
      terms.push(number);
      if (unit !== null) terms.push(number + unit);
    } else if (word.length > 1) terms.push(keyOf(word));
    const before = pieces[at - 1]?.text;
    if (before === 'talla' || before === 'numero') terms.push(VARIANT + (number ?? word));
  }
  return terms;
}

/** What a variant is found by: its name's words as they are written. */
export const variantTerms = (name: string): string[] =>
  piecesOf(name).map(({ text, number }) => VARIANT + (number ?? (text.length > 3 ? keyOf(text) : text)));
