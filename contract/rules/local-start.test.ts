/** A campaign's local time over both changes of the clock in Santiago, minute by minute. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wallClock } from '../days.ts';
import { clockChangeAt, startOf } from './local-start.ts';

const ZONE = 'America/Santiago';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The first instant at which the clock shows it, or anything later: looked for minute by minute. */
function found(wall: number): number {
  for (let at = wall + 2 * HOUR; ; at += MINUTE) if (wallClock(at, ZONE) >= wall) return at;
}

it.each([
  ['skips an hour', '2026-09-05T12:00:00Z'],
  ['shows an hour twice', '2026-04-04T12:00:00Z'],
])('the day on which the clock %s', (_, from) => {
  fc.assert(
    fc.property(fc.nat(24 * 60), (minute) => {
      const wall = Date.parse(from) + minute * MINUTE;
      const local = new Date(wall).toISOString().slice(0, 16);
      expect((startOf({ local, zone: ZONE }) as Date).toISOString()).toBe(
        new Date(found(wall)).toISOString(),
      );
    }),
    { numRuns: 200 },
  );
  const at = (local: string) => (startOf({ local, zone: ZONE }) as Date).toISOString();
  expect(at('2026-09-06T00:30')).toBe('2026-09-06T04:00:00.000Z');
  expect(at('2026-04-04T23:30')).toBe('2026-04-05T02:30:00.000Z');
});

it('tells of a time that the clock skips and of one that it shows twice, and of no other', () => {
  const told = (local: string) => clockChangeAt({ local, zone: ZONE });
  expect([told('2026-09-06T00:00'), told('2026-09-06T00:59'), told('2026-09-06T01:00')]).toEqual([
    'skipped',
    'skipped',
    null,
  ]);
  expect([told('2026-04-04T22:59'), told('2026-04-04T23:00'), told('2026-04-04T23:59')]).toEqual([
    null,
    'twice',
    'twice',
  ]);
  expect([told('2026-04-05T00:00'), told('2026-06-01T10:00'), told('2026-02-30T10:00')]).toEqual([
    null,
    null,
    null,
  ]);
});

it('what is no time says so', () => {
  expect(startOf({ local: '2026-02-30T10:00', zone: ZONE })).toBe('Esa fecha no existe.');
  expect(startOf({ local: '2026-02-03T10:00', zone: 'Chile/Nowhere' })).toBe('Esa zona horaria no existe.');
});
