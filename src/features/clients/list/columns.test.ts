import { expect, it } from 'vitest';
import { LEAD_SORTS, type LeadInList } from '../../../../contract/calls/leads.ts';
import { nextSort, readClientsSearch } from './clients-search.ts';
import { allColumns, readColumns, shownColumns, sortText } from './columns.ts';

const LEAD: LeadInList = {
  _id: 'l1',
  bot_id: 64,
  name: 'Rosa',
  email: null,
  phone: '+56912345678',
  rut: '12345678-5',
  notes: null,
  tags: ['vip', 'mora'],
  created_at: '2026-11-21T15:00:00.000Z',
  fields: { gasto: 1500.5, compra: '2026-03-09', socio: false },
  consents: { marketing: 'denied', service: 'unknown' },
  blocked: true,
  conversations: 1234,
  last_activity: null,
  channels: ['web', 'whatsapp'],
};
const own = (['number', 'date', 'boolean'] as const).map((type, n) => ({
  id: `f${n}`,
  bot_id: 64,
  key: ['gasto', 'compra', 'socio'][n] ?? '',
  label: type,
  type,
  options: [],
}));

it('says what each column holds as Chileans write it', () => {
  const cells = Object.fromEntries(allColumns(own).map(({ name, text }) => [name, text(LEAD)]));
  expect(cells).toMatchObject({
    phone: '+56 9 1234 5678',
    rut: '12.345.678-5',
    email: '',
    tags: 'vip, mora',
    conversations: '1.234',
    marketing: 'No',
    service: '',
    blocked: 'Sí',
    'field.compra': '09/03/2026',
    'field.socio': 'No',
  });
});

it('keeps the order that was chosen, without what is no more', () => {
  const chosen = readColumns(['field.socio', 'gone', 'email', 'email', 7]);
  expect(shownColumns(chosen, allColumns(own)).map(({ name }) => name)).toEqual(['field.socio', 'email']);
  expect(readColumns('x')).toContain('phone');
});

it('reads the address, and a column orders down, up and not at all', () => {
  const filter = { all: [{ field: 'name', op: 'eq', value: 'Rosa' }] };
  expect(readClientsSearch({ q: 9123, sort: '-name', filter, segment: 's1', page: 4 })).toEqual({
    q: '9123',
    sort: '-name',
    filter,
    segment: 's1',
  });
  expect(readClientsSearch({ sort: 'x', filter: 'all', segment: '' })).toEqual({});
  expect(nextSort(undefined, 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBeUndefined();
});

it('CR-10 says the order that it has, the one that nobody chose too, and turns that one around', () => {
  expect(sortText()).toBe('Ordenado por Cliente desde: primero los más nuevos');
  expect(LEAD_SORTS.filter((sort) => !/^Ordenado por [^:]+: .+/.test(sortText(sort)))).toEqual([]);
  expect(sortText('-name')).toBe('Ordenado por Nombre: de la Z a la A');
  expect(nextSort(undefined, 'created_at')).toBe('created_at');
  expect(nextSort('created_at', 'created_at')).toBeUndefined();
});
