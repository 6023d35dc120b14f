/** The calls of contract/calls/exports.ts, and the address that a browser downloads a file from. */
import { campaignCalls } from '../../contract/calls/campaigns.ts';
import { exportCalls } from '../../contract/calls/exports.ts';
import { metricCalls } from '../../contract/calls/metrics.ts';
import { whatsappStatsCalls } from '../../contract/calls/whatsapp-stats.ts';
import type { App } from '../platform/app.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall, registerPublic } from '../platform/http/route.ts';
import { isSigned } from '../platform/signed-address.ts';
import { exportsFolder } from './export-files.ts';
import type { Exporter } from './exporter.ts';
import {
  deleteExport,
  linkToExport,
  listExports,
  listLeadExports,
  listMetricExports,
  listRecipientExports,
  listSendExports,
  startExport,
  startLeadExport,
  startMetricExport,
  startRecipientExport,
  startSendExport,
  takeFile,
} from './order-export.ts';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Mounts them. */
export function registerExports(app: App, exporter: Exporter): void {
  registerCall(app, exportCalls.startExport, ({ body, session }) =>
    startExport(app, exporter, session, body),
  );
  registerCall(app, exportCalls.listExports, ({ query, session }) =>
    listExports(app, session.user.id, query.bot_id),
  );
  registerCall(app, exportCalls.deleteExport, ({ params, session }) =>
    deleteExport(app, exporter, session.user.id, params.id),
  );
  registerCall(app, exportCalls.exportLink, ({ params, session }) => linkToExport(app, session, params.id));
  registerCall(app, exportCalls.startLeadExport, ({ body, session }) =>
    startLeadExport(app, exporter, session, body),
  );
  registerCall(app, exportCalls.listLeadExports, ({ query, session }) =>
    listLeadExports(app, session.user.id, query.bot_id),
  );
  registerCall(app, exportCalls.deleteLeadExport, ({ params, session }) =>
    deleteExport(app, exporter, session.user.id, params.id),
  );
  registerCall(app, exportCalls.leadExportLink, ({ params, session }) =>
    linkToExport(app, session, params.id),
  );
  registerCall(app, whatsappStatsCalls.startSendExport, ({ body, session }) =>
    startSendExport(app, exporter, session, body),
  );
  registerCall(app, whatsappStatsCalls.listSendExports, ({ query, session }) =>
    listSendExports(app, session.user.id, query.bot_id),
  );
  registerCall(app, whatsappStatsCalls.deleteSendExport, ({ params, session }) =>
    deleteExport(app, exporter, session.user.id, params.id),
  );
  registerCall(app, whatsappStatsCalls.sendExportLink, ({ params, session }) =>
    linkToExport(app, session, params.id),
  );
  registerCall(app, campaignCalls.startRecipientExport, ({ body, session }) =>
    startRecipientExport(app, exporter, session, body),
  );
  registerCall(app, campaignCalls.listRecipientExports, ({ query, session }) =>
    listRecipientExports(app, session.user.id, query.bot_id),
  );
  registerCall(app, campaignCalls.deleteRecipientExport, ({ params, session }) =>
    deleteExport(app, exporter, session.user.id, params.id),
  );
  registerCall(app, campaignCalls.recipientExportLink, ({ params, session }) =>
    linkToExport(app, session, params.id),
  );
  registerCall(
    app,
    metricCalls.metricExport,
    ({ params, query: { format, of, step, ...filters }, session }) =>
      startMetricExport(app, exporter, session, { key: params.key, format, of, step, filters }),
  );
  registerCall(app, metricCalls.listMetricExports, ({ query, session }) =>
    listMetricExports(app, session.user.id, query.bot_id),
  );
  registerCall(app, metricCalls.deleteMetricExport, ({ params, session }) =>
    deleteExport(app, exporter, session.user.id, params.id),
  );
  registerCall(app, metricCalls.metricExportLink, ({ params, session }) =>
    linkToExport(app, session, params.id),
  );
  registerPublic(
    app,
    'the address is signed, ends after a minute, and was given to the maker, whose permission is read again',
    {
      method: 'GET',
      url: '/exports/:file',
      async handler(request, reply) {
        const { file } = request.params as { file: string };
        const valid = isSigned(app, 'exports', file, request.query, app.clock.now());
        const row = valid ? await takeFile(app, file) : null;
        if (!row) throw new Refused('not_found');
        reply.headers({
          'content-type': TYPES[row.format],
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(row.file_name)}`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        });
        return reply.sendFile(row.file, exportsFolder(app), { contentType: false, cacheControl: false });
      },
    },
  );
}
