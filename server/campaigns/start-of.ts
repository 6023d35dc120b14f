/** The instant of a local time. */
import { instantOf, wallClock } from '../../contract/days.ts';
import type { SendAt } from '../../contract/entities/campaign.ts';
import { isZone } from '../../contract/zone.ts';

const MINUTE = 60_000;

/** What a clock change skips is the next instant that there is, what comes twice the first. A text: why there is none. */
export function startOf({ local, zone }: SendAt): Date | string {
  if (!isZone(zone)) return 'Esa zona horaria no existe.';
  const wall = Date.parse(`${local}:00.000Z`);
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 16) !== local)
    return 'Esa fecha no existe.';
  let at = instantOf(wall, zone);
  // Within a skipped hour that shows as much later: the change itself is what comes next.
  while (wallClock(at, zone) > wall && wallClock(at - MINUTE, zone) > wall) at -= MINUTE;
  return new Date(at);
}
