/** Days on which Chile's clock is changed: tests about them look for the next one, so that none is ever past. */
import { addDays, dayIn, startOfDay, TIME_ZONE } from '../../contract/days.ts';

const HOUR = 3_600_000;

/** The next day that has so many hours, after today. */
export function nextDayOf(hours: 23 | 25): string {
  let day = dayIn(Date.now());
  let long: number;
  do {
    day = addDays(day, 1);
    long = startOfDay(addDays(day, 1), TIME_ZONE) - startOfDay(day, TIME_ZONE);
  } while (long !== hours * HOUR);
  return day;
}
