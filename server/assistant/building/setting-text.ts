/** The engine's settings as people read them in a difference: one entry a line, nothing in the form of code. */
import type { ModelSettings } from '../engine/bot-model.ts';
import type { Span } from '../engine/hours.ts';

/** By the wire's number of the day. */
const DAYS = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'];

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function hoursText(hours: readonly Span[] | null): string[] {
  if (hours === null) return ['Siempre'];
  if (hours.length === 0) return ['Nunca'];
  return hours.map(({ day, from, to }) => `${DAYS[day]} ${clock(from)}–${clock(to)}`);
}

/** Each setting that the model holds, by name. Two settings that differ have two texts. */
export function settingTexts(settings: ModelSettings): [string, string | null][] {
  const { answer_at, offer_at, hours, closed_answers, wait_when_closed, areas } = settings;
  const lines: Record<keyof ModelSettings, string[] | undefined> = {
    answer_at: answer_at === undefined ? undefined : [String(answer_at)],
    offer_at: offer_at === undefined ? undefined : [String(offer_at)],
    hours: hours === undefined ? undefined : hoursText(hours),
    closed_answers,
    wait_when_closed: wait_when_closed === undefined ? undefined : [wait_when_closed ? 'sí' : 'no'],
    areas: areas?.map(({ area, condition, hours: own }) => {
      const when = own === null ? '' : ` (${hoursText(own).join(', ')})`;
      return `${condition ?? 'Siempre'} → ${area}${when}`;
    }),
  };
  return Object.entries(lines).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value.length === 0 ? null : value.join('\n')]],
  );
}
