/** An export as the database holds it, and what of it its maker is told. */
import type { ExportFilters, ExportJob } from '../../contract/calls/exports.ts';
import { raw } from '../platform/database/database.ts';

export interface ExportRow {
  id: string;
  bot_id: number;
  user_id: number;
  kind: ExportJob['kind'];
  format: ExportJob['format'];
  columns: string[];
  filters: ExportFilters;
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

export const exportColumns = raw(`
  id, bot_id, user_id, kind, format, columns, filters, status, rows_done, rows_total, sight, file, file_name, size,
  error, created_at, expires_at`);

export function toJob(row: ExportRow): ExportJob {
  const { user_id: _user, bot_id: _bot, sight: _sight, file: _file, ...job } = row;
  return job;
}
