/** Bots, links and colleagues over HTTP (docs/product.md §7 'Main API'). */
import { CALLS } from '../../contract/calls/index.ts';
import { SEQ_HEADER, SIGHT_HEADER } from '../../contract/services.ts';
import { readBaseHead } from '../access/base-head.ts';
import { findLinks, linksOfPerson } from '../access/links.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { assignedBots, ownedBots } from './bots.ts';
import { colleaguesOf } from './colleagues.ts';

/** Mounts the calls of bots. */
export function registerBots(app: App): void {
  registerCall(app, CALLS.ownedBots, ({ session }) => ownedBots(app.db, app, session.user.id));
  registerCall(app, CALLS.assignedBots, ({ session }) => assignedBots(app.db, app, session.user.id));
  registerCall(app, CALLS.listBotIds, async ({ session }) => session.user.botIds);
  registerCall(app, CALLS.userBotsWithPermissions, ({ session, body: { bot_ids } }) =>
    bot_ids ? findLinks(app.db, session.user.id, bot_ids) : linksOfPerson(app.db, session.user.id),
  );
  registerCall(app, CALLS.colleagues, async ({ session, params, reply }) => {
    const base = await app.db.snapshot(async (tx) => {
      const head = await readBaseHead(tx, session.user.id, params.botId);
      return { ...head, people: await colleaguesOf(tx, params.botId, app.clock.now()) };
    });
    reply.header(SEQ_HEADER, base.seq).header(SIGHT_HEADER, base.sight);
    return base.people;
  });
}
