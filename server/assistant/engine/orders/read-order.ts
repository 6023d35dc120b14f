/** The number of an order and an e-mail in what a customer writes: '#48213', 'orden 48.213', 'v1001and-01'. */
import { readPhone } from '../../../../contract/rules/phone.ts';
import { readRut } from '../../../../contract/rut.ts';
import { editDistance, fold } from '../../words/text.ts';
import { hasAt, withoutWords } from '../../words/without-words.ts';
import { readValue } from '../slots/values.ts';

/** How surely a number of the message is an order's: it was asked for, the message is about an order, or neither. */
export type Expected = 'asked' | 'about' | 'no';

export interface GivenOfOrder {
  number: string | null;
  email: string | null;
  /** What is wrong with what looks like an e-mail, for the customer. */
  wrong: string | null;
}

/** Of a message that is read. */
const LONGEST = 1_000;
const NOUNS = new Set('pedido pedidos orden ordenes compra compras encargo encargos'.split(' '));
const ALIKE = ['pedido', 'pedidos', 'orden', 'compra'];
/** A slip away from a noun, and words of their own. */
const OTHERS = new Set(
  'perdido perdidos medido medidos pedida comprar compro compre comprado ordena ordeno'.split(' '),
);

/** Whether a folded word names an order, one slip forgiven. */
export function isOrderNoun(word: string): boolean {
  if (NOUNS.has(word)) return true;
  if (word.length < 4 || OTHERS.has(word)) return false;
  return ALIKE.some((noun) => editDistance(word, noun, 1) <= 1);
}

/** Reads both. Linear in the text. */
export function readOrder(text: string, expected: Expected): GivenOfOrder {
  const read = text.slice(0, LONGEST);
  const email = readValue('email', read, { today: '', asked: expected === 'asked' });
  return {
    number: numberIn(withoutPhones(withoutWords(read, hasAt)), expected),
    email: email && 'value' in email ? email.value : null,
    wrong: email && 'wrong' in email ? email.wrong : null,
  };
}

/** Telephones with a country's code or gaps are no two numbers. */
const withoutPhones = (text: string): string =>
  text.replace(/\+\d[\d\s().-]{6,18}\d|(?<![\d#])9[\s.-]\d{4}[\s.-]?\d{4}(?!\d)/g, (found) =>
    readPhone(found) === null ? found : ' ',
  );

/** Digits that a number has at least, by how it is marked. */
const LEAST = { hash: 1, noun: 3, asked: 3, about: 4 };

function numberIn(text: string, expected: Expected): string | null {
  // '48.213' is one number, a RUT or a price is none.
  const joined = text.replace(/(?<![\w.,$-])\d{1,3}(?:\.\d{3})+(?![\d.,-])/g, (one) =>
    one.replaceAll('.', ''),
  );
  const said = fold(joined);
  const found = said.matchAll(
    /(?<![\w.,$/:+-])(#\s?)?((?:[a-z]{1,6}-?)?\d{1,14}[a-z]{0,3}(?:-\d{1,6})?)(?![\w/:]|[.,]\d|-\d)/g,
  );
  for (const { 0: whole, 1: hash, 2: number = '', index } of found) {
    const before = said.slice(Math.max(0, index - 40), index);
    if (isMoney(before, said.slice(index + whole.length))) continue;
    const noun = namedIn(before);
    const marked = hash !== undefined ? 'hash' : noun ? 'noun' : expected === 'no' ? null : expected;
    if (marked === null || number.replace(/\D/g, '').length < LEAST[marked]) continue;
    if (marked !== 'hash' && marked !== 'noun' && isOther(number)) continue;
    return number.toUpperCase();
  }
  return lettersIn(joined, expected);
}

const isMoney = (before: string, after: string): boolean =>
  /(?:\$|lucas?|pesos)\s*$/.test(before) || /^\s*(?:pesos|lucas?|mil|clp|%)/.test(after);

/** Whether one of the last words before a number names an order. */
const namedIn = (before: string): boolean =>
  (before.match(/[a-zñ]+/g) ?? []).slice(-4).some(isOrderNoun) && !/\d/.test(before.slice(-12));

/** A telephone or a RUT. */
const isOther = (number: string): boolean =>
  number.replace(/\D/g, '').length >= 8 &&
  ((!number.includes('-') && readPhone(number) !== null) || readRut(number) !== null);

/** A shop that numbers by letters: 'QWERTYUIO'. Who writes everything in capitals names none. */
function lettersIn(text: string, expected: Expected): string | null {
  const found = /(?<![\w@])[A-Z]{9}(?![\w@])/.exec(text)?.[0];
  if (found === undefined) return null;
  const rest = text.replace(found, '').trim();
  const calm = rest === '' || /[a-zñ]/.test(rest);
  const named = expected === 'asked' || (fold(rest).match(/[a-zñ]+/g) ?? []).some(isOrderNoun);
  return calm && named ? found : null;
}
