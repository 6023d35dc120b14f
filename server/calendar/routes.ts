/** A bot's calendar over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { readBotCalendar, saveCalendar, withdrawVersion } from './calendar.ts';

/** Mounts the calls. */
export function registerCalendar(app: App): void {
  registerCall(app, CALLS.botCalendar, ({ session }) => readBotCalendar(app.db, session.link.bot_id));
  registerCall(app, CALLS.saveCalendar, ({ session, body }) => saveCalendar(app, session, body));
  registerCall(app, CALLS.withdrawCalendar, ({ session, params, query }) =>
    withdrawVersion(app, session, params.validFrom, query.revision),
  );
}
