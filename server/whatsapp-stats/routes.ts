/** The statistics over HTTP; their files are the exports' (`server/exports`). */
import { CALLS } from '../../contract/calls/index.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { reading } from '../platform/http/judged-again.ts';
import { registerCall } from '../platform/http/route.ts';
import { requireStretch, statsOf } from './figures.ts';
import { figuresOfMeta } from './of-meta.ts';
import { countSends, pageOfSends } from './sends.ts';

/** Rows of a page. */
const ITEMS = 50;

/** Mounts the calls. */
export function registerWhatsappStats(app: App): void {
  // Each asks Meta several times, within the limits of the account.
  const ofMeta = app.sharedLimit('whatsapp-stats.meta', 30, 60 * 60);
  registerCall(app, CALLS.whatsappStatsOfMeta, async ({ query, session }) => {
    await ofMeta.take(`${query.bot_id}/${session.user.id}`);
    return { accounts: await figuresOfMeta(app, query) };
  });
  registerCall(
    app,
    CALLS.whatsappStats,
    reading(async ({ query: filters, session }) => {
      const until = app.clock.now();
      const zone = await zoneOf(app.db, filters.bot_id, until);
      return statsOf(app.db, { viewer: session.viewer, filters, zone, until });
    }),
  );
  registerCall(
    app,
    CALLS.whatsappStatsSends,
    reading(async ({ query: { page = 1, ...filters }, session }) => {
      requireStretch(filters);
      const until = app.clock.now();
      const zone = await zoneOf(app.db, filters.bot_id, until);
      const wanted = { viewer: session.viewer, filters, zone, until };
      const total = await countSends(app.db, wanted);
      const sends = await pageOfSends(app.db, wanted, { from: (page - 1) * ITEMS, items: ITEMS });
      return { sends, page, pages: Math.ceil(total / ITEMS), total };
    }),
  );
}
