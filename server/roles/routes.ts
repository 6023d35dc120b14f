/** Roles over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { createRole, deleteRole, findRole, rolesOf, updateRole } from './roles.ts';

/** Mounts the calls of roles. */
export function registerRoles(app: App): void {
  registerCall(app, CALLS.rolesOfBot, ({ session }) => rolesOf(app.db, session.link));
  registerCall(app, CALLS.showRole, ({ session, params }) => findRole(app.db, session.link, params.id));
  registerCall(app, CALLS.createRole, ({ session, body: { bot_id: _, ...draft } }) =>
    createRole(app, session, draft),
  );
  registerCall(app, CALLS.updateRole, ({ session, params, body }) =>
    updateRole(app, session, params.id, body),
  );
  registerCall(app, CALLS.deleteRole, async ({ session, params }) => {
    await deleteRole(app, session, params.id);
    return { ok: true as const };
  });
}
