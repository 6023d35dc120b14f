/** Instants as the files show them: the clock on the wall in Chile (docs/product.md §9 Locale). */
import { TIME_ZONE } from '../../contract/days.ts';

const WALL = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function wallOf(iso: string): Record<string, string> {
  return Object.fromEntries(WALL.formatToParts(Date.parse(iso)).map(({ type, value }) => [type, value]));
}

/** `21/11/2026 14:05`. */
export function wallText(iso: string): string {
  const { day, month, year, hour, minute } = wallOf(iso);
  return `${day}/${month}/${year} ${hour}:${minute}`;
}

/** `2026-11-21`, the day there. */
export function wallDay(iso: string): string {
  const { day, month, year } = wallOf(iso);
  return `${year}-${month}-${day}`;
}

/** Days since Excel's day 0 (30/12/1899), by the clock on the wall, to the second. */
export function wallSerial(iso: string): number {
  const { day, month, year, hour, minute, second } = wallOf(iso);
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return (wall - Date.UTC(1899, 11, 30)) / 86_400_000;
}
