/** A bot's rules of assignment over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import type { App } from '../platform/app.ts';
import { reading } from '../platform/http/judged-again.ts';
import { registerCall } from '../platform/http/route.ts';
import { readBotRouting, saveRouting } from './save.ts';
import { tryRouting } from './try-out.ts';

/** Mounts the calls. */
export function registerRouting(app: App): void {
  registerCall(app, CALLS.botRouting, ({ session }) =>
    app.db.snapshot((db) => readBotRouting(db, app.clock.now(), session)),
  );
  registerCall(app, CALLS.saveRouting, ({ session, body }) => saveRouting(app, session, body));
  registerCall(
    app,
    CALLS.tryRouting,
    reading(({ session, body }) => tryRouting(app, session, body)),
  );
}
