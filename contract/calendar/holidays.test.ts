import { expect, it } from 'vitest';
import { holidayOn, holidaysOf } from './holidays.ts';

const days = (year: number) =>
  holidaysOf(year)
    .map(({ day }) => day.slice(5))
    .join(' ');

it('has the holidays of each year as they were published, with those that move', () => {
  expect(days(2021)).toBe(
    '01-01 04-02 04-03 05-01 05-21 06-21 06-28 07-16 08-15 09-17 09-18 09-19 10-11 10-31 11-01 12-08 12-25',
  );
  expect(days(2022)).toBe(
    '01-01 04-15 04-16 05-01 05-21 06-21 06-27 07-16 08-15 09-16 09-18 09-19 10-10 10-31 11-01 12-08 12-25',
  );
  expect(days(2023)).toBe(
    '01-01 01-02 04-07 04-08 05-01 05-21 06-21 06-26 07-16 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25',
  );
  expect(days(2024)).toBe(
    '01-01 03-29 03-30 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 09-20 10-12 10-31 11-01 12-08 12-25',
  );
  expect(days(2026)).toBe(
    '01-01 04-03 04-04 05-01 05-21 06-21 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  );
});

it('moves the reformation off Tuesdays and Wednesdays, and bridges the eighteenth', () => {
  expect([2018, 2029, 2035].map((year) => holidayOn(`${year}-11-02`)?.name ?? null)).toEqual([
    'Día de las Iglesias Evangélicas y Protestantes',
    'Día de las Iglesias Evangélicas y Protestantes',
    'Día de las Iglesias Evangélicas y Protestantes',
  ]);
  expect(holidayOn('2027-09-17')).toMatchObject({ name: 'Feriado de Fiestas Patrias', mandatory: false });
  expect(holidayOn('2026-09-17')).toBeNull();
});

it('names those on which shops must close', () => {
  expect(
    holidaysOf(2026)
      .filter(({ mandatory }) => mandatory)
      .map(({ day }) => day.slice(5)),
  ).toEqual(['01-01', '05-01', '09-18', '09-19', '12-25']);
});

it('finds solstices of years to come', () => {
  const solstice = (year: number) =>
    holidaysOf(year)
      .find(({ name }) => name === 'Día Nacional de los Pueblos Indígenas')
      ?.day.slice(5);
  expect([2025, 2027, 2028, 2029, 2030, 2031].map(solstice)).toEqual([
    '06-20',
    '06-21',
    '06-20',
    '06-20',
    '06-21',
    '06-21',
  ]);
  expect(solstice(2020)).toBeUndefined();
});
