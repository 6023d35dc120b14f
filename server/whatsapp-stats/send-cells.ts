/** What stands in the columns of a file of sends (`SEND_COLUMNS`). */
import type { TemplateSend } from '../../contract/calls/whatsapp-stats.ts';
import { PRICE_LABELS } from '../../contract/rules/send-figures.ts';

const DELIVERY: Record<TemplateSend['status'], string> = {
  queued: 'En espera',
  sent: 'Enviada',
  delivered: 'Entregada',
  read: 'Leída',
  failed: 'Fallida',
};
const BILLABLE: Record<TemplateSend['billable'], string> = {
  yes: 'Sí',
  no: 'No',
  unknown: 'Sin información',
};

/** An instant, which each format of files writes in its own way. */
type At = { at: string } | null;
const moment = (iso: string | null): At => (iso === null ? null : { at: iso });

export const SEND_CELLS: readonly ((row: TemplateSend) => string | null | At)[] = [
  (row) => row.id,
  (row) => row.conversation_id,
  (row) => row.client,
  (row) => row.template,
  (row) => row.language,
  (row) => moment(row.at),
  (row) => DELIVERY[row.status],
  (row) => row.reason,
  (row) => moment(row.answered_at),
  (row) => moment(row.opted_out_at),
  (row) => PRICE_LABELS[row.category] ?? row.category,
  (row) => BILLABLE[row.billable],
];
