import { expect, it } from 'vitest';
import { fieldTime, snoozeChoices } from './snooze-times.ts';

const labels = (now: Date) => snoozeChoices(now).map(({ label, at }) => [label, fieldTime(at)]);

it('offers times ahead, tomorrow morning and next Monday morning', () => {
  // A Saturday evening.
  expect(labels(new Date(2026, 10, 21, 22, 30))).toEqual([
    ['En 1 hora', '2026-11-21T23:30'],
    ['En 3 horas', '2026-11-22T01:30'],
    ['Mañana a las 9:00', '2026-11-22T09:00'],
    ['El lunes a las 9:00', '2026-11-23T09:00'],
  ]);
});

it('says Monday once: on a Sunday it is tomorrow, on a Monday the next one', () => {
  expect(labels(new Date(2026, 10, 22, 12)).map(([label]) => label)).not.toContain('El lunes a las 9:00');
  expect(labels(new Date(2026, 10, 23, 12)).at(-1)).toEqual(['El lunes a las 9:00', '2026-11-30T09:00']);
});
