/** The engine's settings as people read them in a difference: one entry a line, nothing in the form of code. */
import type { ModelSettings } from '../engine/bot-model.ts';

/** Each setting that the model holds, by name. Two settings that differ have two texts. */
export function settingTexts(settings: ModelSettings): [string, string | null][] {
  const { answer_at, offer_at, closed_answers, wait_when_closed, areas } = settings;
  const lines: Record<keyof ModelSettings, string[] | undefined> = {
    answer_at: answer_at === undefined ? undefined : [String(answer_at)],
    offer_at: offer_at === undefined ? undefined : [String(offer_at)],
    closed_answers,
    wait_when_closed: wait_when_closed === undefined ? undefined : [wait_when_closed ? 'sí' : 'no'],
    areas: areas?.map(({ area, condition }) => `${condition ?? 'Siempre'} → ${area}`),
  };
  return Object.entries(lines).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value.length === 0 ? null : value.join('\n')]],
  );
}
