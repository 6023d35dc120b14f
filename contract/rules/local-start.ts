/** When something leaves that is to leave at a local time (docs/protocol.md 'WhatsApp templates and campaigns'). */
import { nextInstantOf, wallClock } from '../days.ts';
import { isZone } from '../zone.ts';

/** What a clock on the wall shows (`2026-11-28T09:30`), in a zone (an IANA name). */
interface LocalTime {
  local: string;
  zone: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What the text of a wall clock shows, as if it were UTC; null: no such day. */
function wallOf(local: string): number | null {
  const wall = Date.parse(`${local}:00.000Z`);
  return Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 16) !== local ? null : wall;
}

/** What a clock change skips is the next instant that there is, what comes twice the first. A text: why there is none. */
export function startOf({ local, zone }: LocalTime): Date | string {
  if (!isZone(zone)) return 'Esa zona horaria no existe.';
  const wall = wallOf(local);
  if (wall === null) return 'Esa fecha no existe.';
  return new Date(nextInstantOf(wall, zone));
}

/** What the clock of the zone does with that time: skips it, shows it twice; null: neither, or it is no time. */
export function clockChangeAt({ local, zone }: LocalTime): 'skipped' | 'twice' | null {
  const wall = wallOf(local);
  const at = startOf({ local, zone });
  if (wall === null || typeof at === 'string') return null;
  if (wallClock(at.getTime(), zone) !== wall) return 'skipped';
  // No zone's clock has gone back by more than this in our days.
  for (let later = 30 * MINUTE; later <= 2 * HOUR; later += 30 * MINUTE)
    if (wallClock(at.getTime() + later, zone) === wall) return 'twice';
  return null;
}
