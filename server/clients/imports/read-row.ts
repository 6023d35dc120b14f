/** What a row of a file says of a client, or why it is refused. */
import type { ConsentPurpose } from '../../../contract/entities/lead.ts';
import type { OwnKinds } from '../../../contract/entities/lead-filter.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { MODEL_FAULT, settleModel } from '../../../contract/rules/catalogue-fields.ts';
import { emailFault, normalizeEmail } from '../../../contract/rules/email.ts';
import type { ImportKey } from '../../../contract/rules/imports.ts';
import {
  OWN_VALUE_FAULTS,
  type OwnValue,
  readBeside,
  readOwnValue,
} from '../../../contract/rules/lead-fields.ts';
import { phoneText, readPhone } from '../../../contract/rules/phone.ts';
import { foldText } from '../../../contract/rules/search-text.ts';
import { readRut } from '../../../contract/rut.ts';
import { AREAS, type Area } from '../../../contract/states.ts';
import { type Identity, identitiesOf } from '../../crm/identities.ts';
import { cleanLine, cleanText } from '../../platform/clean-text.ts';

/** A row of the file: its line, and its cells in the order of the columns. */
export type StoredRow = [line: number, ...cells: string[]];

export interface RowOrder {
  columns: readonly string[];
  mapping: Readonly<Record<string, string | null>>;
  key: ImportKey;
  own: OwnKinds;
}

/** What is given; what a cell leaves blank is absent. */
export interface RowFields {
  name?: string;
  email?: string;
  phone?: string;
  rut?: string;
  city?: string;
  notes?: string;
  tags?: string[];
  areas?: Area[];
  fields: Record<string, OwnValue>;
  consents: Partial<Record<ConsentPurpose, 'granted' | 'denied'>>;
}
export type ReadRow = { ok: true; fields: RowFields; keys: Identity[] } | { ok: false; reason: string };

class Wrong extends Error {}
const wrong = (reason: string): never => {
  throw new Wrong(reason);
};

const LONGEST = { name: 120, city: 80, notes: 4_000 } as const;
const LABELS = { name: 'El nombre', city: 'La ciudad', notes: 'La nota' } as const;

/** What a number was before a spreadsheet wrote it with an exponent cannot be known. */
const SCIENTIFIC = /^\d+([.,]\d+)?E\+?\d+$/i;

function phoneOf(text: string): string {
  if (SCIENTIFIC.test(text)) {
    return wrong(
      'El teléfono está en notación científica: en la planilla, da formato de texto a la columna.',
    );
  }
  const phone = readPhone(text);
  if (phone !== null) return phone;
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  const old = /^(?:56)?9?(\d{8})$/.exec(digits)?.[1];
  const meant = old ? readPhone(`+569${old}`) : null;
  return wrong(meant ? `El teléfono no es válido: ¿${phoneText(meant)}?` : 'El teléfono no es válido.');
}

function rutOf(text: string): string {
  const rut = readRut(text);
  if (rut !== null) return rut;
  return wrong(
    /^\d{7,8}$/.test(text.replace(/[.\s]/g, ''))
      ? 'El RUT no es válido: parece faltar el dígito verificador.'
      : 'El RUT no es válido.',
  );
}

function yesOrNo(text: string): 'granted' | 'denied' {
  const said = readOwnValue({ type: 'boolean', options: [] }, text);
  return typeof said === 'boolean'
    ? said
      ? 'granted'
      : 'denied'
    : wrong('El consentimiento se dice con sí o no.');
}

/** As people write it: 'Ventas', 'Facturacion'. */
function areaOf(text: string): Area {
  const wanted = foldText(text.trim());
  return (
    AREAS.find((area) => foldText(area) === wanted) ?? wrong(`No existe el área «${cleanLine(text) ?? ''}».`)
  );
}

function put(fields: RowFields, field: string, text: string, own: OwnKinds): void {
  switch (field) {
    case 'name':
    case 'city':
    case 'notes': {
      const line = field === 'notes' ? cleanText(text).trim() : (cleanLine(text) ?? '');
      if (line.length > LONGEST[field]) wrong(`${LABELS[field]} es demasiado largo.`);
      fields[field] = line;
      return;
    }
    case 'email':
      if (emailFault(text) !== null) wrong('El correo no es válido.');
      fields.email = normalizeEmail(text);
      return;
    case 'phone':
      fields.phone = phoneOf(text);
      return;
    case 'rut':
      fields.rut = rutOf(text);
      return;
    case 'tags': {
      const tags = [...new Set(text.split(/[,;|]/).flatMap((tag) => cleanLine(tag) ?? []))];
      if (tags.some((tag) => tag.length > LIMITS.tagText)) wrong('Una etiqueta es demasiado larga.');
      if (tags.length > LIMITS.tags) wrong('Son demasiadas etiquetas.');
      fields.tags = tags;
      return;
    }
    case 'areas':
      fields.areas = [
        ...new Set(text.split(/[,;|]/).flatMap((word) => (word.trim() === '' ? [] : areaOf(word)))),
      ];
      return;
    case 'consent.marketing':
      fields.consents.marketing = yesOrNo(text);
      return;
    case 'consent.service':
      fields.consents.service = yesOrNo(text);
      return;
    default: {
      const key = field.slice('field.'.length);
      const kind = own[key];
      if (!kind) throw new Wrong('Un campo del mapeo ya no existe.');
      const value = readBeside({ key, ...kind }, fields.fields['marca'], cleanText(text));
      if (value === null)
        throw new Wrong(`${(kind as { label?: string }).label ?? key}: ${OWN_VALUE_FAULTS[kind.type]}`);
      fields.fields[key] = value;
    }
  }
}

/** Reads a row as the mapping says. */
export function readRow(row: StoredRow, { columns, mapping, key, own }: RowOrder): ReadRow {
  const fields: RowFields = { fields: {}, consents: {} };
  try {
    // A brand before its models: what a model is called may be said of two brands.
    const brandFirst = [...columns.entries()].sort(
      ([, a], [, b]) => Number(mapping[b] === 'field.marca') - Number(mapping[a] === 'field.marca'),
    );
    for (const [at, column] of brandFirst) {
      const field = mapping[column];
      const text = cleanText((row[at + 1] as string | undefined) ?? '').trim();
      if (field && text !== '') put(fields, field, text, own);
    }
    fields.fields = settleModel(own['modelo']?.catalogue, {}, fields.fields) ?? wrong(MODEL_FAULT);
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, reason: error.message };
    throw error;
  }
  const keys = identitiesOf(fields).filter(({ kind }) => key === 'auto' || kind === key);
  if (keys.length > 0) return { ok: true, fields, keys };
  const missing = { auto: 'RUT, teléfono ni correo', rut: 'RUT', phone: 'teléfono', email: 'correo' }[key];
  return { ok: false, reason: `La fila no trae ${missing}.` };
}
