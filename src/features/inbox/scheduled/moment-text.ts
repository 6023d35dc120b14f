/** A moment that is to come (or has just been), as people say it, by the clock of the bot's calendar. */
import { wallClock } from '../../../../contract/days.ts';

const DAY = 86_400_000;
const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];

/** 'hoy a las 15:05', 'mañana a las 9:00', 'el lunes 30/11 a las 9:00'. @param now ms since 1970 */
export function momentText(at: string, now: number, zone: string): string {
  const wall = new Date(wallClock(Date.parse(at), zone));
  const today = new Date(wallClock(now, zone));
  const days = Math.floor(wall.getTime() / DAY) - Math.floor(today.getTime() / DAY);
  const clock = `a las ${wall.getUTCHours()}:${String(wall.getUTCMinutes()).padStart(2, '0')}`;
  if (days === 0) return `hoy ${clock}`;
  if (days === 1) return `mañana ${clock}`;
  const year = wall.getUTCFullYear() === today.getUTCFullYear() ? '' : `/${wall.getUTCFullYear()}`;
  const date = `${wall.getUTCDate()}/${wall.getUTCMonth() + 1}${year}`;
  return `el ${WEEKDAYS[wall.getUTCDay()]} ${date} ${clock}`;
}
