import { expect, it } from 'vitest';
import type { BotDashboard } from '../../../contract/calls/dashboard.ts';
import { activityFigures, isQuiet, shortDay } from './activity-view.ts';

const half = { started: 0, attended: 0, unassisted: 0, leads: 0, rating: null, ratings: 0 };
const dashboard: BotDashboard = {
  scope: 'bot',
  days: [],
  now: { started: 1200, attended: 300, unassisted: 900, leads: 41, rating: 4.25, ratings: 8 },
  before: half,
  team: { people: 1, connected: 0 },
  sites: [],
  steps: [],
};

it('writes figures in Chilean form, and a dash where there is nothing to divide or to rate', () => {
  expect(activityFigures(dashboard)).toEqual([
    { name: 'Conversaciones nuevas', value: '1.200', before: '0' },
    { name: 'Sin necesitar a una persona', value: '75 %', before: '–' },
    { name: 'Atendidas por personas', value: '300', before: '0' },
    { name: 'Clientes nuevos', value: '41', before: '0' },
    { name: 'Calificación (8 respuestas)', value: '4,3', before: '–' },
  ]);
});
it('shows an agent their own work alone', () => {
  expect(activityFigures({ ...dashboard, scope: 'own' }).map(({ name }) => name)).toEqual([
    'Conversaciones que tomaste',
    'Calificación (8 respuestas)',
  ]);
});
it('names days shortly, whatever the browser’s own zone', () => {
  expect(shortDay('2026-11-21')).toBe('sáb 21');
});
it('draws no chart of days in which nothing happened', () => {
  const days = [{ day: '2026-11-21', started: 0, attended: 0 }];
  expect(isQuiet({ ...dashboard, days, now: half, before: half })).toBe(true);
  expect(isQuiet({ ...dashboard, days, now: { ...half, leads: 1 }, before: half })).toBe(false);
  expect(isQuiet({ ...dashboard, days: [{ day: '2026-11-21', started: 1, attended: 0 }], now: half })).toBe(
    false,
  );
});
