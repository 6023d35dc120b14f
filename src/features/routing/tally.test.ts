import { expect, it } from 'vitest';
import type { RoutingReason } from '../../../contract/entities/routing.ts';
import { tally } from './tally.ts';

const team = (area: 'soporte' | 'ventas' | null, named = false) => ({
  area,
  named,
  strategy: 'least_loaded' as const,
  people: [],
  more: 0,
});
const talk = (change: Partial<RoutingReason>) => ({
  reason: {
    by: 'rule' as const,
    rule: { id: 'r', name: 'R' },
    after_wait: false,
    passed: [],
    passed_more: 0,
    teams: [team('soporte')],
    chosen: null,
    waits: null,
    ...change,
  },
});
const ana = { id: 1, name: 'Ana' };

it('ROUTE-9 adds up by team: who got it from the overflow counts there', () => {
  expect(
    tally([
      talk({ chosen: ana }),
      talk({ chosen: ana, teams: [team('soporte'), team('ventas')] }),
      talk({ chosen: ana }),
      talk({ waits: 'team' }),
      talk({ waits: 'all' }),
      talk({ waits: 'nobody', teams: [] }),
      talk({ chosen: ana, teams: [team(null, true)] }),
    ]),
  ).toEqual([
    { place: 'Equipo de soporte', count: 2 },
    { place: 'Pendientes, para todos', count: 2 },
    { place: 'Equipo de soporte, en espera', count: 1 },
    { place: 'Equipo de ventas', count: 1 },
    { place: 'Personas de la regla', count: 1 },
  ]);
  expect(tally([])).toEqual([]);
});
