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

/** A usual wait, rounded; 0 minutes: less than one. */
export interface UsualWait {
  unit: 'minutes' | 'hours';
  count: number;
}

/** Never shorter than it is; null: longer than a day. */
export function usualWait(seconds: number): UsualWait | null {
  if (seconds < 60) return { unit: 'minutes', count: 0 };
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 10) return { unit: 'minutes', count: minutes };
  if (minutes <= 55) return { unit: 'minutes', count: Math.ceil(minutes / 5) * 5 };
  const hours = Math.ceil(minutes / 60);
  return hours > 24 ? null : { unit: 'hours', count: hours };
}
