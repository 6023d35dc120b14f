/** What happened to a template, in words. */

import { categoryText, TEMPLATE_STATUS_TEXT } from '../../../contract/entities/template-words.ts';
import type { WabaTemplate } from '../../../contract/entities/waba-template.ts';
import type { Tone } from './connection-text.ts';

const TONES: Partial<Record<WabaTemplate['status'], Tone>> = {
  APPROVED: 'ok',
  PENDING: 'busy',
  IN_APPEAL: 'busy',
  REJECTED: 'bad',
  PAUSED: 'bad',
  DISABLED: 'bad',
  LIMIT_EXCEEDED: 'bad',
};
export const statusTone = (status: WabaTemplate['status']): Tone => TONES[status] ?? 'off';

const statusText = (status: string): string =>
  (TEMPLATE_STATUS_TEXT as Record<string, string>)[status] ?? status;

/** One line of its history. */
export function historyText({ what, from, to }: WabaTemplate['history'][number]): string {
  if (what === 'category')
    return `Categoría: de ${from === null ? 'ninguna' : categoryText(from)} a ${categoryText(to)}`;
  return from === null ? statusText(to) : `De «${statusText(from)}» a «${statusText(to)}»`;
}

/** Its last change of category: a message may cost more since. */
export function formerCategory({
  history,
}: Pick<WabaTemplate, 'history'>): { category: string; at: string } | null {
  const last = history.findLast(({ what }) => what === 'category');
  return last && last.from !== null ? { category: last.from, at: last.at } : null;
}
