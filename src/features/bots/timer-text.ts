/** Times of the timers as people choose them. */
import { figure } from '../../ui/money.ts';

/** Waits for a person are shorter. */
const WAITS = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 120, 240];
const CHOICES = [5, 15, 30, 60, 120, 240, 480, 720, 1440, 2880, 4320, 10_080];

const counted = (count: number, one: string, many: string) => `${figure(count)} ${count === 1 ? one : many}`;

/** 90 → '1 hora y 30 minutos'. */
export function timerText(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  const parts = [
    ...(days > 0 ? [counted(days, 'día', 'días')] : []),
    ...(hours > 0 ? [counted(hours, 'hora', 'horas')] : []),
    ...(rest > 0 ? [counted(rest, 'minuto', 'minutos')] : []),
  ];
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}` : (parts[0] ?? '0 minutos');
}

/** The usual ones, with the present one among them. @param present minutes as text; empty: never */
export function timerChoices(present: string): { value: string; label: string }[] {
  return [{ value: '', label: 'Nunca' }, ...choices(CHOICES, present)];
}

/** Of a wait, which always has a limit. */
export const waitChoices = (present: string) => choices(WAITS, present);

/** Of a deadline, which may be left away. @param none what that is called */
export const deadlineChoices = (present: string, none: string): { value: string; label: string }[] => [
  { value: '', label: none },
  ...choices([...WAITS, 480, 1440, 2880], present),
];

function choices(usual: readonly number[], present: string): { value: string; label: string }[] {
  const kept = present === '' ? [] : [Number(present)];
  const all = [...new Set([...usual, ...kept])].sort((a, b) => a - b);
  return all.map((minutes) => ({ value: String(minutes), label: timerText(minutes) }));
}
