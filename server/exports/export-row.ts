/** An export as the database holds it, and what of it its maker sees. */
import type { RecipientExportJob, RecipientFilters } from '../../contract/calls/campaigns.ts';
import type {
  ExportFilters,
  ExportJob,
  LeadExportFilters,
  LeadExportJob,
} from '../../contract/calls/exports.ts';
import type { MetricExportJob, MetricFilters } from '../../contract/calls/metrics.ts';
import type { SendExportJob, SendFilters } from '../../contract/calls/whatsapp-stats.ts';
import type { ModuleName, Permission } from '../../contract/permissions.ts';
import type { METRIC_FILES, MetricKey, MetricStep } from '../../contract/rules/metrics.ts';
import { raw } from '../platform/database/database.ts';

interface Common {
  id: string;
  bot_id: number;
  user_id: number;
  format: ExportJob['format'];
  columns: string[];
  status: ExportJob['status'];
  rows_done: number;
  rows_total: number | null;
  sight: string;
  file: string;
  file_name: string;
  size: number | null;
  error: string | null;
  created_at: string;
  expires_at: string | null;
}
/** Of the history. */
export interface TalkExportRow extends Common {
  kind: ExportJob['kind'];
  filters: ExportFilters;
}
export interface LeadExportRow extends Common {
  kind: 'clients';
  filters: LeadExportFilters;
}
/** Of what was sent by templates. */
export interface SendExportRow extends Common {
  kind: 'sends';
  filters: SendFilters;
}
/** Of what is behind a figure. */
export interface MetricExportRow extends Common {
  kind: 'metrics';
  filters: MetricFilters & {
    key: MetricKey;
    of?: (typeof METRIC_FILES)[number];
    step?: MetricStep;
    /** Of which bots, where it is of several: those of the maker when it was written. */
    bots?: number[];
  };
}
/** Of a campaign's recipients. */
export interface RecipientExportRow extends Common {
  kind: 'recipients';
  filters: RecipientFilters;
}
export type ExportRow = TalkExportRow | LeadExportRow | SendExportRow | MetricExportRow | RecipientExportRow;

export const exportColumns = raw(`
  id, bot_id, user_id, kind, format, columns, filters, status, rows_done, rows_total, sight, file, file_name, size,
  error, created_at, expires_at`);

/** What its maker needs, also at the download. */
export function needOf(kind: ExportRow['kind']): [module: ModuleName, permission: Permission] {
  if (kind === 'metrics') return ['dashboard', 'export'];
  if (kind === 'recipients') return ['whatsapp_api', 'read'];
  if (kind === 'sends') return ['template_messages_stats', 'read'];
  return [kind === 'clients' ? 'crm' : 'historial_conversaciones', 'export'];
}

/** An export of conversations as the calls answer it. */
export function toJob(row: TalkExportRow): ExportJob {
  const { user_id: _user, bot_id: _bot, sight: _sight, file: _file, ...job } = row;
  return job;
}

/** An export of clients as the calls answer it. */
export function toLeadJob(row: LeadExportRow): LeadExportJob {
  const { user_id: _u, bot_id: _b, sight: _s, file: _f, kind: _k, filters: _i, ...job } = row;
  return job;
}

/** An export of what is behind a figure as the calls answer it. */
export function toMetricJob(row: MetricExportRow): MetricExportJob {
  const { user_id: _u, bot_id: _b, sight: _s, file: _f, kind: _k, filters: _i, columns: _c, ...job } = row;
  return job;
}

/** An export of sends as the calls answer it. */
export function toSendJob(row: SendExportRow): SendExportJob {
  const { user_id: _u, bot_id: _b, sight: _s, file: _f, kind: _k, filters: _i, columns: _c, ...job } = row;
  return job;
}

/** An export of recipients as the calls answer it. */
export function toRecipientJob(row: RecipientExportRow): RecipientExportJob {
  const { user_id: _u, bot_id: _b, sight: _s, file: _f, kind: _k, filters: _i, columns: _c, ...job } = row;
  return job;
}
