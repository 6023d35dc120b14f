import { expect, it } from 'vitest';
import { fieldInstant, fieldText, fieldTime, snoozeChoices } from './snooze-times.ts';

const CHILE = 'America/Santiago';
const labels = (now: string, zone = CHILE) =>
  snoozeChoices(new Date(now), zone).map(({ label, at }) => [label, fieldTime(at, zone)]);

it('offers times ahead, tomorrow morning and next Monday morning', () => {
  // A Saturday evening.
  expect(labels('2026-11-22T01:30:00Z')).toEqual([
    ['En 1 hora', '2026-11-21T23:30'],
    ['En 3 horas', '2026-11-22T01:30'],
    ['Mañana a las 9:00', '2026-11-22T09:00'],
    ['El lunes a las 9:00', '2026-11-23T09:00'],
  ]);
});

it('says Monday once: on a Sunday it is tomorrow, on a Monday the next one', () => {
  expect(labels('2026-11-22T15:00:00Z').map(([label]) => label)).not.toContain('El lunes a las 9:00');
  expect(labels('2026-11-23T15:00:00Z').at(-1)).toEqual(['El lunes a las 9:00', '2026-11-30T09:00']);
});

it('reads the clock of the bot’s calendar, whatever the computer’s is, over changes of the clock too', () => {
  // The same evening in Chile is Sunday morning in Tokyo, and Monday is tomorrow there.
  expect(labels('2026-11-22T01:30:00Z', 'Asia/Tokyo')).toEqual([
    ['En 1 hora', '2026-11-22T11:30'],
    ['En 3 horas', '2026-11-22T13:30'],
    ['Mañana a las 9:00', '2026-11-23T09:00'],
  ]);
  // Chile's clock goes forward in the night to 6 September 2026.
  const morning = snoozeChoices(new Date('2026-09-06T01:00:00Z'), CHILE)[2]?.at.toISOString();
  expect(morning).toBe('2026-09-06T12:00:00.000Z');
  expect(fieldInstant('2026-09-06T00:30', CHILE)?.toISOString()).toBe('2026-09-06T04:30:00.000Z');
});

it('reads and writes the field', () => {
  expect(fieldInstant('2026-11-21T14:05', CHILE)?.toISOString()).toBe('2026-11-21T17:05:00.000Z');
  expect(fieldInstant('', CHILE)).toBeNull();
  expect(fieldText('2026-11-21T14:05')).toBe('21/11/2026 14:05');
});
