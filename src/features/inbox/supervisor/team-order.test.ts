import { expect, it } from 'vitest';
import type { Colleague } from '../../../../contract/entities/user.ts';
import { members } from './team-order.ts';

const colleague = (id: number, change: Partial<Colleague> = {}): Colleague => ({
  id,
  relation_id: id,
  name: `P${id}`,
  email: `p${id}@charla.test`,
  image: null,
  role: 'agente',
  category: [],
  status: 'active',
  since: '2026-11-21T12:00:00.000Z',
  connected: true,
  ...change,
});
const has = (agent_id: number, taken: number, inactive = 0) => ({ agent_id, taken, inactive });

it('shows agents always, heads when they have something, and who left while they still have something', () => {
  const list = members(
    [colleague(1), colleague(2, { role: 'propietario' }), colleague(3, { role: 'administrador' })],
    [has(3, 2), has(9, 1), has(8, 0)],
  );
  expect(list.map(({ id }) => id)).toEqual([3, 1, 9]);
  expect(list.at(-1)).toMatchObject({ status: null, taken: 1 });
});

it('puts who is connected first, the busiest first; without a connection nobody is connected', () => {
  const list = members(
    [colleague(1, { connected: false }), colleague(2), colleague(3), colleague(4, { status: 'absent' })],
    [has(3, 2)],
  );
  expect(list.map(({ id, status }) => [id, status])).toEqual([
    [3, 'active'],
    [2, 'active'],
    [4, 'absent'],
    [1, 'inactive'],
  ]);
});
