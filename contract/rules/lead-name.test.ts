import { expect, it } from 'vitest';
import { leadNameOf } from './lead-name.ts';

it('shows a name by hand, else their own, else a phone as phones are written', () => {
  expect(leadNameOf({ custom: { name: 'Rosa de la tienda' }, lead_name: 'Rosa Paz' })).toBe(
    'Rosa de la tienda',
  );
  expect(leadNameOf({ custom: { name: null }, lead_name: 'Rosa Paz' })).toBe('Rosa Paz');
  expect(leadNameOf({ custom: { name: null }, lead_name: '+56998384724' })).toBe('+56 9 9838 4724');
  expect(leadNameOf({ custom: { name: null }, lead_name: '' })).toBe('Cliente sin nombre');
});
