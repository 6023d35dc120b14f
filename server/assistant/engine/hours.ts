/** When people attend: spans of a week in Santiago's time. */

/** `from` and `to` in minutes of the day; `day` 0 is Sunday. */
export interface Span {
  day: number;
  from: number;
  to: number;
}

/** Where every bot of the product is at home (spec §9 'Locale'). */
const ZONE = 'America/Santiago';
const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Whether a moment lies in one of the spans; without hours (null) people always attend. */
export function isOpen(hours: readonly Span[] | null | undefined, now: Date): boolean {
  if (!hours) return true;
  const parts = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]));
  const day = DAYS.indexOf(parts['weekday'] ?? '');
  const minute = Number(parts['hour']) * 60 + Number(parts['minute']);
  return hours.some((span) => span.day === day && span.from <= minute && minute < span.to);
}
