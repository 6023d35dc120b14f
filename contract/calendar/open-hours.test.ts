import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayIn, startOfDay } from '../days.ts';
import type { Calendar, CalendarVersion, OwnDay, WeekSpan } from '../entities/calendar.ts';
import { weekdayOf } from '../zone.ts';
import {
  ALWAYS_OPEN,
  addBusinessSeconds,
  businessSecondsBetween,
  FIRST_VERSION,
  isOpen,
  nextClosing,
  nextOpening,
} from './open-hours.ts';
import { momentText, openText } from './opening-text.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
const office = (from = 540, to = 1080): WeekSpan[] => [1, 2, 3, 4, 5].map((day) => ({ day, from, to }));
const calendarOf = (part: Partial<CalendarVersion>, days: OwnDay[] = []): Calendar => ({
  versions: [{ ...FIRST_VERSION, ...part }],
  days,
});
const everyDay = (from: number, to: number) => [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from, to }));
const HOUR = 3_600_000;

describe('open hours', () => {
  it('reads hours on the clock of the zone, the last minute excluded', () => {
    const calendar = calendarOf({ hours: office() });
    // Monday; Santiago is at UTC−3.
    expect(isOpen(calendar, null, at('2026-11-23T11:59:59.999Z'))).toBe(false);
    expect(isOpen(calendar, null, at('2026-11-23T12:00:00.000Z'))).toBe(true);
    expect(isOpen(calendar, null, at('2026-11-23T20:59:59.999Z'))).toBe(true);
    expect(isOpen(calendar, null, at('2026-11-23T21:00:00.000Z'))).toBe(false);
    expect(
      isOpen(calendarOf({ hours: office(), zone: 'Asia/Tokyo' }), null, at('2026-11-23T00:30:00.000Z')),
    ).toBe(true);
  });

  it('has an area with its own hours, the others with the bot’s', () => {
    const calendar = calendarOf({
      hours: office(),
      areas: [
        { area: 'soporte', hours: null },
        { area: 'ventas', hours: [] },
      ],
    });
    const night = at('2026-11-23T05:00:00.000Z');
    expect(isOpen(calendar, null, night)).toBe(false);
    expect(isOpen(calendar, 'general', night)).toBe(false);
    expect(isOpen(calendar, 'soporte', night)).toBe(true);
    expect(nextOpening(calendar, 'ventas', night)).toBeNull();
  });

  it('closes on holidays as chosen; an own day goes before them', () => {
    const noon = (day: string) => at(`${day}T15:00:00.000Z`);
    const open = (holidays: CalendarVersion['holidays'], day: string, days: OwnDay[] = []) =>
      isOpen(calendarOf({ hours: null, holidays }, days), null, noon(day));
    expect([open('none', '2026-12-25'), open('mandatory', '2026-12-25'), open('all', '2026-12-25')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([open('mandatory', '2026-12-08'), open('all', '2026-12-08')]).toEqual([true, false]);
    const worked = [{ day: '2026-12-25', name: 'Turno', spans: [{ from: 600, to: 780 }] }];
    expect(open('all', '2026-12-25', worked)).toBe(true);
    expect(open('none', '2026-12-24', [{ day: '2026-12-24', name: '', spans: [] }])).toBe(false);
  });

  it('says when it opens and closes next', () => {
    const calendar = calendarOf({ hours: office(), holidays: 'all' });
    // Thursday 24 December 2026, 20:00: Friday is Christmas, then the weekend.
    expect(iso(nextOpening(calendar, null, at('2026-12-24T23:00:00.000Z')))).toBe('2026-12-28T12:00:00.000Z');
    const within = at('2026-11-23T15:00:00.000Z');
    expect(nextOpening(calendar, null, within)).toBe(within);
    expect(iso(nextClosing(calendar, null, within))).toBe('2026-11-23T21:00:00.000Z');
    expect(nextClosing(ALWAYS_OPEN, null, within)).toBeNull();
    const overnight = calendarOf({
      hours: [
        { day: 1, from: 1200, to: 1440 },
        { day: 2, from: 0, to: 120 },
      ],
    });
    expect(iso(nextClosing(overnight, null, at('2026-11-24T01:00:00.000Z')))).toBe(
      '2026-11-24T05:00:00.000Z',
    );
  });

  it('keeps what is past: a version holds from its day on', () => {
    const calendar: Calendar = {
      versions: [
        { ...FIRST_VERSION, hours: office() },
        { ...FIRST_VERSION, hours: everyDay(600, 840), valid_from: '2026-12-01' },
      ],
      days: [],
    };
    expect(isOpen(calendar, null, at('2026-11-30T20:00:00.000Z'))).toBe(true);
    expect(isOpen(calendar, null, at('2026-12-01T20:00:00.000Z'))).toBe(false);
    expect(
      businessSecondsBetween(calendar, null, at('2026-11-30T03:00:00.000Z'), at('2026-12-02T03:00:00.000Z')),
    ).toBe(9 * 3600 + 4 * 3600);
    const same = calendarOf({ hours: office() });
    const past: [number, number] = [at('2026-11-01T03:00:00.000Z'), at('2026-12-01T03:00:00.000Z')];
    expect(businessSecondsBetween(calendar, null, ...past)).toBe(businessSecondsBetween(same, null, ...past));
  });

  it('has 25 hours where an hour comes twice, 23 where midnight is skipped', () => {
    const whole = calendarOf({ hours: everyDay(0, 1440) });
    const length = (day: string, next: string) =>
      businessSecondsBetween(whole, null, startOfDay(day), startOfDay(next)) / 3600;
    expect(length('2026-04-04', '2026-04-05')).toBe(25);
    expect(length('2026-09-06', '2026-09-07')).toBe(23);
    // 23:00 to 24:00 comes twice, 00:00 to 01:00 never.
    const late = calendarOf({ hours: everyDay(23 * 60, 1440) });
    expect(businessSecondsBetween(late, null, startOfDay('2026-04-04'), startOfDay('2026-04-05'))).toBe(7200);
    const early = calendarOf({ hours: everyDay(0, 120) });
    expect(iso(nextOpening(early, null, at('2026-09-06T03:30:00.000Z')))).toBe('2026-09-06T04:00:00.000Z');
    expect(businessSecondsBetween(early, null, startOfDay('2026-09-06'), startOfDay('2026-09-07'))).toBe(
      3600,
    );
  });

  it('adds time of attendance over nights, weekends, holidays', () => {
    const calendar = calendarOf({ hours: office(), holidays: 'all' });
    const friday = at('2026-11-20T20:30:00.000Z');
    expect(iso(addBusinessSeconds(calendar, null, friday, 3600))).toBe('2026-11-23T12:30:00.000Z');
    expect(addBusinessSeconds(calendar, null, friday, 0)).toBe(friday);
    expect(addBusinessSeconds(calendarOf({ hours: [] }), null, friday, 1)).toBeNull();
  });

  it('says it as people do', () => {
    const calendar = calendarOf({ hours: office() });
    const say = (now: string) => openText(calendar, null, at(now));
    expect(say('2026-11-23T15:00:00.000Z')).toBe('Abierto ahora, hasta hoy a las 18:00');
    expect(say('2026-11-23T22:00:00.000Z')).toBe('Cerrado ahora, abre mañana a las 9:00');
    expect(say('2026-11-23T05:00:00.000Z')).toBe('Cerrado ahora, abre hoy a las 9:00');
    expect(say('2026-11-20T22:00:00.000Z')).toBe('Cerrado ahora, abre el lunes a las 9:00');
    expect(openText(ALWAYS_OPEN, null, 0)).toBe('Abierto ahora');
    expect(openText(calendarOf({ hours: [] }), null, at('2026-11-23T15:00:00.000Z'))).toBe('Cerrado ahora');
    const now = at('2026-12-20T15:00:00.000Z');
    expect(momentText(at('2027-01-02T04:05:00.000Z'), now, 'America/Santiago')).toBe(
      'el 2 de enero a la 1:05',
    );
  });
});

/** Around both changes of Chile's clock and one in the middle of a day. */
const CHANGES = [
  { zone: 'America/Santiago', near: at('2026-04-05T03:00:00.000Z') },
  { zone: 'America/Santiago', near: at('2026-09-06T04:00:00.000Z') },
  { zone: 'Europe/Madrid', near: at('2026-10-25T01:00:00.000Z') },
  { zone: 'Pacific/Easter', near: at('2026-09-06T04:00:00.000Z') },
];
const span = fc
  .record({
    day: fc.integer({ min: 0, max: 6 }),
    from: fc.integer({ min: 0, max: 1439 }),
    length: fc.integer({ min: 1, max: 1440 }),
  })
  .map(({ day, from, length }) => ({ day, from, to: Math.min(1440, from + length) }));
const sample = fc.record({
  place: fc.constantFrom(...CHANGES),
  hours: fc.array(span, { maxLength: 12 }),
  from: fc.integer({ min: -40 * 60, max: 40 * 60 }),
  minutes: fc.integer({ min: 0, max: 30 * 60 }),
});

const clocks = new Map(
  CHANGES.map(({ zone }) => [
    zone,
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }),
  ]),
);
/** By the clock alone, minute by minute. */
function shows(hours: readonly WeekSpan[], zone: string, instant: number): boolean {
  const [hour = 0, minute = 0] = (clocks.get(zone)?.format(instant) ?? '').split(':').map(Number);
  const weekday = weekdayOf(dayIn(instant, zone));
  const shown = hour * 60 + minute;
  return hours.some((one) => one.day === weekday && one.from <= shown && shown < one.to);
}

describe('around the changes of the clock', () => {
  it('is open exactly when the clock shows it, and counts exactly those minutes', () => {
    fc.assert(
      fc.property(sample, ({ place: { zone, near }, hours, from, minutes }) => {
        const calendar = calendarOf({ zone, hours });
        const begin = near + from * 60_000;
        let open = 0;
        for (let minute = 0; minute < minutes; minute += 1) {
          const now = begin + minute * 60_000;
          const shown = shows(hours, zone, now);
          expect(isOpen(calendar, null, now)).toBe(shown);
          if (shown) open += 60;
        }
        expect(businessSecondsBetween(calendar, null, begin, begin + minutes * 60_000)).toBe(open);
      }),
      { numRuns: 25 },
    );
  });

  it('adds what it counts, and opens where it says', () => {
    fc.assert(
      fc.property(sample, fc.integer({ min: 1, max: 50 * 3600 }), ({ place, hours, from }, seconds) => {
        const calendar = calendarOf({ zone: place.zone, hours });
        const begin = place.near + from * 60_000;
        const due = addBusinessSeconds(calendar, null, begin, seconds);
        const opens = nextOpening(calendar, null, begin);
        if (hours.length === 0) {
          expect([due, opens]).toEqual([null, null]);
          return;
        }
        if (opens === null) throw new Error('Hours of every week come again');
        expect(isOpen(calendar, null, opens)).toBe(true);
        expect(businessSecondsBetween(calendar, null, begin, opens)).toBe(0);
        if (due === null) return;
        expect(businessSecondsBetween(calendar, null, begin, due)).toBe(seconds);
        expect(isOpen(calendar, null, due - 1)).toBe(true);
        const middle = begin + Math.floor((due - begin) / 2000) * 1000;
        expect(
          businessSecondsBetween(calendar, null, begin, middle) +
            businessSecondsBetween(calendar, null, middle, due),
        ).toBeCloseTo(seconds, 3);
      }),
      { numRuns: 100 },
    );
  });

  it('answers for a year of one day’s hours in a moment', () => {
    const calendar = calendarOf({ hours: office(), holidays: 'all' });
    const year = businessSecondsBetween(
      calendar,
      null,
      at('2026-01-01T03:00:00.000Z'),
      at('2027-01-01T03:00:00.000Z'),
    );
    // 261 weekdays, 10 holidays among them.
    expect(year / (9 * 3600)).toBe(261 - 10);
    expect(businessSecondsBetween(calendar, null, 0, -HOUR)).toBe(0);
  });
});
