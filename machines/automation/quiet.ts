/** When an automation may write, by the bot's own clock: a day has 23, 24 or 25 hours. */
import { nextInstantOf, wallClock } from '../../contract/days.ts';
import type { QuietHours } from '../../contract/entities/automation.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Whether nothing may leave at an instant. `from` equal to `to`: there are no quiet hours. */
export function isQuiet(at: number, quiet: QuietHours, zone: string): boolean {
  const wall = wallClock(at, zone);
  if (quiet.sunday && new Date(wall).getUTCDay() === 0) return true;
  const now = Math.floor((wall % DAY) / MINUTE);
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  if (from === to) return false;
  return from < to ? now >= from && now < to : now >= from || now < to;
}

/** The first instant from `at` on at which something may leave. */
export function nextAllowed(at: number, quiet: QuietHours, zone: string): number {
  let next = at;
  // A quiet night before a quiet Sunday before a quiet night: few steps, and each goes on.
  for (let steps = 0; steps < 10 && isQuiet(next, quiet, zone); steps += 1) {
    const wall = wallClock(next, zone);
    const day = wall - (wall % DAY);
    const sunday = quiet.sunday && new Date(wall).getUTCDay() === 0;
    const today = sunday ? day + DAY : day + minutesOf(quiet.to) * MINUTE;
    const ends = firstShowing(today > wall ? today : today + DAY, next, zone);
    next = Math.max(ends, next + MINUTE);
  }
  return next;
}

/** The first instant after another one at which a zone's clock shows something, or has skipped it. */
function firstShowing(wall: number, after: number, zone: string): number {
  // Of what the clock shows twice, the second one where the first has passed.
  const straight = after - (after % 1000) + wall - wallClock(after, zone);
  if (wallClock(straight, zone) === wall) return straight;
  return nextInstantOf(wall, zone);
}
