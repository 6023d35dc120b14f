/** How pressing a wait is, in word and colour. Pure. */

/** Minutes: what a customer of a chat takes for a short wait, and when most of them leave. */
const LONG = 5;
const TOO_LONG = 15;
const MINUTE = 60_000;

export type Severity = 'none' | 'long' | 'too_long';

/** @param since instant at which the wait began; null: nobody waits */
export function severityOf(since: string | null, now: number): Severity {
  if (since === null) return 'none';
  const minutes = (now - Date.parse(since)) / MINUTE;
  return minutes >= TOO_LONG ? 'too_long' : minutes >= LONG ? 'long' : 'none';
}

/** Beside the figure: colour alone says it to nobody who can't see it. */
export const SEVERITY_TEXT: Record<Severity, string | null> = {
  none: null,
  long: 'Larga',
  too_long: 'Urgente',
};
