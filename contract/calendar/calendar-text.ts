/** A calendar as people read it in a record of changes and beside their own changes: one entry a line. */
import { dateOfDay, dayIn } from '../days.ts';
import type { Calendar, CalendarVersion, WeekHours } from '../entities/calendar.ts';
import { versionAt } from './open-hours.ts';

/** By the wire's number of the day, Monday first. */
const DAYS = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'];
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0];
const HOLIDAYS = {
  none: 'Se atiende en feriados',
  all: 'Cerrado los feriados de Chile',
  mandatory: 'Cerrado los feriados irrenunciables',
} as const;

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const spansText = (spans: readonly { from: number; to: number }[]): string =>
  spans.length === 0
    ? 'cerrado'
    : spans
        .toSorted((a, b) => a.from - b.from)
        .map(({ from, to }) => `${clock(from)}–${clock(to)}`)
        .join(', ');

function hoursText(hours: WeekHours): string {
  if (hours === null) return 'Siempre';
  if (hours.length === 0) return 'Nunca';
  return MONDAY_FIRST.flatMap((day) => {
    const spans = hours.filter((span) => span.day === day);
    return spans.length === 0 ? [] : [`${DAYS[day]} ${spansText(spans)}`];
  }).join('; ');
}

/** How it attends: the bot's hours, areas with their own, holidays, the zone; one a line. */
export function versionText({ zone, hours, areas, holidays }: CalendarVersion): string {
  return [
    hoursText(hours),
    ...areas.map((own) => `${own.area}: ${hoursText(own.hours)}`),
    HOLIDAYS[holidays],
    zone,
  ].join('\n');
}

/** What holds now, what will hold, own days from today on. */
export function calendarTexts(calendar: Calendar, now: number): Record<string, string | null> {
  const present = versionAt(calendar, now);
  const today = dayIn(now, present.zone);
  const later = calendar.versions.filter(({ valid_from }) => valid_from !== null && valid_from > today);
  const lines = (texts: string[]) => (texts.length === 0 ? null : texts.join('\n'));
  return {
    calendar: versionText(present),
    later: lines(
      later.map((version) => `Desde el ${dateOfDay(version.valid_from ?? '')}:\n${versionText(version)}`),
    ),
    days: lines(
      calendar.days
        .filter(({ day }) => day >= today)
        .map(
          ({ day, name, spans }) => `${dateOfDay(day)}${name === '' ? '' : ` ${name}`}: ${spansText(spans)}`,
        ),
    ),
  };
}
