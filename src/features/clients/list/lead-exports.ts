/** Files of clients, as the corner with the exports shows them. */
import { exportCalls, type LeadExportJob } from '../../../../contract/calls/exports.ts';
import { call } from '../../../api/call.ts';
import type { ExportSource } from '../../history/use-exports.ts';

/** The files of clients, as the shared list of files asks for them (`src/features/history`). */
export const leadExports = (botId: number): ExportSource<LeadExportJob> => ({
  key: ['exports', botId, 'clients'],
  what: () => 'clientes',
  list: (signal) => call(exportCalls.listLeadExports, { query: { bot_id: botId }, signal }),
  drop: (id) => call(exportCalls.deleteLeadExport, { params: { id } }),
  link: (id) => call(exportCalls.leadExportLink, { params: { id } }),
});
