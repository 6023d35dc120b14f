/** When people attend, in words: 'hoy a las 15:00', 'mañana a las 9:00', 'el lunes a las 9:00', 'el 2 de enero a las 9:00'. */
import { countDays, dayIn } from '../days.ts';
import type { Calendar } from '../entities/calendar.ts';
import type { Area } from '../states.ts';
import { minuteIn, weekdayOf } from '../zone.ts';
import { isOpen, nextClosing, nextOpening, versionAt } from './open-hours.ts';

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];
const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

/** 'las 9:00', 'la 1:00'. */
export function hourText(minute: number): string {
  const hour = Math.floor(minute / 60) % 24;
  return `${hour === 1 ? 'la' : 'las'} ${hour}:${String(minute % 60).padStart(2, '0')}`;
}

/** An instant of today or later as a clock and a calendar in the zone show it. */
export interface Moment {
  /** Days from now on; 0: today. */
  ahead: number;
  /** Sunday is 0. */
  weekday: number;
  day: number;
  /** January is 0. */
  month: number;
  /** Since midnight. */
  minute: number;
}

/** @param now milliseconds since 1970, as `at` */
export function momentOf(at: number, now: number, zone: string): Moment {
  const day = dayIn(at, zone);
  return {
    ahead: Math.max(0, countDays(dayIn(now, zone), day) - 1),
    weekday: weekdayOf(day),
    day: Number(day.slice(8)),
    month: Number(day.slice(5, 7)) - 1,
    minute: minuteIn(at, zone),
  };
}

/** As somebody who speaks Spanish says it. */
export function momentInSpanish({ ahead, weekday, day, month, minute }: Moment): string {
  const hour = `a ${hourText(minute)}`;
  if (ahead === 0) return `hoy ${hour}`;
  if (ahead === 1) return `mañana ${hour}`;
  if (ahead < 7) return `el ${WEEKDAYS[weekday]} ${hour}`;
  return `el ${day} de ${MONTHS[month]} ${hour}`;
}

/** An instant of today or later as somebody in the zone says it at `now`. */
export const momentText = (at: number, now: number, zone: string): string =>
  momentInSpanish(momentOf(at, now, zone));

/** 'Abierto ahora, hasta hoy a las 18:00'; 'Cerrado ahora, abre mañana a las 9:00'. */
export function openText(calendar: Calendar, area: Area | null, now: number): string {
  const { zone } = versionAt(calendar, now);
  if (isOpen(calendar, area, now)) {
    const closes = nextClosing(calendar, area, now);
    return closes === null ? 'Abierto ahora' : `Abierto ahora, hasta ${momentText(closes, now, zone)}`;
  }
  const opens = nextOpening(calendar, area, now);
  return opens === null ? 'Cerrado ahora' : `Cerrado ahora, abre ${momentText(opens, now, zone)}`;
}
