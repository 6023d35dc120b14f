/** The client's data that can be corrected in place, and the checks made before asking the server. */
import type { Lead } from '../../../../contract/entities/lead.ts';
import { EMAIL_TEXTS, emailFault } from '../../../../contract/rules/email.ts';
import { PHONE_TEXTS, phoneText, readPhone } from '../../../../contract/rules/phone.ts';
import { readRut } from '../../../../contract/rut.ts';

export interface LeadField {
  name: 'name' | 'email' | 'phone' | 'rut' | 'notes';
  label: string;
  type: 'text' | 'email' | 'tel' | 'long';
  /** The contract's limit. */
  max: number;
  /** How it is written, under the field while one types. */
  hint?: string;
}
export const LEAD_FIELDS: readonly LeadField[] = [
  { name: 'name', label: 'Nombre', type: 'text', max: 120 },
  { name: 'email', label: 'Correo', type: 'email', max: 200 },
  { name: 'phone', label: 'Teléfono', type: 'tel', max: 40, hint: '+56 9 1234 5678' },
  { name: 'rut', label: 'RUT', type: 'text', max: 20, hint: '12.345.678-5' },
  { name: 'notes', label: 'Notas', type: 'long', max: 4000 },
];

/** As it is shown, whatever way it was once stored. */
export const fieldText = (lead: Lead, field: LeadField): string => tidied(field, lead[field.name] ?? '');

/** The value as it is sent: null for an emptied field. */
export const cleaned = (value: string): string | null => (value.trim() === '' ? null : value.trim());

/** What is wrong with a value, in words; null when the server may judge. */
export function fieldProblem(field: LeadField, value: string): string | null {
  const text = value.trim();
  if (text.length > field.max) return `Usa como máximo ${field.max} caracteres`;
  if (text === '') return null;
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
  if (field.name === 'rut') return readRut(value) ?? value;
  if (field.name === 'phone') return phoneText(readPhone(value) ?? value);
  return value;
}
