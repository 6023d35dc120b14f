/** The audit over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import type { App } from '../platform/app.ts';
import { reading } from '../platform/http/judged-again.ts';
import { registerCall } from '../platform/http/route.ts';
import { auditPage, findClaimed } from './audits.ts';

/** Mounts the calls. */
export function registerAudit(app: App): void {
  registerCall(app, CALLS.auditCreateOrDestroy, async ({ session, body }) => ({
    ok: true as const,
    audit: await findClaimed(app.db, session.user.id, body, app.clock.now()),
  }));
  registerCall(app, CALLS.auditUpdate, async ({ session, body }) => ({
    ok: true as const,
    audit: await findClaimed(app.db, session.user.id, body, app.clock.now()),
  }));
  registerCall(
    app,
    CALLS.audits,
    reading(({ session, params, query: { page = 1, ...filter } }) =>
      auditPage(app.db, { botId: params.botId, userId: session.user.id }, filter, page),
    ),
  );
}
