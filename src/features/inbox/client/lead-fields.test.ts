import { expect, it } from 'vitest';
import { cleaned, fieldProblem, fieldText, LEAD_FIELDS, tidied } from './lead-fields.ts';

const field = (name: string) => {
  const found = LEAD_FIELDS.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};
const LEAD = {
  _id: 'l',
  bot_id: 64,
  name: null,
  email: null,
  phone: '+56912345678',
  rut: null,
  notes: null,
  tags: [],
  created_at: '2026-11-21T12:00:00.000Z',
};

it('refuses what cannot be an e-mail, a phone or a RUT, and lets fields be emptied', () => {
  expect(fieldProblem(field('email'), 'ana@')).toBe('Ingresa un correo válido');
  expect(fieldProblem(field('email'), ' ana@correo.cl ')).toBeNull();
  expect(fieldProblem(field('phone'), '12')).toContain('Ingresa un teléfono válido');
  expect(fieldProblem(field('phone'), '9 1234 5678')).toBeNull();
  expect(fieldProblem(field('phone'), '')).toBeNull();
  expect(fieldProblem(field('rut'), '12345678-5')).toBeNull();
  expect(fieldProblem(field('rut'), '12345678-9')).toContain('dígito verificador');
  expect(fieldProblem(field('name'), 'x'.repeat(121))).toBe('Usa como máximo 120 caracteres');
});
it('writes RUT and phone as they are read', () => {
  expect(tidied(field('rut'), '123456785')).toBe('12.345.678-5');
  expect(tidied(field('rut'), '12345678')).toBe('12345678');
  expect(tidied(field('phone'), '912345678')).toBe('+56 9 1234 5678');
  expect(tidied(field('notes'), '123456785')).toBe('123456785');
  expect(fieldText(LEAD, field('phone'))).toBe('+56 9 1234 5678');
});
it('sends an emptied field as nothing', () => {
  expect(cleaned('  ')).toBeNull();
  expect(cleaned(' Ana ')).toBe('Ana');
});
