/**
 * When a postponed conversation may come back: what people mean by later, tomorrow and next week, by the clock of the
 * bot's calendar, wherever the agent's computer stands.
 */
import { instantOf, wallClock } from '../../../../contract/days.ts';
import { isDayTime } from '../../../ui/day-field/day-time.ts';

/** Shops open around this hour. */
const MORNING = 9 * 60;
const DAY = 86_400_000;

export interface SnoozeChoice {
  label: string;
  at: Date;
}

/** @returns choices of the future, by the clock of a zone (an IANA name) */
export function snoozeChoices(now: Date, zone: string): SnoozeChoice[] {
  const midnight = Math.floor(wallClock(now.getTime(), zone) / DAY) * DAY;
  const morning = (days: number) => new Date(instantOf(midnight + days * DAY + MORNING * 60_000, zone));
  // Sunday is 0; on a Monday it is the next one.
  const toMonday = (8 - new Date(midnight).getUTCDay()) % 7 || 7;
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  const choices: SnoozeChoice[] = [
    { label: 'En 1 hora', at: hours(1) },
    { label: 'En 3 horas', at: hours(3) },
    { label: 'Mañana a las 9:00', at: morning(1) },
  ];
  if (toMonday > 1) choices.push({ label: 'El lunes a las 9:00', at: morning(toMonday) });
  return choices;
}

/** The value of a field of day and hour: '2026-11-21T14:05', by the clock of a zone. */
export const fieldTime = (at: Date, zone: string): string =>
  new Date(wallClock(at.getTime(), zone)).toISOString().slice(0, 16);

/** What such a field names; null: nothing. A time that the clock skips is the one that it jumps to. */
export function fieldInstant(value: string, zone: string): Date | null {
  return isDayTime(value) ? new Date(instantOf(Date.parse(`${value}Z`), zone)) : null;
}

/** Such a value as people read it: '21/11/2026 14:05'. */
export const fieldText = (value: string): string =>
  `${value.slice(8, 10)}/${value.slice(5, 7)}/${value.slice(0, 4)} ${value.slice(11)}`;
