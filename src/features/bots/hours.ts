/** Hours of attention as people edit them: days with spans of 'HH:MM'. Pure. */
import type { WeekSpan } from '../../../contract/entities/calendar.ts';
import { isTime } from '../../ui/typed-time.ts';

type Spans = readonly WeekSpan[];

export interface Span {
  /** 'HH:MM', as a time field has it; empty while nothing was typed. */
  from: string;
  /** '00:00' is the end of the day. */
  to: string;
}
/** Seven lists of spans, Monday first. */
export type Week = Span[][];

/** Monday first, as weeks begin here; `day` is the wire's, Sunday 0. */
export const DAYS = [
  { day: 1, name: 'Lunes' },
  { day: 2, name: 'Martes' },
  { day: 3, name: 'Miércoles' },
  { day: 4, name: 'Jueves' },
  { day: 5, name: 'Viernes' },
  { day: 6, name: 'Sábado' },
  { day: 0, name: 'Domingo' },
] as const;

const END = 24 * 60;
const two = (value: number) => String(value).padStart(2, '0');
const clock = (minutes: number) => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
/** Null: nothing, or what is no hour. */
function minutes(text: string): number | null {
  const [hour, minute] = text.split(':').map(Number);
  return isTime(text) ? (hour ?? 0) * 60 + (minute ?? 0) : null;
}
const endOf = (text: string): number | null => {
  const found = minutes(text);
  return found === 0 ? END : found;
};

/** What a shop usually has: it is what an owner who sets hours starts from. */
export const USUAL: Spans = [1, 2, 3, 4, 5].map((day) => ({ day, from: 9 * 60, to: 18 * 60 }));

/** The week of a calendar as the form types it, Monday first. */
export const weekOf = (spans: Spans): Week =>
  DAYS.map(({ day }) => typedSpans(spans.filter((span) => span.day === day)));

/** A day's spans as they are typed. */
export const typedSpans = (spans: readonly { from: number; to: number }[]): Span[] =>
  spans.toSorted((a, b) => a.from - b.from).map(({ from, to }) => ({ from: clock(from), to: clock(to) }));

/** What is wrong with a day's spans; null: nothing. */
export function daySpansFault(spans: readonly Span[]): string | null {
  let last = -1;
  let fault: string | null = null;
  const times = spans.map(({ from, to }) => [minutes(from), endOf(to)] as const);
  for (const [from, to] of times.toSorted(([a], [b]) => (a ?? 0) - (b ?? 0))) {
    if (from === null || to === null) fault = 'Escribe las horas de cada tramo, de 00:00 a 23:59.';
    else if (from >= to) fault = 'Cada tramo debe terminar después de empezar.';
    else if (from < last) fault = 'Hay tramos que se cruzan.';
    last = to ?? last;
  }
  return fault;
}

/** @returns what is wrong with each day, by its place in `DAYS`; an empty object for a week that can be kept */
export function weekFaults(week: Week): Record<number, string> {
  return Object.fromEntries(
    week.flatMap((spans, place) => {
      const fault = daySpansFault(spans);
      return fault === null ? [] : [[place, fault]];
    }),
  );
}

/** Spans without faults, in minutes. */
export const minuteSpans = (spans: readonly Span[]): { from: number; to: number }[] =>
  spans.map(({ from, to }) => ({ from: minutes(from) ?? 0, to: endOf(to) ?? END }));

/** For a week without faults. */
export const spansOf = (week: Week): WeekSpan[] =>
  week.flatMap((spans, place) => minuteSpans(spans).map((span) => ({ day: DAYS[place]?.day ?? 0, ...span })));

/** Which days another day's spans are copied to. */
export const COPY_TO = {
  weekdays: 'lunes a viernes',
  all: 'todos los días',
  weekend: 'sábado y domingo',
} as const;
export type CopyTo = keyof typeof COPY_TO;

/** The week with one day's spans on others. @param from its place, Monday first */
export const copyDay = (week: Week, from: number, to: CopyTo): Week =>
  week.map((spans, place) =>
    to === 'all' || (to === 'weekdays' ? place < 5 : place >= 5)
      ? (week[from] ?? []).map((span) => ({ ...span }))
      : spans,
  );
