import { expect, it } from 'vitest';
import { passwordFault, passwordStrength, REQUIRED_STRENGTH } from './password.ts';

it.each([
  '123456',
  'qwerty12',
  'Contraseña1',
  'password!',
  'aaaaaaaaaaaa',
  'abcdefgh',
  '98765432',
  'chile2026',
])('takes %s for guessed at once', (password) =>
  expect(passwordStrength(password)).toBeLessThan(REQUIRED_STRENGTH),
);

it.each(['charla-demo', 'tr4baj0.duro', 'lluvia en Valdivia 7', 'kX9$wq2L'])('accepts %s', (password) =>
  expect(passwordStrength(password)).toBeGreaterThanOrEqual(REQUIRED_STRENGTH),
);

it('counts nothing for the own name and address', () => {
  expect(passwordStrength('riquelme1', ['Ana Riquelme', 'ana@b.cl'])).toBeLessThan(
    passwordStrength('riquelme1'),
  );
});

it('names the first fault and its field', () => {
  expect(passwordFault('', '')).toEqual({ field: 'password', message: 'Contraseña requerida' });
  expect(passwordFault('abc', 'abc')?.message).toMatch(/mínimo 6/);
  expect(passwordFault('tr4baj0.duro', '')).toMatchObject({ field: 'password_confirmation' });
  expect(passwordFault('tr4baj0.duro', 'tr4baj0.dura')?.message).toMatch(/no coinciden/);
  expect(passwordFault('tr4baj0.duro', 'tr4baj0.duro')).toBeNull();
});
