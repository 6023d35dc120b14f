/** Incidents over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import type { App } from '../platform/app.ts';
import { formFile } from '../platform/http/form.ts';
import { registerCall } from '../platform/http/route.ts';
import { addPicture, reportIncident, updateIncident } from './commands.ts';
import { registerIncidentPictures } from './pictures.ts';
import { findIncident, listIncidents } from './queries.ts';

/** Mounts the calls. */
export function registerIncidents(app: App): void {
  const reports = app.sharedLimit('incidents.reports', 10, 3600);
  const pictures = app.sharedLimit('incidents.pictures', 30, 3600);
  registerIncidentPictures(app);
  registerCall(app, CALLS.incidents, ({ session, query }) => listIncidents(app, session, query));
  registerCall(app, CALLS.incident, ({ session, params }) => findIncident(app, app.db, session, params.id));
  registerCall(app, CALLS.reportIncident, async ({ session, body }) => {
    await reports.take(String(session.user.id));
    return reportIncident(app, session, body);
  });
  registerCall(app, CALLS.addIncidentPicture, async ({ session, params, request }) => {
    await pictures.take(String(session.user.id));
    return addPicture(app, session, params.id, formFile(request)?.content ?? null);
  });
  registerCall(app, CALLS.updateIncident, ({ session, params, body }) =>
    updateIncident(app, session, params.id, body),
  );
}
