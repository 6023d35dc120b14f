/** Hours of attention as people edit them: days with spans of 'HH:MM'. Pure. */
import type { EngineSettings } from '../../../contract/entities/bot-draft.ts';

type Spans = NonNullable<EngineSettings['hours']>;

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
/** Null: nothing, or half a time. */
function minutes(text: string): number | null {
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
}
const endOf = (text: string): number | null => {
  const found = minutes(text);
  return found === 0 ? END : found;
};

/** What a shop usually has: it is what an owner who sets hours starts from. */
export const USUAL: Spans = [1, 2, 3, 4, 5].map((day) => ({ day, from: 9 * 60, to: 18 * 60 }));

export function weekOf(spans: Spans): Week {
  return DAYS.map(({ day }) =>
    spans
      .filter((span) => span.day === day)
      .toSorted((a, b) => a.from - b.from)
      .map(({ from, to }) => ({ from: clock(from), to: clock(to) })),
  );
}

/** @returns what is wrong with each day, by its place in `DAYS`; an empty object for a week that can be kept */
export function weekFaults(week: Week): Record<number, string> {
  const faults: Record<number, string> = {};
  for (const [place, spans] of week.entries()) {
    let last = -1;
    const times = spans.map(({ from, to }) => [minutes(from), endOf(to)] as const);
    for (const [from, to] of times.toSorted(([a], [b]) => (a ?? 0) - (b ?? 0))) {
      if (from === null || to === null) faults[place] = 'Completa las horas de cada tramo.';
      else if (from >= to) faults[place] = 'Cada tramo debe terminar después de empezar.';
      else if (from < last) faults[place] = 'Hay tramos que se cruzan.';
      last = to ?? last;
    }
  }
  return faults;
}

/** For a week without faults. */
export function spansOf(week: Week): Spans {
  return week.flatMap((spans, place) =>
    spans.map(({ from, to }) => ({
      day: DAYS[place]?.day ?? 0,
      from: minutes(from) ?? 0,
      to: endOf(to) ?? END,
    })),
  );
}

/** The first day's spans on the five working days. */
export const likeMonday = (week: Week): Week =>
  week.map((spans, place) => (place < 5 ? (week[0] ?? []).map((span) => ({ ...span })) : spans));
