/** The calls of contract/calls/imports.ts. */
import { importCalls } from '../../../contract/calls/imports.ts';
import type { App } from '../../platform/app.ts';
import { formFile } from '../../platform/http/form.ts';
import { registerCall } from '../../platform/http/route.ts';
import {
  cancelImport,
  listImports,
  mapImport,
  refusedFile,
  showImport,
  startImport,
  undoImport,
  uploadImport,
} from './order-import.ts';

/** Mounts the calls. */
export function registerImports(app: App): void {
  registerCall(app, importCalls.uploadImport, ({ request, session }) =>
    uploadImport(app, session, formFile(request)),
  );
  registerCall(app, importCalls.listImports, ({ query }) => listImports(app, query.bot_id));
  registerCall(app, importCalls.showImport, ({ params, session }) => showImport(app, session, params.id));
  registerCall(app, importCalls.mapImport, ({ params, body, session }) =>
    mapImport(app, session, params.id, body),
  );
  registerCall(app, importCalls.checkImport, async ({ params, session, reply }) => {
    reply.code(202);
    return startImport(app, session, params.id, 'checking');
  });
  registerCall(app, importCalls.runImport, async ({ params, session, reply }) => {
    reply.code(202);
    return startImport(app, session, params.id, 'running');
  });
  registerCall(app, importCalls.cancelImport, async ({ params, session, reply }) => {
    reply.code(202);
    return cancelImport(app, session, params.id);
  });
  registerCall(app, importCalls.undoImport, async ({ params, session, reply }) => {
    reply.code(202);
    return undoImport(app, session, params.id);
  });
  registerCall(app, importCalls.refusedRows, async ({ params, session, reply }) => {
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="filas-rechazadas.csv"',
    });
    return refusedFile(app, session, params.id);
  });
}
