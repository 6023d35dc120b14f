import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';
import {
  dateText,
  dateTimeText,
  dayKey,
  dayText,
  exactTimeText,
  shortAge,
  timeText,
  untilText,
  waitText,
} from './dates.ts';

// Local noon, so that the tests hold in every time zone.
const noon = dayjs('2026-11-21T12:00:00');
const now = noon.valueOf();
const ago = (amount: number, unit: 'second' | 'minute' | 'hour' | 'day' | 'year') =>
  noon.subtract(amount, unit).toISOString();

describe('age in a list row', () => {
  it.each([
    [ago(20, 'second'), 'ahora'],
    [ago(5, 'minute'), '5 min'],
    [ago(3, 'hour'), '3 h'],
    [ago(1, 'day'), 'ayer'],
    [ago(2, 'day'), 'jue'],
    [ago(18, 'day'), '03/11'],
    [ago(1, 'year'), '21/11/2025'],
  ])('%s is %s', (iso, text) => {
    expect(shortAge(iso, now)).toBe(text);
  });

  it('says yesterday across midnight, however few the hours', () => {
    const early = dayjs('2026-11-21T01:00:00');
    expect(shortAge(early.subtract(2, 'hour').toISOString(), early.valueOf())).toBe('ayer');
  });

  it('never says a negative age when the server is ahead', () => {
    expect(shortAge(noon.add(3, 'second').toISOString(), now)).toBe('ahora');
  });
});

describe('day separators', () => {
  it('names today, yesterday, this year and other years', () => {
    expect(dayText(ago(1, 'hour'), now)).toBe('Hoy');
    expect(dayText(ago(1, 'day'), now)).toBe('Ayer');
    expect(dayText(ago(10, 'day'), now)).toBe('miércoles 11 de noviembre');
    expect(dayText(ago(1, 'year'), now)).toBe('viernes 21 de noviembre de 2025');
  });
});

describe('waiting', () => {
  it.each([
    [ago(12, 'minute'), '12 min'],
    [ago(65, 'minute'), '1 h 05'],
    [ago(51, 'hour'), '2 d 3 h'],
  ])('since %s is %s', (iso, text) => {
    expect(waitText(iso, now)).toBe(text);
  });
});

it('says until when in words that fit the distance', () => {
  const now = Date.parse('2026-11-21T12:00:00');
  const until = (local: string) => untilText(new Date(local).toISOString(), now);
  expect(until('2026-11-21T15:00:00')).toBe('hasta las 15:00');
  expect(until('2026-11-22T09:00:00')).toBe('hasta mañana 09:00');
  expect(until('2026-11-23T09:00:00')).toBe('hasta el lun 23/11 09:00');
  expect(until('2027-01-04T09:00:00')).toBe('hasta el lun 04/01/2027 09:00');
});

it('writes days and times as Chile reads them, a day alone as that day', () => {
  const instant = new Date('2026-03-04T05:06:07').toISOString();
  expect([dateText(instant), timeText(instant), exactTimeText(instant)]).toEqual([
    '04/03/2026',
    '05:06',
    '05:06:07',
  ]);
  expect(dateTimeText(instant)).toBe('04/03/2026 05:06');
  expect([dayKey(instant), dayKey('2026-03-04'), dateText('2026-03-04')]).toEqual([
    '2026-03-04',
    '2026-03-04',
    '04/03/2026',
  ]);
});

it('counts days by the calendar where the clock is changed', () => {
  // The clock goes back an hour in the night to 5 April 2026 in Chile, and forward in that to 6 September.
  for (const [day, next] of [
    ['2026-04-04', '2026-04-05'],
    ['2026-09-05', '2026-09-06'],
  ] as const) {
    expect(dayText(`${day}T23:30:00`, Date.parse(`${next}T12:30:00`))).toBe('Ayer');
    expect(untilText(`${next}T09:00:00`, Date.parse(`${day}T12:00:00`))).toBe('hasta mañana 09:00');
  }
});
