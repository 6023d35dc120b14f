/** Proactive messages over HTTP, for those who write them. What sites ask: server/inbox/visitor/proactive.ts. */
import { CALLS } from '../../contract/calls/index.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { readProactive, saveProactive } from './rules.ts';

/** Mounts the calls. */
export function registerProactive(app: App): void {
  registerCall(app, CALLS.botProactive, ({ session }) =>
    app.db.snapshot((db) => readProactive(db, app.clock.now(), session.link.bot_id)),
  );
  registerCall(app, CALLS.saveProactive, ({ session, body }) => saveProactive(app, session, body));
}
