/** Dates as Chile reads them (docs/product.md §9, docs/product.md §10). Everything takes 'now' so that views are pure and testable. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An instant, or the beginning of a day (`2026-11-21`), in this browser's time. */
const local = (at: string | number): Date =>
  new Date(typeof at === 'string' && /^\d{4}-\d\d-\d\d$/.test(at) ? `${at}T00:00` : at);
const two = (figure: number): string => String(figure).padStart(2, '0');
const dayAndMonth = (date: Date): string => `${two(date.getDate())}/${two(date.getMonth() + 1)}`;
const clock = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`;

/** What the browser calls weekdays and months in Spanish. Made at the first use: it takes a millisecond each. */
function spanish(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => {
    format ??= new Intl.DateTimeFormat('es-CL', options);
    return format.format(date).replace('.', '');
  };
}
const weekday = spanish({ weekday: 'long' });
const shortWeekday = spanish({ weekday: 'short' });
const month = spanish({ month: 'long' });

/** Days of the calendar from one instant to another, whatever the clock did between them. */
function daysBetween(from: Date, to: Date): number {
  const number = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
  return number(to) - number(from);
}

/** `21/11/2026`. */
export const dateText = (iso: string): string => {
  const date = local(iso);
  return `${dayAndMonth(date)}/${date.getFullYear()}`;
};
/** `14:05`. */
export const timeText = (iso: string): string => clock(local(iso));
/** `14:05:09`, where the order of what happened matters. */
export const exactTimeText = (iso: string): string => `${timeText(iso)}:${two(local(iso).getSeconds())}`;
/** `21/11/2026 14:05`. */
export const dateTimeText = (iso: string): string => `${dateText(iso)} ${timeText(iso)}`;

/** The day of an instant in local time, as a key: `2026-11-21`. */
export const dayKey = (iso: string): string => {
  const date = local(iso);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** A day separator: 'Hoy', 'Ayer', 'viernes 20 de noviembre', with the year when it is another one. */
export function dayText(iso: string, now: number): string {
  const [day, today] = [local(iso), local(now)];
  const distance = daysBetween(day, today);
  if (distance === 0) return 'Hoy';
  if (distance === 1) return 'Ayer';
  const text = `${weekday(day)} ${day.getDate()} de ${month(day)}`;
  return day.getFullYear() === today.getFullYear() ? text : `${text} de ${day.getFullYear()}`;
}

/** `03/11`, with the year when it is another one. */
const nearDate = (day: Date, today: Date): string =>
  day.getFullYear() === today.getFullYear() ? dayAndMonth(day) : `${dayAndMonth(day)}/${day.getFullYear()}`;

/** Short age for list rows: 'ahora', '5 min', '3 h', 'ayer', 'lun', '03/11', '03/11/2025'. */
export function shortAge(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < MINUTE) return 'ahora';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  const [day, today] = [local(iso), local(now)];
  const distance = daysBetween(day, today);
  if (distance === 0) return `${Math.floor(age / HOUR)} h`;
  if (distance === 1) return 'ayer';
  if (distance < 7) return shortWeekday(day);
  return nearDate(day, today);
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
  const [moment, today] = [local(iso), local(now)];
  const distance = daysBetween(today, moment);
  if (distance <= 0) return `hasta las ${clock(moment)}`;
  if (distance === 1) return `hasta mañana ${clock(moment)}`;
  return `hasta el ${shortWeekday(moment)} ${nearDate(moment, today)} ${clock(moment)}`;
}
