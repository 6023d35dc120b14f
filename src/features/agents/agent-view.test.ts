import { describe, expect, it } from 'vitest';
import type { AgentSummary } from '../../../contract/entities/agent.ts';
import {
  areasText,
  interventionText,
  momentText,
  pageOf,
  ratingText,
  roleText,
  shownAgents,
  withDetails,
} from './agent-view.ts';

const row = (id: number, base: 'propietario' | 'agente' = 'agente'): AgentSummary => ({
  id,
  relation_id: id * 10,
  name: `Persona ${id}`,
  email: `p${id}@charla.test`,
  image: null,
  category: [],
  role: { id: 3, name: base, base },
  last_activity: null,
  last_intervention: 'sin conversaciones',
  quantity_conversations: 4,
  califications: 0,
});

describe('a row of /agentes', () => {
  it('writes moments as DD/MM/YYYY hh:mm a, and a dash for none', () => {
    const noon = new Date(2026, 10, 21, 9, 5).toISOString();
    const evening = new Date(2026, 10, 21, 21, 5).toISOString();
    expect(momentText(noon)).toBe('21/11/2026 09:05 am');
    expect(momentText(evening)).toBe('21/11/2026 09:05 pm');
    expect(momentText(null)).toBe('–');
    expect(interventionText('sin conversaciones')).toBe('–');
    expect(interventionText(noon)).toBe('21/11/2026 09:05 am');
  });
  it('says Sin Asignar without areas', () => {
    expect(areasText([])).toBe('Sin Asignar');
    expect(areasText(['ventas', 'general'])).toBe('ventas, general');
  });
  it('shows stars with one decimal, and a dash for zero', () => {
    expect(ratingText(4.25)).toBe('4,3');
    expect(ratingText(5)).toBe('5,0');
    expect(ratingText(0)).toBeNull();
  });
  it('hides owners', () => {
    expect(shownAgents([row(1, 'propietario'), row(2)]).map(({ id }) => id)).toEqual([2]);
    expect(roleText('agente')).toBe('Agente');
  });
  it('takes the figures of a live-3 bot', () => {
    const details = { agent_id: 2, conversations: 31, califications: 4.5 } as Parameters<
      typeof withDetails
    >[1] extends readonly (infer D)[] | undefined
      ? D
      : never;
    expect(withDetails(row(2), [details])).toMatchObject({ quantity_conversations: 31, califications: 4.5 });
    expect(withDetails(row(3), [details]).quantity_conversations).toBe(4);
    expect(withDetails(row(3), undefined).quantity_conversations).toBe(4);
  });
  it('shows twenty a page', () => {
    const rows = Array.from({ length: 41 }, (_, index) => index);
    expect(pageOf(rows, 1)).toMatchObject({ page: 1, pages: 3 });
    expect(pageOf(rows, 3).rows).toEqual([40]);
    expect(pageOf(rows, 9).page).toBe(3);
    expect(pageOf([], 1)).toEqual({ rows: [], page: 1, pages: 1 });
  });
});
