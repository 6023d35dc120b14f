/** What a calendar asks of zones and days beyond `contract/days.ts`; apart from it, for the first pages need none of it. */
import { offsetAt, TIME_ZONE } from './days.ts';

const DAY = 86_400_000;
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;

/** Whether the text names a time zone of the IANA's list. */
export function isZone(text: string): boolean {
  if (!ZONE_NAME.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Minutes since midnight that the clock of a zone shows at an instant. */
export const minuteIn = (at: number, zone: string = TIME_ZONE): number =>
  Math.floor(((at + offsetAt(at, zone)) % DAY) / 60_000);

/** The day of the week: 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(Date.parse(day)).getUTCDay();
