/** What happened to a template, in words. */

import { categoryText, TEMPLATE_STATUS_TEXT } from '../../../contract/entities/template-words.ts';
import type { SyncCause, TemplateSync, WabaTemplate } from '../../../contract/entities/waba-template.ts';
import type { Tone } from '../connections/state-text.ts';

const TONES: Partial<Record<WabaTemplate['status'], Tone>> = {
  APPROVED: 'ok',
  PENDING: 'busy',
  IN_APPEAL: 'busy',
  REJECTED: 'bad',
  PAUSED: 'bad',
  DISABLED: 'bad',
  LIMIT_EXCEEDED: 'bad',
};
/** The colour of a template's state. */
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

export const SYNC_CAUSE_TEXT: Record<SyncCause, string> = {
  hook: 'WhatsApp avisó',
  button: 'Con el botón',
  hour: 'Cada hora',
  connected: 'Al conectar el número',
  edit: 'Al cambiar una plantilla aquí',
};

const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

/** What a comparison found, in one sentence. */
export function foundText({
  added,
  changed,
  gone,
}: Pick<TemplateSync, 'added' | 'changed' | 'gone'>): string {
  if (added + changed + gone === 0) return 'Todo estaba al día.';
  const parts = [
    added > 0 ? counted(added, 'nueva', 'nuevas') : null,
    changed > 0 ? counted(changed, 'cambió', 'cambiaron') : null,
    gone > 0 ? counted(gone, 'ya no está', 'ya no están') : null,
  ];
  return `${parts.filter((part) => part !== null).join(', ')}.`;
}

/** One of the changes that it found. */
export function changeText({ name, language, what, from, to }: TemplateSync['changes'][number]): string {
  const which = `${name} (${language})`;
  switch (what) {
    case 'new':
      return `${which}: nueva, ${statusText(to ?? '').toLowerCase()}`;
    case 'gone':
      return `${which}: ya no está en WhatsApp`;
    case 'words':
      return `${which}: cambió su contenido`;
    case 'category':
      return `${which}: de ${categoryText(from ?? '')} a ${categoryText(to ?? '')}`;
    case 'status':
      return `${which}: de «${statusText(from ?? '')}» a «${statusText(to ?? '')}»`;
  }
}
