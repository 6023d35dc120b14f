/** A choice of days: what is wrong with it, its usual ones, how it is typed. Pure; 'today' is passed in. */
import { addDays, countDays, isDay } from '../../../contract/days.ts';

/** Two days as `YYYY-MM-DD`, both included; '' is one that was not chosen. */
export interface DayRange {
  from: string;
  to: string;
}

export interface RangeRules {
  /** The present day of the installation (`dayIn(now)`), not the browser's. */
  today: string;
  /** The longest stretch that the server takes. */
  mostDays?: number;
  /** Whether either end may stay open. */
  optional?: boolean;
}

/** What is wrong with a choice of days, or null. */
export function rangeFault({ from, to }: DayRange, { today, mostDays, optional }: RangeRules): string | null {
  const open = from === '' || to === '';
  if (open && !optional) return 'Elige las dos fechas.';
  if ([from, to].some((day) => day !== '' && !isDay(day))) return 'Elige fechas que existan.';
  if (from > today) return 'Elige días que ya pasaron.';
  if (open) return null;
  if (from > to) return 'La primera fecha debe ser anterior a la última.';
  if (mostDays !== undefined && countDays(from, to) > mostDays) return `Elige como máximo ${mostDays} días.`;
  return null;
}

/** The last `days` days, today among them. */
export const lastDays = (days: number, today: string): DayRange => ({
  from: addDays(today, 1 - days),
  to: today,
});

/** The stretches that people ask for most, in the order in which they are offered. */
export function usualRanges(today: string): { label: string; range: DayRange }[] {
  const first = `${today.slice(0, 7)}-01`;
  const lastOfBefore = addDays(first, -1);
  const yesterday = addDays(today, -1);
  return [
    { label: 'Hoy', range: { from: today, to: today } },
    { label: 'Ayer', range: { from: yesterday, to: yesterday } },
    { label: 'Últimos 7 días', range: lastDays(7, today) },
    { label: 'Últimos 30 días', range: lastDays(30, today) },
    { label: 'Este mes', range: { from: first, to: today } },
    { label: 'Mes anterior', range: { from: `${lastOfBefore.slice(0, 7)}-01`, to: lastOfBefore } },
  ];
}

/**
 * What somebody typed, as a day: '21/11/2026', '21-11-26', '21112026', '2026-11-21'; '21/11' is of this year.
 * Null while it is none.
 */
export function typedDay(typed: string, today: string): string | null {
  const text = typed.trim();
  if (isDay(text)) return text;
  const found =
    /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (!found) return null;
  const [, day = '', month = '', year = today.slice(0, 4)] = found;
  const whole = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(whole) ? whole : null;
}

/** `2026-11-21` as '21/11/2026'. */
export const dayOnScreen = (day: string): string => day.split('-').reverse().join('/');
