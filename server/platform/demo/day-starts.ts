import { addDays, dayIn, startOfDay } from '../../../contract/days.ts';

/** The local midnights of the last `count` days and of today, oldest first. */
export function dayStarts(now: Date, count: number): Date[] {
  const today = dayIn(now.getTime());
  return Array.from({ length: count + 1 }, (_, index) => new Date(startOfDay(addDays(today, index - count))));
}
