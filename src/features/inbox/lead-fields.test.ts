import { expect, it } from 'vitest';
import { cleaned, fieldProblem, LEAD_FIELDS } from './lead-fields.ts';

const field = (name: string) => {
  const found = LEAD_FIELDS.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};

it('refuses what cannot be an e-mail or a phone, and lets fields be emptied', () => {
  expect(fieldProblem(field('email'), 'ana@')).toBe('Ingresa un correo válido');
  expect(fieldProblem(field('email'), ' ana@correo.cl ')).toBeNull();
  expect(fieldProblem(field('phone'), '12')).toBe('Ingresa un teléfono válido');
  expect(fieldProblem(field('phone'), '')).toBeNull();
  expect(fieldProblem(field('name'), 'x'.repeat(121))).toBe('Usa como máximo 120 caracteres');
});
it('sends an emptied field as nothing', () => {
  expect(cleaned('  ')).toBeNull();
  expect(cleaned(' Ana ')).toBe('Ana');
});
