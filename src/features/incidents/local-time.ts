/** Moments as this machine's clock says them: what a field of date and time holds. */
import { isDayTime } from '../../ui/day-field/day-time.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** Now, as a field of day and hour keeps it. */
export function hereAndNow(now = new Date()): string {
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${day}T${two(now.getHours())}:${two(now.getMinutes())}`;
}

/** The instant of what such a field holds; null: it holds none. */
export const instantOf = (local: string): string | null =>
  isDayTime(local) ? new Date(local).toISOString() : null;
