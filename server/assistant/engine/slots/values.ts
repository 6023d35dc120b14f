/** Values of a message by their kind: the order's number, the RUT, the comuna … with what is wrong where one is wrong. */
import type { SlotKind } from '../../../../contract/entities/bot-slot.ts';
import { emailFault, normalizeEmail } from '../../../../contract/rules/email.ts';
import { phoneText, readPhone } from '../../../../contract/rules/phone.ts';
import { readRut } from '../../../../contract/rut.ts';
import { fold } from '../../words/text.ts';
import { findComuna } from './comunas.ts';
import { readDay } from './dates.ts';

/** A value, what is wrong with what looks like one (a sentence for the customer), or nothing like it. */
export type ReadValue = { value: string } | { wrong: string } | null;

export interface Where {
  /** The bot's day, `YYYY-MM-DD`. */
  today: string;
  /** The message answers the question for this value; otherwise it only may hold one. */
  asked: boolean;
}

/** Longest value that is kept. */
const LONGEST = 200;

/** Reads a value out of a message. Linear in its length. */
export function readValue(kind: SlotKind, text: string, where: Where): ReadValue {
  return READERS[kind](text, where);
}

const READERS: Record<SlotKind, (text: string, where: Where) => ReadValue> = {
  order,
  rut,
  comuna(text, { asked }) {
    const found = findComuna(text, asked);
    if (found) return { value: found.value };
    return asked && (fold(text).match(/[a-zñ]+/g) ?? []).length <= 4
      ? { wrong: 'No conozco una comuna con ese nombre.' }
      : null;
  },
  date(text, { today, asked }) {
    const found = readDay(text, today, asked);
    if (!found) return null;
    if ('wrong' in found) return { wrong: 'Esa fecha no existe.' };
    return { value: found.day.split('-').reverse().join('-') };
  },
  size,
  email(text) {
    const found = /[^\s<>(),;:]+@[^\s<>(),;:]*/.exec(text.slice(0, 1000))?.[0].replace(/[.!?]+$/, '');
    if (found === undefined) return null;
    return emailFault(found) === null
      ? { value: normalizeEmail(found) }
      : { wrong: 'Ese correo no está completo.' };
  },
  phone(text, { asked }) {
    const found = /\+?\d[\d\s().-]{5,20}\d/.exec(text)?.[0];
    if (found === undefined) return null;
    const phone = readPhone(found);
    if (phone !== null) return { value: phoneText(phone) };
    return asked ? { wrong: 'Ese teléfono no tiene los 9 dígitos.' } : null;
  },
  number(text) {
    const found = /(?<![\d.,])\d{1,9}(?:\.\d{3})*(?![\d])/.exec(text)?.[0];
    if (found !== undefined) return { value: String(Number(found.replaceAll('.', ''))) };
    const word = (fold(text).match(/[a-z]+/g) ?? []).find((one) => Object.hasOwn(NUMBERS, one));
    return word === undefined ? null : { value: String(NUMBERS[word]) };
  },
  text: (text, { asked }) => (asked && text.trim() !== '' ? { value: text.trim().slice(0, LONGEST) } : null),
};

const NUMBERS: Record<string, number> = {
  uno: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  doce: 12,
  veinte: 20,
};

/** Before a number that is an order's. */
const ORDER_NAMED =
  /\b(?:pedidos?|orden(?:es)?|compras?|ticket|folio|boleta|solicitud|codigo|seguimiento|numero|nro|num|n|es|ya)\b/;

function order(text: string, { asked }: Where): ReadValue {
  const said = fold(text);
  // Letters only before a dash or the sign: 'AND-60658', '#60658'.
  const candidates = [
    ...said.matchAll(/(?<![\w.,$/:+-])(#?(?:[a-z]{1,6}-?)?\d{2,14}(?:-\d{1,6})?)(?![\w/:]|[.,]\d)/g),
  ];
  let short = false;
  for (const { 0: whole, index } of candidates) {
    const before = said.slice(Math.max(0, index - 30), index);
    const digits = whole.replace(/\D/g, '');
    const money =
      /(?:\$|luca|pesos)\s*$/.test(before) ||
      /^\s*(?:pesos|lucas|mil|clp|%)/.test(said.slice(index + whole.length));
    if (money) continue;
    if (digits.length < (asked ? 3 : 4)) {
      short = true;
      continue;
    }
    const marked = whole.startsWith('#') || /[a-z]/.test(whole) || ORDER_NAMED.test(before);
    if (!asked && !marked) continue;
    // A telephone or a RUT is none, unless it is called one.
    if (!marked && (readPhone(whole) !== null || readRut(whole) !== null) && digits.length >= 8) continue;
    return { value: whole.replace('#', '').toUpperCase() };
  }
  return asked && short ? { wrong: 'Ese número es muy corto para ser el de tu pedido.' } : null;
}

function rut(text: string, { asked }: Where): ReadValue {
  const found = /(?<![\d.])(\d{1,2}(?:[. ]?\d{3}){2}\s?[-‐–]?\s?[\dkK])(?![\dkK])/.exec(text)?.[1];
  const dashed = found !== undefined && /[-‐–.]/.test(found);
  if (found !== undefined && (asked || dashed)) {
    const value = readRut(found.replace(/[‐–]/, '-'));
    return value === null ? { wrong: 'El dígito verificador de ese RUT no corresponde.' } : { value };
  }
  return asked && (text.match(/\d/g) ?? []).length >= 4
    ? { wrong: 'A ese RUT le faltan o le sobran dígitos.' }
    : null;
}

const SIZES: Record<string, string> = {
  xs: 'XS',
  s: 'S',
  m: 'M',
  l: 'L',
  xl: 'XL',
  xxl: 'XXL',
  xxxl: 'XXXL',
  small: 'S',
  chica: 'S',
  chico: 'S',
  pequena: 'S',
  pequeña: 'S',
  medium: 'M',
  mediana: 'M',
  mediano: 'M',
  large: 'L',
  grande: 'L',
};
/** Before a size. */
const SIZE_NAMED = new Set('talla tallas numero nro size la una un soy calzo uso es'.split(' '));
const LARGEST_SIZE = 60;

function size(text: string, { asked }: Where): ReadValue {
  const words = fold(text).match(/[a-zñ]+|\d+(?:[.,]5)?/g) ?? [];
  for (const [at, word] of words.entries()) {
    const named = SIZE_NAMED.has(words[at - 1] ?? '');
    if (!asked && !named) continue;
    const letters = Object.hasOwn(SIZES, word) ? SIZES[word] : undefined;
    if (letters !== undefined) {
      const extra = words[at - 1] === 'extra' && (letters === 'S' || letters === 'L');
      return { value: extra ? `X${letters}` : letters };
    }
    if (!/^\d/.test(word)) continue;
    const number = Number(word.replace(',', '.'));
    if (number >= 1 && number <= LARGEST_SIZE) return { value: word.replace('.', ',') };
    if (asked) return { wrong: `No hay una talla ${word}.` };
  }
  return null;
}

const WITHOUT =
  /\b(?:no (?:lo|la|los|me|te)? ?(?:tengo|se|recuerdo|acuerdo|encuentro|sabria|cacho|tenia|tenemos|puedo ver)|ni idea|ni me acuerdo|(?:lo|la|se me) (?:perdi|perdio|borre|borro)|sin (?:numero|boleta|el numero)|no quiero (?:dar|darlo|decir|decirlo)|prefiero no)\b/;

/** Whether a customer says that they have no such value, or give none. */
export const hasNone = (text: string): boolean => WITHOUT.test(fold(text));
