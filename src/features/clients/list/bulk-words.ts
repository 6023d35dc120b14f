/** What can be done with many clients, in words. */
import type { ClientBulkChange } from '../../../../contract/calls/clients.ts';
import type { WantedTemplate } from '../../../../contract/calls/conversations.ts';
import type { BulkOutcome } from '../../../ui/bulk/bulk-run.ts';
import { figure } from '../../../ui/money.ts';

/** What runs through the selection; `key` makes sending again harmless. */
export type BulkWork = { change: ClientBulkChange } | { template: WantedTemplate; key: string } | 'delete';

/** What came of it for one client; null: who is not there any more. */
export interface ClientResult {
  id: string;
  ok: boolean;
  message: string | null;
  name: string | null;
}
export interface Report {
  work: BulkWork;
  outcome: BulkOutcome<ClientResult>;
}

/** '1 cliente', '12 clientes'. */
export const clients = (count: number): string => (count === 1 ? '1 cliente' : `${figure(count)} clientes`);

/** While it runs. */
export function runningText(work: BulkWork): string {
  if (work === 'delete') return 'Eliminando…';
  if ('template' in work) return 'Enviando la plantilla…';
  if ('add_tags' in work.change) return 'Etiquetando…';
  if ('remove_tags' in work.change) return 'Quitando etiquetas…';
  return 'areas' in work.change ? 'Asignando áreas…' : 'Cambiando el campo…';
}

/** Afterwards. */
export function doneText(work: BulkWork, count: number): string {
  const s = count === 1 ? '' : 's';
  const who = clients(count);
  if (work === 'delete') return `${who} eliminado${s}`;
  if ('template' in work) return `Plantilla enviada a ${who}`;
  if ('add_tags' in work.change) return `${who} etiquetado${s}`;
  if ('remove_tags' in work.change) return `${who} sin esas etiquetas`;
  return 'areas' in work.change ? `${who} con esas áreas` : `${who} con el campo cambiado`;
}
