/** The fields that a bot adds to its clients: how a value of each type is read. */
import { DAY_FAULT } from '../days.ts';
import { day } from '../primitives.ts';
import { type CatalogueItem, underBrand } from './catalogue-fields.ts';
import { OWN_FIELD_LIMITS, type OwnFieldType } from './own-field-limits.ts';

/** The value of one of the bot's own fields, by its type; a date as `YYYY-MM-DD`. */
export type OwnValue = string | number | boolean;

export const OWN_FIELD_TYPE_LABELS: Record<OwnFieldType, string> = {
  text: 'Texto',
  number: 'Número',
  date: 'Fecha',
  list: 'Lista',
  boolean: 'Sí o no',
};

/** What decides how a value of it is read. */
export interface OwnFieldKind {
  type: OwnFieldType;
  options: readonly string[];
  /** Its options as people read them, where the list comes with the bot's filter catalogue. */
  catalogue?: readonly CatalogueItem[] | undefined;
}

const YES = ['si', 'sí', 'true', 'verdadero', '1', 'x', 'yes'];
const NO = ['no', 'false', 'falso', '0'];

/** `1.234,5` and `1234.5` alike; a point before exactly three digits groups thousands, unless a zero stands before it. */
export function readNumber(text: string): number | null {
  const bare = text.replace(/[\s$]/g, '');
  const chilean = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(bare) || /^-?\d+,\d+$/.test(bare);
  const number = Number(chilean ? bare.replaceAll('.', '').replace(',', '.') : bare);
  return bare !== '' && Number.isFinite(number) && Math.abs(number) <= 1e15 ? number : null;
}

/** `YYYY-MM-DD`, `DD/MM/YYYY` or `DD-MM-YYYY` of a day that exists. */
export function readDay(text: string): string | null {
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  const [, d, m, y] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:\s.*)?$/.exec(text) ?? [];
  const found = iso ?? (d && m && y ? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : '');
  return day.safeParse(found).success ? found : null;
}

/** What is said of a value that its field does not take. */
export const OWN_VALUE_FAULTS: Record<OwnFieldType, string> = {
  text: `Escribe hasta ${OWN_FIELD_LIMITS.text} caracteres.`,
  number: 'Escribe un número.',
  date: DAY_FAULT,
  list: 'Elige una de las opciones.',
  boolean: 'Responde sí o no.',
};

/** A value as it is stored, from a form or a file; null when the field does not take it. */
export function readOwnValue({ type, options, catalogue }: OwnFieldKind, given: OwnValue): OwnValue | null {
  const text = String(given).trim();
  switch (type) {
    case 'text':
      return text.length <= OWN_FIELD_LIMITS.text ? text : null;
    case 'number':
      return typeof given === 'number' ? given : readNumber(text);
    case 'date':
      return readDay(text);
    case 'list': {
      const wanted = text.toLowerCase();
      const read = catalogue?.find(({ formatted }) => formatted.toLowerCase() === wanted)?.name;
      return read ?? options.find((option) => option.toLowerCase() === wanted) ?? null;
    }
    case 'boolean': {
      const word = text.toLowerCase();
      if (YES.includes(word)) return true;
      return NO.includes(word) ? false : null;
    }
  }
}

/** As `readOwnValue`, beside a brand: what a model is called may be said of two. Read the brand before its model. */
export const readBeside = (
  field: OwnFieldKind & { key: string },
  marca: OwnValue | undefined,
  given: OwnValue,
): OwnValue | null => readOwnValue(underBrand(field, marca), given) ?? readOwnValue(field, given);
