import { describe, expect, it } from 'vitest';
import { addDays, countDays, dayIn, isDay, startOfDay } from './days.ts';

describe('days', () => {
  it('knows which texts are days', () => {
    expect(['2026-02-28', '2028-02-29'].map(isDay)).toEqual([true, true]);
    expect(['2026-02-29', '2026-02-30', '2026-13-01', '28/02/2026', ''].map(isDay)).toEqual(
      Array(5).fill(false),
    );
  });
  it('begins in Chile, whatever the clock of the browser says', () => {
    // 23:30 in Santiago is already the next day in UTC.
    expect(dayIn(Date.parse('2026-11-21T02:30:00.000Z'))).toBe('2026-11-20');
    expect(dayIn(Date.parse('2026-11-21T03:00:00.000Z'))).toBe('2026-11-21');
    expect(dayIn(Date.parse('2026-11-21T02:30:00.000Z'), 'Asia/Tokyo')).toBe('2026-11-21');
  });
  it('counts over the days of 23 and 25 hours', () => {
    expect(addDays('2026-04-04', 1)).toBe('2026-04-05');
    expect(addDays('2026-09-05', 2)).toBe('2026-09-07');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(countDays('2026-04-01', '2026-04-30')).toBe(30);
    expect(countDays('2026-09-06', '2026-09-06')).toBe(1);
    expect(countDays('2026-09-06', '2026-09-05')).toBe(0);
  });
  it('knows when a day begins, where the clock changes too', () => {
    const iso = (day: string) => new Date(startOfDay(day)).toISOString();
    expect(iso('2026-11-21')).toBe('2026-11-21T03:00:00.000Z');
    expect(iso('2026-07-01')).toBe('2026-07-01T04:00:00.000Z');
    // 25 hours, then the next day.
    expect([iso('2026-04-04'), iso('2026-04-05')]).toEqual([
      '2026-04-04T03:00:00.000Z',
      '2026-04-05T04:00:00.000Z',
    ]);
    // Midnight is skipped: the day begins at 01:00.
    expect([iso('2026-09-06'), iso('2026-09-07')]).toEqual([
      '2026-09-06T04:00:00.000Z',
      '2026-09-07T03:00:00.000Z',
    ]);
  });
});
