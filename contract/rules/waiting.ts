/** How long a customer may wait for a person before the list says so, as the bot's owner set it. */

/** Minutes: where a wait begins to stand out, and where it is too long. */
export interface WaitLimits {
  wait_soon_minutes: number;
  wait_late_minutes: number;
}
export const DEFAULT_WAITS: WaitLimits = { wait_soon_minutes: 5, wait_late_minutes: 15 };

export type WaitLevel = 'calm' | 'soon' | 'late';

/** @param since `waiting_since`; @param now ms since 1970; @param limits of the bot, where they are known */
export function waitLevel(since: string, now: number, limits: Partial<WaitLimits> = {}): WaitLevel {
  const { wait_soon_minutes, wait_late_minutes } = { ...DEFAULT_WAITS, ...limits };
  const waited = (now - Date.parse(since)) / 60_000;
  if (waited >= wait_late_minutes) return 'late';
  return waited >= wait_soon_minutes ? 'soon' : 'calm';
}

/** A usual wait in words, never shorter than it is: 'menos de un minuto', 'unos 15 minutos', 'unas 3 horas'; null: longer than a day. */
export function usualWaitText(seconds: number): string | null {
  if (seconds < 60) return 'menos de un minuto';
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 10) return `unos ${minutes} minutos`;
  if (minutes <= 55) return `unos ${Math.ceil(minutes / 5) * 5} minutos`;
  const hours = Math.ceil(minutes / 60);
  if (hours > 24) return null;
  return hours === 1 ? 'cerca de una hora' : `unas ${hours} horas`;
}
