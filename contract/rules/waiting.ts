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
