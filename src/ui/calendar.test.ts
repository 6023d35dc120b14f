import dayjs from 'dayjs';
import { expect, it } from 'vitest';
import { CALENDAR } from './calendar.ts';

it('has the names of months and weekdays in its language', () => {
  const day = dayjs('2026-11-30').locale(CALENDAR.locale);
  expect(day.format('dddd D MMMM')).toBe('lunes 30 noviembre');
});
