/** When a postponed conversation may come back: what people mean by later, tomorrow and next week. */

/** Shops open around this hour. */
const MORNING = 9;

export interface SnoozeChoice {
  label: string;
  at: Date;
}

function morning(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}

/** By the clock of this computer; all of them in the future. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  // Sunday is 0; on a Monday it is the next one.
  const toMonday = (8 - now.getDay()) % 7 || 7;
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  const choices: SnoozeChoice[] = [
    { label: 'En 1 hora', at: hours(1) },
    { label: 'En 3 horas', at: hours(3) },
    { label: 'Mañana a las 9:00', at: morning(now, 1) },
  ];
  if (toMonday > 1) choices.push({ label: 'El lunes a las 9:00', at: morning(now, toMonday) });
  return choices;
}

/** The value of a `datetime-local` field: '2026-11-21T14:05', by the clock of this computer. */
export function fieldTime(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
