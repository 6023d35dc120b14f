/** Instants by the clock of a zone, as its days are counted: of the calendar, not of this browser. */
import { wallClock } from '../../../contract/days.ts';
import { dayOnScreen } from './range.ts';

/** What a zone's clock shows at an instant: the day (`YYYY-MM-DD`), the hour and the time (`14:05`). */
export function wallParts(iso: string, zone: string): { day: string; hour: number; time: string } {
  const shown = new Date(wallClock(Date.parse(iso), zone)).toISOString();
  return { day: shown.slice(0, 10), hour: Number(shown.slice(11, 13)), time: shown.slice(11, 16) };
}

/** `21/11/2026 14:05`. */
export function momentText(iso: string, zone: string): string {
  const { day, time } = wallParts(iso, zone);
  return `${dayOnScreen(day)} ${time}`;
}
