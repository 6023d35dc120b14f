import { describe, expect, it } from 'vitest';
import { grantsOf } from '../../../contract/permission-matrix.ts';
import { exists, grantable, grantLines, grantsText, setCell, setRow, within } from './grid.ts';

const owner = grantsOf('propietario');
const agent = grantsOf('agente').filter(({ permissions }) => permissions.length > 0);

describe('the grid of a role', () => {
  it('brings reading along with any other permission, and takes all away with it', () => {
    const added = setCell([], 'crm', 'export', true);
    expect(added).toEqual([{ view_name: 'crm', permissions: ['read', 'export'] }]);
    expect(setCell(added, 'crm', 'export', false)).toEqual([{ view_name: 'crm', permissions: ['read'] }]);
    expect(setCell(added, 'crm', 'read', false)).toEqual([]);
    expect(setCell(added, 'crm', 'export', true)).toEqual(added);
  });
  it('offers what the module knows and the person has', () => {
    expect(exists('agentes', 'export')).toBe(false);
    expect(grantable(owner, 'tickets')).toEqual(['read', 'add']);
    expect(grantable(agent, 'agentes')).toEqual([]);
    expect(setRow([], agent, 'dashboard', true)).toEqual([{ view_name: 'dashboard', permissions: ['read'] }]);
    expect(setRow(agent, owner, 'crm', false).some(({ view_name }) => view_name === 'crm')).toBe(false);
  });
  it('never grants more than one has', () => {
    expect(within(owner, agent)).toEqual(within(agent, agent));
    expect(within(agent, owner)).toEqual(within(agent, agent));
    expect(within(owner, agent).some(({ view_name }) => view_name === 'agentes')).toBe(false);
  });
  it('reads in words', () => {
    expect(grantLines([{ view_name: 'tickets', permissions: ['add', 'read'] }])).toEqual([
      { module: 'Tickets', permissions: 'Ver, Agregar' },
    ]);
    expect(grantLines(owner)[0]).toEqual({ module: 'Dashboard', permissions: 'Todos' });
  });
  it('counts', () => {
    expect(grantsText([])).toBe('0 módulos, 0 permisos');
    expect(grantsText([{ view_name: 'crm', permissions: ['read'] }])).toBe('1 módulo, 1 permiso');
  });
});
