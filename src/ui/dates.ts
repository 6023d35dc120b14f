/** Dates as Chile reads them (docs/product.md §9, docs/product.md §10). Everything takes 'now' so that views are pure and testable. */
import dayjs from 'dayjs';
import 'dayjs/locale/es';

dayjs.locale('es');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** `21/11/2026`. */
export const dateText = (iso: string): string => dayjs(iso).format('DD/MM/YYYY');
/** `14:05`. */
export const timeText = (iso: string): string => dayjs(iso).format('HH:mm');
/** `14:05:09`, where the order of what happened matters. */
export const exactTimeText = (iso: string): string => dayjs(iso).format('HH:mm:ss');
/** `21/11/2026 14:05`. */
export const dateTimeText = (iso: string): string => dayjs(iso).format('DD/MM/YYYY HH:mm');

/** The day of an instant in local time, as a key: `2026-11-21`. */
export const dayKey = (iso: string): string => dayjs(iso).format('YYYY-MM-DD');

/** A day separator: 'Hoy', 'Ayer', 'viernes 20 de noviembre', with the year when it is another one. */
export function dayText(iso: string, now: number): string {
  const day = dayjs(iso).startOf('day');
  const distance = dayjs(now).startOf('day').diff(day, 'day');
  if (distance === 0) return 'Hoy';
  if (distance === 1) return 'Ayer';
  return day.format(day.year() === dayjs(now).year() ? 'dddd D [de] MMMM' : 'dddd D [de] MMMM [de] YYYY');
}

/** Short age for list rows: 'ahora', '5 min', '3 h', 'ayer', 'lun', '03/11', '03/11/2025'. */
export function shortAge(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < MINUTE) return 'ahora';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  const day = dayjs(iso).startOf('day');
  const distance = dayjs(now).startOf('day').diff(day, 'day');
  if (distance === 0) return `${Math.floor(age / HOUR)} h`;
  if (distance === 1) return 'ayer';
  if (distance < 7) return day.format('ddd').replace('.', '');
  return day.format(day.year() === dayjs(now).year() ? 'DD/MM' : 'DD/MM/YYYY');
}

/** A duration of waiting: '0 min', '12 min', '1 h 05', '2 d 3 h'. */
export function waitText(sinceIso: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(sinceIso)) / MINUTE));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')}`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Until when: 'hasta las 15:00', 'hasta mañana 09:00', 'hasta el lun 23/11 09:00'. */
export function untilText(iso: string, now: number): string {
  const moment = dayjs(iso);
  const distance = moment.startOf('day').diff(dayjs(now).startOf('day'), 'day');
  if (distance <= 0) return `hasta las ${moment.format('HH:mm')}`;
  if (distance === 1) return `hasta mañana ${moment.format('HH:mm')}`;
  const day = moment.format(moment.year() === dayjs(now).year() ? 'DD/MM' : 'DD/MM/YYYY');
  return `hasta el ${moment.format('ddd').replace('.', '')} ${day} ${moment.format('HH:mm')}`;
}
