/** /settings of internal accounts over HTTP: flags of bots, maintenance. */
import { CALLS } from '../../contract/calls/index.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { registerCall } from '../platform/http/route.ts';
import { flaggedBots, switchFlags } from './flagged-bots.ts';
import { forgetMaintenance, readMaintenance, writeMaintenance } from './maintenance.ts';

/** Mounts the calls. */
export function registerSettings(app: App): void {
  registerCall(app, CALLS.settingsBots, ({ query }) =>
    flaggedBots(app.db, query.search ?? '', query.page ?? 1),
  );
  registerCall(app, CALLS.switchFlags, ({ session, params, body }) =>
    switchFlags(app, session, params.botId, body.flags),
  );
  registerCall(app, CALLS.getMaintenance, () => readMaintenance(app));
  registerCall(app, CALLS.setMaintenance, async ({ session, body }) => {
    const before = await readMaintenance(app);
    const after = { on: body.on, message: cleanLine(body.message), slow: body.slow };
    await app.db.transaction(async (tx) => {
      await writeMaintenance(tx, after);
      await writeAudit(tx, app, {
        by: session.user,
        type: 'maintenance',
        id: 'installation',
        botId: null,
        before: { ...before },
        after,
      });
    });
    forgetMaintenance(app);
    app.bus.publish('maintenance', {});
    return after;
  });
}
