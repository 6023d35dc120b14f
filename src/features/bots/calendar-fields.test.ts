import { expect, it } from 'vitest';
import { FIRST_VERSION } from '../../../contract/calendar/open-hours.ts';
import type { BotCalendar } from '../../../contract/entities/calendar.ts';
import { calendarFaults, daysOf, fieldsOf, previewOf, versionOf } from './calendar-fields.ts';

/** Monday 23 November 2026, 12:00 in Santiago. */
const NOW = Date.parse('2026-11-23T15:00:00.000Z');
const saved = { saved_at: null, saved_by: null };
const calendar: BotCalendar = {
  bot_id: 64,
  revision: 3,
  versions: [
    { ...FIRST_VERSION, ...saved },
    {
      valid_from: '2026-11-01',
      zone: 'Pacific/Easter',
      hours: [{ day: 1, from: 540, to: 1440 }],
      areas: [
        { area: 'soporte', hours: null },
        { area: 'ventas', hours: [{ day: 2, from: 600, to: 660 }] },
      ],
      holidays: 'mandatory',
      ...saved,
    },
    { ...FIRST_VERSION, ...saved, valid_from: '2026-12-01' },
  ],
  days: [
    { day: '2026-11-20', name: 'Pasó', spans: [] },
    { day: '2026-12-24', name: 'Víspera', spans: [{ from: 540, to: 780 }] },
  ],
};

it('shows what holds now, and gives it back from today on', () => {
  const fields = fieldsOf(calendar, NOW);
  const { saved_at, saved_by, ...present } = calendar.versions[1] ?? { ...FIRST_VERSION, ...saved };
  const sorted = [...present.areas].sort((a, b) => b.area.localeCompare(a.area));
  expect(versionOf(fields, NOW)).toEqual({ ...present, areas: sorted, valid_from: '2026-11-23' });
  expect([saved_at, saved_by]).toEqual([null, null]);
  expect(fields.days.map(({ day }) => day)).toEqual(['24/12/2026']);
  expect(daysOf(fields, '2026-11-23')).toEqual([calendar.days[1]]);
  expect(calendarFaults(fields, NOW)).toEqual({});
  expect(versionOf({ ...fields, from: '1/12' }, NOW).valid_from).toBe('2026-12-01');
});

it('says what can not be, field by field', () => {
  const fields = fieldsOf(calendar, NOW);
  const day = { key: 'a', day: '24/12/2026', name: '', spans: [] };
  const faultsOf = (part: object) => Object.keys(calendarFaults({ ...fields, ...part }, NOW));
  expect(faultsOf({ from: '22/11/2026' })).toEqual(['from']);
  expect(faultsOf({ from: 'mañana' })).toEqual(['from']);
  expect(faultsOf({ days: [day, { ...day, key: 'b' }] })).toEqual(['days.b']);
  expect(faultsOf({ days: [{ ...day, day: '31/02/2027' }] })).toEqual(['days.a']);
  expect(faultsOf({ days: [{ ...day, day: '20/11/2026' }] })).toEqual(['days.a']);
  expect(faultsOf({ days: [{ ...day, spans: [{ from: '10:00', to: '' }] }] })).toEqual(['days.a']);
  expect(faultsOf({ week: [[{ from: '10:00', to: '09:00' }], [], [], [], [], [], []] })).toEqual(['hours']);
  expect(
    faultsOf({ areas: [{ area: 'ventas', week: [[{ from: '', to: '' }], [], [], [], [], [], []] }] }),
  ).toEqual(['areas']);
  expect(previewOf({ ...fields, from: 'x' }, NOW)).toBeNull();
  expect(previewOf(fields, NOW)?.versions).toHaveLength(1);
});
