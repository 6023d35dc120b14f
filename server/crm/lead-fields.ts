/** What a lead's fields may hold, as stored: e-mail in lower case, phone as digits with its plus, RUT with its dash. */

import { emailFault, normalizeEmail } from '../../contract/rules/email.ts';
import { readPhone } from '../../contract/rules/phone.ts';
import { readRut } from '../../contract/rut.ts';
import type { Area } from '../../contract/states.ts';
import { cleanLine, cleanText } from '../platform/clean-text.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import type { GivenOwn } from './own-fields.ts';

export interface LeadFields {
  name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  rut?: string | null | undefined;
  notes?: string | null | undefined;
  tags?: string[] | undefined;
  city?: string | null | undefined;
  areas?: Area[] | undefined;
  /** Of the bot's own fields; judged with the bot's list (own-fields.ts). */
  fields?: GivenOwn | undefined;
}

export const LEAD_FIELD_TEXTS = {
  email: 'El correo no es válido.',
  phone: 'El teléfono no es válido.',
} as const;

type Reader = (text: string) => string | null;
const READERS: Record<'email' | 'phone' | 'rut', { read: Reader; message: string }> = {
  email: {
    read: (text) => (emailFault(text) === null ? normalizeEmail(text) : null),
    message: LEAD_FIELD_TEXTS.email,
  },
  phone: {
    read: readPhone,
    message: LEAD_FIELD_TEXTS.phone,
  },
  rut: { read: readRut, message: 'El RUT no es válido.' },
};

/**
 * The fields as they will be stored; absent ones stay absent, blank ones become null.
 * Throws `Refused` (rule) with `details.field` and `details.fields` for the first that is not valid.
 */
export function readLeadFields(given: LeadFields): Omit<LeadFields, 'fields'> {
  const fields: Omit<LeadFields, 'fields'> = {};
  if (given.name !== undefined) fields.name = cleanLine(given.name);
  if (given.city !== undefined) fields.city = cleanLine(given.city);
  for (const field of ['email', 'phone', 'rut'] as const) {
    const value = given[field];
    if (value === undefined) continue;
    const line = cleanLine(value);
    const stored = line === null ? null : READERS[field].read(line);
    if (line !== null && stored === null) {
      throw fieldFault(field, READERS[field].message, { field });
    }
    fields[field] = stored;
  }
  if (given.notes !== undefined)
    fields.notes = given.notes === null ? null : cleanText(given.notes).trim() || null;
  if (given.tags !== undefined) fields.tags = [...new Set(given.tags.flatMap((tag) => cleanLine(tag) ?? []))];
  if (given.areas !== undefined) fields.areas = [...new Set(given.areas)];
  return fields;
}
