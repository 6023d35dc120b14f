/**
 * What a calendar says of instants (milliseconds since 1970): whether people attend, when they do next, how much of
 * their time lies between two instants. An instant is open when the clock of the calendar's zone shows a time within a
 * span of that day: an hour that the clock shows twice counts twice, one that it skips does not exist. All of it is
 * exact on days of 23 and 25 hours and on days without a midnight.
 */
import { addDays, dayIn, offsetAt, startOfDay, TIME_ZONE } from '../days.ts';
import type { Calendar, CalendarVersion } from '../entities/calendar.ts';
import type { Area } from '../states.ts';
import { weekdayOf } from '../zone.ts';
import { holidayOn } from './holidays.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const ALL_DAY = [{ from: 0, to: 1440 }] as const;
/** How far `nextOpening` and `addBusinessSeconds` look: longer than any closure that somebody waits for. */
const NEXT = 400 * DAY;
const FAR = 5 * 366 * DAY;

/** From (included) and to (excluded). */
type Stretch = readonly [from: number, to: number];

/** How a bot attends whose calendar nobody ever changed. */
export const FIRST_VERSION: CalendarVersion = {
  valid_from: null,
  zone: TIME_ZONE,
  hours: null,
  areas: [],
  holidays: 'none',
};
export const ALWAYS_OPEN: Calendar = { versions: [FIRST_VERSION], days: [] };

/** The open stretches of days, by calendar: the same days are asked for again and again. */
const remembered = new WeakMap<Calendar, Map<string, readonly Stretch[]>>();
const MOST_REMEMBERED = 5_000;

/** Each version with the stretch of time that it is valid for. */
function reigns({ versions }: Calendar): { version: CalendarVersion; from: number; to: number }[] {
  const found: { version: CalendarVersion; from: number; to: number }[] = [];
  let to = Number.POSITIVE_INFINITY;
  for (const version of versions.toReversed()) {
    const from =
      version.valid_from === null ? Number.NEGATIVE_INFINITY : startOfDay(version.valid_from, version.zone);
    if (from < to) {
      found.push({ version, from, to });
      to = from;
    }
  }
  return found.reverse();
}

/** The version that holds at an instant. */
export const versionAt = (calendar: Calendar, at: number): CalendarVersion =>
  reigns(calendar).find(({ from, to }) => from <= at && at < to)?.version ?? FIRST_VERSION;

/** When people attend on a day, in minutes that the clock shows. */
export function spansOn(
  { days }: Pick<Calendar, 'days'>,
  { hours, areas, holidays }: CalendarVersion,
  area: Area | null,
  day: string,
): readonly { from: number; to: number }[] {
  const own = days.find((one) => one.day === day);
  if (own) return own.spans;
  const holiday = holidays === 'none' ? null : holidayOn(day);
  if (holiday && (holidays === 'all' || holiday.mandatory)) return [];
  const theirs = areas.find((one) => one.area === area);
  const week = theirs ? theirs.hours : hours;
  if (week === null) return ALL_DAY;
  const weekday = weekdayOf(day);
  return week.filter((span) => span.day === weekday);
}

/** The parts of a day between changes of the clock, each with how far it is from UTC. */
function evenParts(day: string, zone: string): { from: number; to: number; offset: number }[] {
  const from = startOfDay(day, zone);
  const to = startOfDay(addDays(day, 1), zone);
  const offset = offsetAt(from, zone);
  const later = offsetAt(to - 1, zone);
  if (offset === later) return [{ from, to, offset }];
  let before = from;
  let change = to - 1;
  while (change - before > 1) {
    const middle = Math.floor((before + change) / 2);
    if (offsetAt(middle, zone) === offset) before = middle;
    else change = middle;
  }
  return [
    { from, to: change, offset },
    { from: change, to, offset: later },
  ];
}

/** A day's open stretches in order; none touches the next. */
function openOn(
  calendar: Calendar,
  version: CalendarVersion,
  area: Area | null,
  day: string,
): readonly Stretch[] {
  const memory = remembered.get(calendar) ?? new Map<string, readonly Stretch[]>();
  remembered.set(calendar, memory);
  const key = `${version.valid_from} ${area} ${day}`;
  const known = memory.get(key);
  if (known) return known;
  const spans = spansOn(calendar, version, area, day);
  const midnight = Date.parse(day);
  const found = evenParts(day, version.zone)
    .flatMap((part) =>
      spans.map(
        ({ from, to }): Stretch => [
          Math.max(part.from, midnight + from * MINUTE - part.offset),
          Math.min(part.to, midnight + to * MINUTE - part.offset),
        ],
      ),
    )
    .filter(([from, to]) => from < to)
    .sort(([a], [b]) => a - b);
  const open = joined(found);
  if (memory.size >= MOST_REMEMBERED) memory.clear();
  memory.set(key, open);
  return open;
}

/** Stretches in order, those that touch or cross made one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const [from, to] of stretches) {
    const last = found.at(-1);
    if (last && from <= last[1]) found[found.length - 1] = [last[0], Math.max(last[1], to)];
    else found.push([from, to]);
  }
  return found;
}

/** The open stretches between two instants, in order; what lasts over midnight comes in two that touch. */
function* openBetween(calendar: Calendar, area: Area | null, from: number, to: number): Generator<Stretch> {
  for (const reign of reigns(calendar)) {
    const begin = Math.max(from, reign.from);
    const end = Math.min(to, reign.to);
    if (begin >= end) continue;
    const { zone } = reign.version;
    const last = dayIn(end - 1, zone);
    for (let day = dayIn(begin, zone); day <= last; day = addDays(day, 1)) {
      for (const [opens, closes] of openOn(calendar, reign.version, area, day)) {
        if (opens < end && closes > begin) yield [Math.max(opens, begin), Math.min(closes, end)];
      }
    }
  }
}

/** Whether people attend at an instant. @param area null: by the bot's own hours */
export function isOpen(calendar: Calendar, area: Area | null, at: number): boolean {
  for (const _ of openBetween(calendar, area, at, at + 1)) return true;
  return false;
}

/** The first instant from `at` on at which people attend: `at` itself while they do. Null: not within 400 days. */
export function nextOpening(calendar: Calendar, area: Area | null, at: number): number | null {
  for (const [opens] of openBetween(calendar, area, at, at + NEXT)) return opens;
  return null;
}

/** The first instant from `at` on at which nobody attends: `at` itself while nobody does. Null: not within 400 days. */
export function nextClosing(calendar: Calendar, area: Area | null, at: number): number | null {
  let until = at;
  for (const [opens, closes] of openBetween(calendar, area, at, at + NEXT)) {
    if (opens > until) break;
    until = closes;
  }
  return until >= at + NEXT ? null : until;
}

/** How many seconds of two instants' distance people attend; 0 when the second is not later. */
export function businessSecondsBetween(
  calendar: Calendar,
  area: Area | null,
  from: number,
  to: number,
): number {
  let total = 0;
  for (const [opens, closes] of openBetween(calendar, area, from, to)) total += closes - opens;
  return total / 1000;
}

/** The instant at which so many seconds of attendance have passed since `from`. Null: not within five years. */
export function addBusinessSeconds(
  calendar: Calendar,
  area: Area | null,
  from: number,
  seconds: number,
): number | null {
  let left = seconds * 1000;
  if (left <= 0) return from;
  for (const [opens, closes] of openBetween(calendar, area, from, from + FAR)) {
    if (closes - opens >= left) return opens + left;
    left -= closes - opens;
  }
  return null;
}
