/** A day with its hour in one text, as a field of both keeps it. Pure. */
import { isDay } from '../../../contract/days.ts';
import { isTime } from '../typed-time.ts';

/** What is said of a text that lacks either. */
export const DAY_TIME_FAULT = 'Escribe fecha y hora, por ejemplo 31/12/2026 a las 09:30.';

/** What such a text holds; a part that is no day or no hour is as it was typed. */
export function partsOf(value: string): { day: string; time: string } {
  const [day = '', time = ''] = value.split('T');
  return { day, time };
}

/** Both in one; '' when neither says anything. */
export const dayTime = (day: string, time: string): string =>
  day === '' && time === '' ? '' : `${day}T${time}`;

/** Whether both are there: `2026-11-21T14:05`. */
export function isDayTime(value: string): boolean {
  const { day, time } = partsOf(value);
  return isDay(day) && isTime(time);
}
