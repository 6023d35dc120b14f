/** Quiet mode: for how long, and how that is said. */
import type { NoticeSettings } from '../../contract/notice-settings.ts';
import { dateText, dayKey, timeText } from '../ui/dates.ts';

type Quiet = NoticeSettings['quiet'];
const MINUTE = 60_000;
/** When a working day begins. */
const MORNING = 8;

export const QUIET_CHOICES = [
  { value: '30', label: '30 minutos' },
  { value: '60', label: '1 hora' },
  { value: 'tomorrow', label: 'Hasta mañana a las 08:00' },
  { value: 'always', label: 'Hasta que lo desactive' },
] as const;
export type QuietChoice = (typeof QUIET_CHOICES)[number]['value'];

/** @param now ms since 1970 */
export function quietFor(choice: QuietChoice, now: number): NonNullable<Quiet> {
  if (choice === 'always') return { until: null };
  if (choice !== 'tomorrow') return { until: new Date(now + Number(choice) * MINUTE).toISOString() };
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  morning.setHours(MORNING, 0, 0, 0);
  return { until: morning.toISOString() };
}

/** 'hasta las 15:30', 'hasta el 22/11/2026 a las 08:00', 'hasta que lo desactives'. */
export function quietText({ until }: NonNullable<Quiet>, now: number): string {
  if (until === null) return 'hasta que lo desactives';
  const today = dayKey(until) === dayKey(new Date(now).toISOString());
  return today ? `hasta las ${timeText(until)}` : `hasta el ${dateText(until)} a las ${timeText(until)}`;
}
