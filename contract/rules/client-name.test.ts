import { expect, it } from 'vitest';
import { clientName, firstName } from './client-name.ts';

it('greets by a name that somebody gave, never by an address or a number', () => {
  const name = (lead_name: string, own: string | null = null) =>
    clientName({ lead_name, custom: { name: own } });
  expect(name('Visitante 4F2A', 'Rosa')).toBe('Rosa');
  expect(name('Camila Soto')).toBe('Camila Soto');
  expect(['Visitante 4F2A', 'a@b.cl', '+56 9 6123 4503'].map((lead) => name(lead))).toEqual(['', '', '']);
});

it('calls people by their first name, however it was written', () => {
  const written = ['Camila Soto', ' camila soto', 'SOTO ROJAS, CAMILA', 'Sra. Camila Soto', 'Camila'];
  expect(written.map(firstName)).toEqual(written.map(() => 'Camila'));
  expect(['', 'Doña', 'José Luis Vera', 'Ñandú', 'Jo', 'McArthur Soto', 'Soto,'].map(firstName)).toEqual([
    '',
    'Doña',
    'José',
    'Ñandú',
    'Jo',
    'McArthur',
    'Soto',
  ]);
});
