/** What can be done with many, in words. */
import type { BulkChange } from '../../../../contract/calls/inbox-bulk.ts';
import { PRIORITY_LABELS } from '../../../../contract/texts.ts';
import { figure } from '../../../ui/money.ts';

/** 'una conversación', '12 conversaciones'. */
export const conversations = (count: number): string =>
  count === 1 ? '1 conversación' : `${figure(count)} conversaciones`;

/** While it runs: 'Cerrando…'. */
export function runningText(change: BulkChange): string {
  if ('state' in change) {
    const words = {
      taken: 'Derivando',
      closed: 'Cerrando',
      archived: 'Archivando',
      active: 'Devolviendo al bot',
      pending: 'Pasando a Pendientes',
      inactive: 'Marcando como inactivas',
    };
    return `${words[change.state]}…`;
  }
  if ('unread' in change) return change.unread ? 'Marcando como no leídas…' : 'Marcando como leídas…';
  if ('snoozed_until' in change) return change.snoozed_until ? 'Posponiendo…' : 'Volviendo a la lista…';
  if ('macro' in change) return 'Aplicando la macro…';
  if ('category' in change) return 'Cambiando el área…';
  if ('priority' in change) return 'Cambiando la prioridad…';
  return 'add_tags' in change ? 'Etiquetando…' : 'Quitando etiquetas…';
}

/** Afterwards: '12 conversaciones cerradas'. */
export function doneText(change: BulkChange, count: number): string {
  const s = count === 1 ? '' : 's';
  const what = conversations(count);
  if ('state' in change) {
    const words = {
      taken: `derivada${s}`,
      closed: `cerrada${s}`,
      archived: `archivada${s}`,
      active: `devuelta${s} al bot`,
      pending: `pasada${s} a Pendientes`,
      inactive: `marcada${s} como inactiva${s}`,
    };
    return `${what} ${words[change.state]}`;
  }
  if ('unread' in change) return `${what} marcada${s} como ${change.unread ? 'no ' : ''}leída${s}`;
  if ('snoozed_until' in change)
    return `${what} ${change.snoozed_until ? `pospuesta${s}` : 'de vuelta en la lista'}`;
  if ('macro' in change) return `${what} con la macro aplicada`;
  if ('category' in change) return `${what} con otra área`;
  if ('priority' in change)
    return `${what} ${change.priority ? `con prioridad ${PRIORITY_LABELS[change.priority].toLowerCase()}` : 'sin prioridad'}`;
  return `${what} ${'add_tags' in change ? `etiquetada${s}` : 'sin esas etiquetas'}`;
}
