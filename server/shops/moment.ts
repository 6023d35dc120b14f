/** Moments as shops write them. */
import { instantOf } from '../../contract/days.ts';
import { isZone } from '../../contract/zone.ts';
import { textOf } from './read.ts';

/** Before shops were, after everybody here. */
const EARLIEST = Date.UTC(1995, 0);
const LATEST = Date.UTC(2100, 0);
const WRITTEN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/**
 * A moment: seconds or milliseconds since 1970 as number or text, or ISO in many hands ('2026-11-20 12:00:00 UTC',
 * seven decimals, no zone). @returns null for none ('', 0, '0000-00-00 …') and for what is none
 */
export function momentOf(value: unknown, zone = 'UTC'): string | null {
  const text = textOf(value);
  if (text === null) return null;
  const at = /^\d{9,13}$/.test(text)
    ? Number(text) * (text.length > 10 ? 1 : 1_000)
    : writtenMoment(WRITTEN.exec(text), zone);
  return at !== null && at >= EARLIEST && at < LATEST ? new Date(at).toISOString() : null;
}

function writtenMoment(found: RegExpExecArray | null, zone: string): number | null {
  if (!found) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset] = found;
  const wall = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  // 30 February is read as a day of March.
  if (Number.isNaN(wall) || new Date(wall).getUTCDate() !== Number(day)) return null;
  if (offset === undefined) return zone === 'UTC' || !isZone(zone) ? wall : instantOf(wall, zone);
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  if (sign === undefined) return wall;
  const away = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? wall + away : wall - away;
}
