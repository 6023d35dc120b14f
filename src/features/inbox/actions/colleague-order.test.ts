import { expect, it } from 'vitest';
import type { Colleague } from '../../../../contract/entities/user.ts';
import { choices } from './colleague-order.ts';

const one = (id: number, name: string, change: Partial<Colleague> = {}): Colleague => ({
  id,
  relation_id: id,
  name,
  email: `${name.toLowerCase()}@charla.test`,
  image: null,
  role: 'agente',
  category: [],
  status: 'active',
  since: '2026-11-21T09:00:00.000Z',
  connected: true,
  ...change,
});
const all = [
  one(1, 'Zoe'),
  one(2, 'Ana', { connected: false, status: 'inactive' }),
  one(3, 'Bruno', { category: ['soporte'] }),
  one(4, 'Carla', { connected: false, status: 'absent' }),
];

it('puts those who are connected and work in the area first', () => {
  expect(choices(all, new Set(), 'ventas', '').map((choice) => choice.name)).toEqual([
    'Zoe',
    'Bruno',
    'Carla',
    'Ana',
  ]);
});
it('leaves out who has it, and narrows by name or e-mail', () => {
  expect(choices(all, new Set([1]), null, 'bruno@').map((choice) => choice.id)).toEqual([3]);
  expect(choices(all, new Set([1]), null, 'ZOE')).toEqual([]);
});
