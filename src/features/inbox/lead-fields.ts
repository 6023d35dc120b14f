/** The customer's data that can be corrected beside the conversation, and the checks made before asking the server. */
import type { Lead } from '../../../contract/entities/lead.ts';

export interface LeadField {
  name: 'name' | 'email' | 'phone' | 'rut' | 'notes';
  label: string;
  type: 'text' | 'email' | 'tel' | 'long';
  /** The contract's limit. */
  max: number;
}
export const LEAD_FIELDS: readonly LeadField[] = [
  { name: 'name', label: 'Nombre', type: 'text', max: 120 },
  { name: 'email', label: 'Correo', type: 'email', max: 200 },
  { name: 'phone', label: 'Teléfono', type: 'tel', max: 40 },
  { name: 'rut', label: 'RUT', type: 'text', max: 20 },
  { name: 'notes', label: 'Notas', type: 'long', max: 4000 },
];

export const fieldText = (lead: Lead, field: LeadField): string => lead[field.name] ?? '';

/** The value as it is sent: null for an emptied field. */
export const cleaned = (value: string): string | null => (value.trim() === '' ? null : value.trim());

/** What is wrong with a value, in words; null when the server may judge. */
export function fieldProblem(field: LeadField, value: string): string | null {
  const text = value.trim();
  if (text.length > field.max) return `Usa como máximo ${field.max} caracteres`;
  if (field.type === 'email' && text !== '' && !/^\S+@\S+\.\S+$/.test(text))
    return 'Ingresa un correo válido';
  if (field.type === 'tel' && text !== '' && text.replace(/\D/g, '').length < 6)
    return 'Ingresa un teléfono válido';
  return null;
}
