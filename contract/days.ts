/**
 * Calendar days as the wire writes them (`YYYY-MM-DD`), and where they begin. A day is not 24 hours: Chile's clock
 * changes make days of 23 and 25. Arithmetic on days is done in UTC, where each has 24.
 */

/** Where the days of a bot begin whose calendar says nothing else: the customers of the product are in Chile. An IANA name. */
export const TIME_ZONE = 'America/Santiago';

/** What is said of a text that is no day. */
export const DAY_FAULT = 'Escribe una fecha, por ejemplo 31/12/2026.';

const MINUTE = 60_000;
const DAY = 86_400_000;
const FORM = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a day that exists: `2026-02-30` has the form of one and is none. */
export function isDay(text: string): boolean {
  if (!FORM.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** Making one costs more than a hundred uses; there are a few hundred zones. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clock of a zone shows at an instant, as if it were UTC, to the second. Throws RangeError for a zone that does not exist. */
export function wallClock(at: number, zone: string): number {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(zone, clock);
  }
  const shown = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of clock.formatToParts(at))
    if (type in shown) shown[type as 'year'] = Number(value);
  const { year, month, day, hour, minute, second } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The day on which an instant (ms since 1970) falls in a time zone. */
export const dayIn = (at: number, zone: string = TIME_ZONE): string =>
  new Date(wallClock(at, zone)).toISOString().slice(0, 10);

/** What day and clock show in a time zone at an instant: `21/11/2026 14:05`. */
export function dayAndTime(at: number, zone: string): string {
  const shown = new Date(wallClock(at, zone)).toISOString();
  const [year, month, day] = shown.slice(0, 10).split('-');
  return `${day}/${month}/${year} ${shown.slice(11, 16)}`;
}

/** A day as Chile reads it: `21/11/2026`. */
export const dateOfDay = (day: string): string => day.split('-').reverse().join('/');

/** The day so many days later; earlier when negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** The same day so many months later; where that month has no such day, the first one after it. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const at = date <= last ? Date.UTC(year, month - 1 + months, date) : Date.UTC(year, month + months, 1);
  return new Date(at).toISOString().slice(0, 10);
}

/** How many days a stretch has, both ends included; 0 or less when it ends before it begins. */
export const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;

/** How far local time is from UTC at an instant, in milliseconds; negative in Chile. */
export const offsetAt = (at: number, zone: string): number =>
  wallClock(at, zone) - Math.floor(at / 1000) * 1000;

/**
 * The instant (ms since 1970) at which a zone's clock shows something, the first of two.
 * @param wall as `wallClock` gives it; what the clock skips is shown as much later as it skips, its first minute as the change
 */
export function instantOf(wall: number, zone: string): number {
  const first = wall - offsetAt(wall, zone);
  const second = wall - offsetAt(first, zone);
  // They differ where the clock changes about then: only one of them shows it.
  const earlier = Math.min(first, second);
  return wallClock(earlier, zone) === wall ? earlier : Math.max(first, second);
}

/** The same, but what the clock skips is the change itself: the next instant that there is. */
export function nextInstantOf(wall: number, zone: string): number {
  let at = instantOf(wall, zone);
  // Within a skipped hour that shows as much later.
  while (wallClock(at, zone) > wall && wallClock(at - MINUTE, zone) > wall) at -= MINUTE;
  return at;
}

/** The instant (ms since 1970) at which a day begins; where its midnight is skipped, the first instant after it. */
export const startOfDay = (day: string, zone: string = TIME_ZONE): number => instantOf(Date.parse(day), zone);

/** A day's first and last instant in a zone as the wire writes instants (ISO 8601, milliseconds). */
export const dayBegins = (day: string, zone: string): string => new Date(startOfDay(day, zone)).toISOString();
export const dayEnds = (day: string, zone: string): string =>
  new Date(startOfDay(addDays(day, 1), zone) - 1).toISOString();
