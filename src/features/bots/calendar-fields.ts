/** A calendar as people edit it: one version of it with the own days that come. Pure; 'today' is passed in. */
import { versionAt } from '../../../contract/calendar/open-hours.ts';
import { dayIn, TIME_ZONE } from '../../../contract/days.ts';
import type { BotCalendar, Calendar, CalendarVersion, OwnDay } from '../../../contract/entities/calendar.ts';
import { AREAS, type Area } from '../../../contract/states.ts';
import { dayOnScreen, typedDay } from '../../ui/date-range/range.ts';
import {
  daySpansFault,
  minuteSpans,
  type Span,
  spansOf,
  typedSpans,
  type Week,
  weekFaults,
  weekOf,
} from './hours.ts';

export interface OwnDayFields {
  /** For the list alone. */
  key: string;
  /** As typed. */
  day: string;
  name: string;
  /** None: closed. */
  spans: Span[];
}

export interface CalendarFields {
  zone: string;
  /** Null: at all times. */
  week: Week | null;
  /** Areas with hours of their own; null: at all times. */
  areas: { area: Area; week: Week | null }[];
  holidays: CalendarVersion['holidays'];
  days: OwnDayFields[];
  /** From which day on, as typed; empty: from today. */
  from: string;
}

const weekOrAlways = (hours: CalendarVersion['hours']) => hours && weekOf(hours);

/** The fields of a version. @param from empty: to begin today */
export const versionFields = (version: CalendarVersion, from = ''): Omit<CalendarFields, 'days'> => ({
  zone: version.zone,
  week: weekOrAlways(version.hours),
  areas: AREAS.flatMap((area) => {
    const own = version.areas.find((one) => one.area === area);
    return own ? [{ area, week: weekOrAlways(own.hours) }] : [];
  }),
  holidays: version.holidays,
  from,
});

/** What holds now, to be changed from today on. */
export function fieldsOf(calendar: BotCalendar, now: number): CalendarFields {
  const version = versionAt(calendar, now);
  const today = dayIn(now, version.zone);
  return {
    ...versionFields(version),
    days: calendar.days
      .filter(({ day }) => day >= today)
      .map(({ day, name, spans }) => ({
        key: day,
        day: dayOnScreen(day),
        name,
        spans: typedSpans(spans),
      })),
  };
}

const minutesOf = (week: Week | null) => week && spansOf(week);

/** The version that the fields tell; of fields without faults. */
export const versionOf = (
  { zone, week, areas, holidays, from }: CalendarFields,
  now: number,
): CalendarVersion & { valid_from: string } => {
  const today = dayIn(now, zone);
  return {
    valid_from: typedDay(from, today) ?? today,
    zone,
    hours: minutesOf(week),
    areas: areas.map((own) => ({ area: own.area, hours: minutesOf(own.week) })),
    holidays,
  };
};

/** The bot's own days as the call takes them; a day that can't be read stays as it was typed. */
export const daysOf = ({ days }: Pick<CalendarFields, 'days'>, today: string): OwnDay[] =>
  days.map(({ day, name, spans }) => ({
    day: typedDay(day, today) ?? day,
    name: name.trim(),
    spans: minuteSpans(spans),
  }));

/** What is wrong, by the field's name: `from`, `hours`, `areas`, `days.{key}`; an empty object for what can be kept. */
export function calendarFaults(fields: CalendarFields, now: number): Record<string, string> {
  const faults: Record<string, string> = {};
  const today = dayIn(now, fields.zone);
  if (fields.from.trim() !== '') {
    const from = typedDay(fields.from, today);
    if (from === null) faults['from'] = 'Escribe una fecha, por ejemplo 01/12/2026.';
    else if (from < today) faults['from'] = 'Elige hoy o un día que viene: lo que pasó queda como fue.';
  }
  const wrong = (week: Week | null) => week !== null && Object.keys(weekFaults(week)).length > 0;
  if (wrong(fields.week)) faults['hours'] = 'Revisa las horas marcadas.';
  if (fields.areas.some(({ week }) => wrong(week)))
    faults['areas'] = 'Revisa las horas marcadas de las áreas.';
  const seen = new Set<string>();
  for (const { key, day: typed, spans } of fields.days) {
    const day = typedDay(typed, today);
    const fault =
      day === null
        ? 'Escribe una fecha, por ejemplo 24/12/2026.'
        : day < today
          ? 'Elige hoy o un día que viene.'
          : seen.has(day)
            ? 'Ese día ya está en la lista.'
            : daySpansFault(spans);
    if (day !== null) seen.add(day);
    if (fault !== null) faults[`days.${key}`] = fault;
  }
  return faults;
}

/** The fields as if they held already: for a preview. Null while something is wrong. */
export function previewOf(fields: CalendarFields, now: number): Calendar | null {
  if (Object.keys(calendarFaults(fields, now)).length > 0) return null;
  const days = daysOf(fields, dayIn(now, fields.zone));
  return { versions: [{ ...versionOf(fields, now), valid_from: null }], days };
}

/** Chile's zones first, by what people call them. */
export const CHILEAN_ZONES = [
  { value: TIME_ZONE, label: 'Chile continental' },
  { value: 'America/Punta_Arenas', label: 'Magallanes' },
  { value: 'Pacific/Easter', label: 'Isla de Pascua' },
];
