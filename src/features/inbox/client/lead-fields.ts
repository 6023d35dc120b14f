/** The client's data that can be corrected in place, and the checks made before asking the server. */
import type { Lead } from '../../../../contract/entities/lead.ts';
import type { OwnField } from '../../../../contract/entities/lead-field.ts';
import { EMAIL_TEXTS, emailFault } from '../../../../contract/rules/email.ts';
import { OWN_VALUE_FAULTS, type OwnValue, readOwnValue } from '../../../../contract/rules/lead-fields.ts';
import { OWN_FIELD_LIMITS } from '../../../../contract/rules/own-field-limits.ts';
import { PHONE_TEXTS, phoneText, readPhone } from '../../../../contract/rules/phone.ts';
import { readRut } from '../../../../contract/rut.ts';

interface Shown {
  label: string;
  type: 'text' | 'email' | 'tel' | 'long';
  /** The contract's limit. */
  max: number;
  /** How it is written, under the field while one types. */
  hint?: string;
}
interface StandardField extends Shown {
  name: 'name' | 'email' | 'phone' | 'rut' | 'city' | 'notes';
  own?: undefined;
}
/** One that the bot has added. */
interface AddedField extends Shown {
  name: `fields.${string}`;
  own: OwnField;
}
export type LeadField = StandardField | AddedField;

export const LEAD_FIELDS: readonly StandardField[] = [
  { name: 'name', label: 'Nombre', type: 'text', max: 120 },
  { name: 'email', label: 'Correo', type: 'email', max: 200 },
  { name: 'phone', label: 'Teléfono', type: 'tel', max: 40, hint: '+56 9 1234 5678' },
  { name: 'rut', label: 'RUT', type: 'text', max: 20, hint: '12.345.678-5' },
  { name: 'city', label: 'Ciudad', type: 'text', max: 80 },
  { name: 'notes', label: 'Notas', type: 'long', max: 4000 },
];

const HINTS: Partial<Record<OwnField['type'], string>> = { date: '31/12/2026', number: '1.500,5' };

/** A field of the bot as the form shows it. */
export const addedField = (own: OwnField): AddedField => ({
  name: `fields.${own.key}`,
  label: own.label,
  type: 'text',
  max: OWN_FIELD_LIMITS.text,
  own,
  ...(HINTS[own.type] ? { hint: HINTS[own.type] as string } : {}),
});

const number = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 10 });

/** An own field's value as it is shown, and can be typed again. */
export function ownText(value: OwnValue | undefined, own?: Pick<OwnField, 'catalogue'>): string {
  if (value === undefined) return '';
  const item = own?.catalogue?.find(({ name }) => name === value);
  if (item) return item.formatted;
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'number') return number.format(value);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  return year ? `${day}/${month}/${year}` : value;
}

/** What a field that offers choices offers; null: it is typed. */
export function choicesOf({ own }: LeadField): readonly string[] | null {
  if (own?.type === 'list') return own.catalogue?.map(({ formatted }) => formatted) ?? own.options;
  return own?.type === 'boolean' ? ['Sí', 'No'] : null;
}

/** As it is shown, whatever way it was once stored. */
export const fieldText = (lead: Lead, field: LeadField): string =>
  field.own ? ownText(lead.fields?.[field.own.key], field.own) : tidied(field, lead[field.name] ?? '');

/** The value as it is sent: null for an emptied field. */
export const cleaned = (value: string): string | null => (value.trim() === '' ? null : value.trim());

/** What is wrong with a value, in words; null when the server may judge. */
export function fieldProblem(field: LeadField, value: string): string | null {
  const text = value.trim();
  if (text.length > field.max) return `Usa como máximo ${field.max} caracteres`;
  if (text === '') return null;
  if (field.own) return readOwnValue(field.own, text) === null ? OWN_VALUE_FAULTS[field.own.type] : null;
  switch (field.name) {
    case 'email':
      return emailFault(text) === null ? null : EMAIL_TEXTS.invalid;
    case 'phone':
      return readPhone(text) === null ? PHONE_TEXTS.invalid : null;
    case 'rut':
      return readRut(text) === null ? 'El RUT no es válido: revisa el dígito verificador' : null;
    default:
      return null;
  }
}

/** The value as it will be stored and shown, while one still types: a RUT gets its dots and its dash. */
export function tidied(field: LeadField, value: string): string {
  if (field.own) {
    const read = cleaned(value) === null ? null : readOwnValue(field.own, value);
    return read === null ? value : ownText(read, field.own);
  }
  if (field.name === 'rut') return readRut(value) ?? value;
  if (field.name === 'phone') return phoneText(readPhone(value) ?? value);
  return value;
}

/** What a save of one field sends: its new value, and the one it takes the place of. */
export function fieldChange(lead: Lead, field: LeadField, text: string) {
  const value = cleaned(text);
  if (field.own) {
    const { key } = field.own;
    const read = value === null ? null : readOwnValue(field.own, value);
    return { lead: { fields: { [key]: read } }, was: { fields: { [key]: lead.fields?.[key] ?? null } } };
  }
  return { lead: { [field.name]: value }, was: { [field.name]: lead[field.name] ?? null } };
}
