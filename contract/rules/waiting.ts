/** How long a customer may wait for a person before the list says so. */

/** Milliseconds. */
export const WAIT_SOON = 5 * 60_000;
export const WAIT_LATE = 15 * 60_000;

export type WaitLevel = 'calm' | 'soon' | 'late';

/** @param since `waiting_since`; @param now ms since 1970 */
export function waitLevel(since: string, now: number): WaitLevel {
  const waited = now - Date.parse(since);
  if (waited >= WAIT_LATE) return 'late';
  return waited >= WAIT_SOON ? 'soon' : 'calm';
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
