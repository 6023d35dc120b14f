/**
 * The one grammar by which clients are chosen: lists, segments, exports, campaigns. `{all | any: [{field, op, value} |
 * nested]}`, three levels deep at most. What a filter may say depends on the bot's own fields, so it is read here and
 * not by a schema: `readLeadFilter` answers the filter, or the place of the first fault.
 */

import { DAY_FAULT } from '../days.ts';
import { day, instant } from '../primitives.ts';
import { type OwnFieldKind, type OwnValue, readDay } from '../rules/lead-fields.ts';
import type { OwnFieldType } from '../rules/own-field-limits.ts';
import { AREAS, CHANNELS } from '../states.ts';
import { FILTER_LIMITS } from './filter-limits.ts';
import { CONSENT_PURPOSES, CONSENT_STATES } from './lead.ts';

/** What may be asked of a kind of field. */
export const FILTER_OPS = {
  text: ['eq', 'contains', 'empty'],
  choice: ['in', 'not_in'],
  date: ['before', 'after', 'within_days'],
  number: ['eq', 'gt', 'lt'],
  boolean: ['eq'],
} as const;
export type FilterKind = keyof typeof FILTER_OPS;
export type FilterOp = (typeof FILTER_OPS)[FilterKind][number];
export type FilterValue = string | number | boolean | readonly string[];

export interface LeadCondition {
  field: string;
  op: FilterOp;
  value: FilterValue;
}
export type LeadFilter = { all: readonly LeadFilterPart[] } | { any: readonly LeadFilterPart[] };
export type LeadFilterPart = LeadCondition | LeadFilter;

/** Fields that every bot has, with their kind. A choice with `values` takes no other. */
export const STANDARD_FIELDS: Readonly<Record<string, { kind: FilterKind; values?: readonly string[] }>> = {
  name: { kind: 'text' },
  email: { kind: 'text' },
  phone: { kind: 'text' },
  rut: { kind: 'text' },
  city: { kind: 'text' },
  tags: { kind: 'choice' },
  areas: { kind: 'choice', values: AREAS },
  channel: { kind: 'choice', values: CHANNELS },
  ...Object.fromEntries(
    CONSENT_PURPOSES.map((purpose) => [`consent.${purpose}`, { kind: 'choice', values: CONSENT_STATES }]),
  ),
  created_at: { kind: 'date' },
  last_activity: { kind: 'date' },
  conversations: { kind: 'number' },
};

const KIND_OF_OWN: Record<OwnFieldType, FilterKind> = {
  text: 'text',
  number: 'number',
  date: 'date',
  list: 'choice',
  boolean: 'boolean',
};

export type OwnKinds = Readonly<Record<string, OwnFieldKind>>;

/** The kind of a field; null for one that the bot has not. */
export function kindOfField(field: string, own: OwnKinds): FilterKind | null {
  if (Object.hasOwn(STANDARD_FIELDS, field)) return STANDARD_FIELDS[field]?.kind ?? null;
  const key = /^field\.(.+)$/.exec(field)?.[1];
  const kind = key !== undefined && Object.hasOwn(own, key) ? own[key] : undefined;
  return kind ? KIND_OF_OWN[kind.type] : null;
}

/** What is wrong, and where: 'all.0.value'. */
export interface FilterFault {
  path: string;
  message: string;
}
export type ReadFilter = { ok: true; filter: LeadFilter } | ({ ok: false } & FilterFault);

class Fault extends Error {
  readonly path: string;
  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readValue(kind: FilterKind, op: string, value: unknown, path: string): FilterValue {
  const wrong = (message: string): never => {
    throw new Fault(path, message);
  };
  if (op === 'empty')
    return value === undefined || typeof value === 'boolean'
      ? (value ?? true)
      : wrong('Aquí va verdadero o falso.');
  if (kind === 'choice') {
    const given = Array.isArray(value) ? value : wrong('Aquí va una lista.');
    if (given.length === 0) wrong('Elige al menos una opción.');
    if (given.length > FILTER_LIMITS.choices) wrong('Son demasiadas opciones.');
    const texts = given.map((one, at) => {
      if (typeof one !== 'string' || one === '' || one.length > FILTER_LIMITS.text)
        throw new Fault(`${path}.${at}`, 'Aquí va un texto.');
      return one;
    });
    return [...new Set(texts)];
  }
  if (op === 'within_days') {
    const days =
      typeof value === 'number' && Number.isInteger(value) ? value : wrong('Aquí va un número de días.');
    return days >= 1 && days <= FILTER_LIMITS.days
      ? days
      : wrong(`Elige entre 1 y ${FILTER_LIMITS.days} días.`);
  }
  if (kind === 'date') {
    const text = typeof value === 'string' ? value : wrong('Aquí va una fecha.');
    return day.safeParse(text).success || instant.safeParse(text).success ? text : wrong(DAY_FAULT);
  }
  if (kind === 'number') {
    const number = typeof value === 'number' ? value : wrong('Aquí va un número.');
    return Number.isFinite(number) && Math.abs(number) <= 1e15 ? number : wrong('El número no es válido.');
  }
  if (kind === 'boolean') return typeof value === 'boolean' ? value : wrong('Aquí va verdadero o falso.');
  const text = typeof value === 'string' ? value.trim() : wrong('Aquí va un texto.');
  if (text === '') wrong('Escribe qué buscas.');
  return text.length <= FILTER_LIMITS.text ? text : wrong('El texto es demasiado largo.');
}

/** Reads whatever came from outside. `own` are the bot's own fields by key. */
export function readLeadFilter(given: unknown, own: OwnKinds): ReadFilter {
  let conditions = 0;

  function readCondition(part: Record<string, unknown>, path: string): LeadCondition {
    const { field, op, value, ...more } = part;
    const [extra] = Object.keys(more);
    if (extra !== undefined) throw new Fault(`${path}.${extra}`, 'Un filtro no lleva eso.');
    const kind = typeof field === 'string' ? kindOfField(field, own) : null;
    if (typeof field !== 'string' || kind === null) throw new Fault(`${path}.field`, 'Ese campo no existe.');
    const known = (FILTER_OPS[kind] as readonly FilterOp[]).find((one) => one === op);
    if (!known) throw new Fault(`${path}.op`, 'Ese campo no se filtra así.');
    conditions += 1;
    if (conditions > FILTER_LIMITS.conditions)
      throw new Fault(path, 'El filtro tiene demasiadas condiciones.');
    const read = readValue(kind, known, value, `${path}.value`);
    const allowed = Object.hasOwn(STANDARD_FIELDS, field) ? STANDARD_FIELDS[field]?.values : undefined;
    const at = allowed && Array.isArray(read) ? read.findIndex((one) => !allowed.includes(one)) : -1;
    if (at >= 0) throw new Fault(`${path}.value.${at}`, 'Esa opción no existe.');
    return { field, op: known, value: read };
  }

  function readGroup(part: unknown, path: string, depth: number): LeadFilter {
    if (!isObject(part)) throw new Fault(path, 'Aquí va un filtro.');
    const keys = Object.keys(part);
    const word = keys[0];
    if (keys.length !== 1 || (word !== 'all' && word !== 'any'))
      throw new Fault(path, 'Un filtro dice «all» o «any».');
    if (depth > FILTER_LIMITS.depth) throw new Fault(path, 'El filtro tiene demasiados niveles.');
    const parts = part[word];
    const at = path === '' ? word : `${path}.${word}`;
    if (!Array.isArray(parts)) throw new Fault(at, 'Aquí va una lista.');
    if (parts.length > FILTER_LIMITS.parts) throw new Fault(at, 'El filtro tiene demasiadas condiciones.');
    const read = parts.map((one: unknown, index) => {
      const place = `${at}.${index}`;
      if (!isObject(one)) throw new Fault(place, 'Aquí va una condición.');
      return 'field' in one || 'op' in one ? readCondition(one, place) : readGroup(one, place, depth + 1);
    });
    return word === 'all' ? { all: read } : { any: read };
  }

  try {
    return { ok: true, filter: readGroup(given, '', 1) };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, path: error.path, message: error.message };
    throw error;
  }
}

/** Everybody. */
export const NO_FILTER: LeadFilter = { all: [] };

export const isGroup = (part: LeadFilterPart): part is LeadFilter => 'all' in part || 'any' in part;
export const partsOf = (filter: LeadFilter): readonly LeadFilterPart[] =>
  'all' in filter ? filter.all : filter.any;

/** A date of an own field is a day; what else it may be compared with is one, too. */
export const dayOfValue = (value: string): string => readDay(value) ?? value.slice(0, 10);

/** Value of an own field beneath its key. */
export type OwnValues = Readonly<Record<string, OwnValue>>;
