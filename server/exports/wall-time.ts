/** Instants as the files show them: the clock on the wall in the zone of the bot's calendar (docs/product.md §9 Locale). */
import { dayAndTime, dayIn, TIME_ZONE, wallClock } from '../../contract/days.ts';
import type { Moment } from './cell.ts';

const wallOf = ({ at, zone = TIME_ZONE }: Moment): number => wallClock(Date.parse(at), zone);

/** `21/11/2026 14:05`. */
export const wallText = ({ at, zone = TIME_ZONE }: Moment): string => dayAndTime(Date.parse(at), zone);

/** `2026-11-21`, the day there. */
export const wallDay = ({ at, zone = TIME_ZONE }: Moment): string => dayIn(Date.parse(at), zone);

/** Days since Excel's day 0 (30/12/1899), by the clock on the wall, to the second. */
export const wallSerial = (moment: Moment): number => (wallOf(moment) - Date.UTC(1899, 11, 30)) / 86_400_000;
