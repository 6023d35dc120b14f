import { expect, it } from 'vitest';
import type { OwnDay } from '../../../contract/entities/own-day.ts';
import { METRICS } from '../../../contract/rules/metrics.ts';
import { dayFigures } from './own-day-view.ts';

const day: OwnDay = {
  day: '2026-11-27',
  previous_day: '2026-11-20',
  zone: 'America/Santiago',
  read_at: '2026-11-27T15:00:00.000Z',
  waiting: 2,
  figures: [
    { key: 'conversations', n: 12, value: 12, previous: { n: 10, value: 10 } },
    { key: 'first_response', n: 9, value: 150, previous: { n: 0, value: null } },
    { key: 'satisfaction', n: 1, value: 4.5, previous: { n: 2, value: 4.5 } },
  ],
};

it('PEOPLE-9 says each figure in its unit, what it is made of, and against what it is compared', () => {
  const [waiting, answered, first, stars] = dayFigures(day);
  expect(waiting).toMatchObject({ label: 'Esperan ahora', value: '2', before: null, metric: null });
  expect(answered).toMatchObject({
    label: 'Respondidas',
    value: '12',
    about: '+20 % que antes',
    before: '10',
  });
  expect(first).toMatchObject({
    value: '2 min 30 s',
    about: '9 veces',
    before: '–',
    metric: 'first_response',
    rule: METRICS.first_response.rule,
  });
  expect(stars).toMatchObject({ value: '4,50', about: '1 calificación · 0,0 % que antes' });
});
