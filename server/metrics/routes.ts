/** Figures over HTTP; their files are the exports' (`server/exports`). */

import { CALLS } from '../../contract/calls/index.ts';
import type { MetricFilters } from '../../contract/calls/metrics.ts';
import { countDays } from '../../contract/days.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { reading } from '../platform/http/judged-again.ts';
import { registerCall } from '../platform/http/route.ts';
import type { BotSession } from '../platform/http/session.ts';
import { pageOfSpans, spanSums } from './agent-hours.ts';
import { countBehind, pageBehind } from './behind.ts';
import { botsOf, roomsSeen } from './bots.ts';
import { oddDays, usualStep } from './buckets.ts';
import { metricsOf } from './figures.ts';
import { missingFacts } from './keep-facts.ts';
import { sumLater } from './nightly.ts';
import { partsOf } from './parts.ts';
import { wantsDays } from './period-sums.ts';
import { factsUpToDate } from './screens.ts';
import { withTicketHours } from './ticket-hours.ts';
import { addView, deleteView, viewsOf } from './views.ts';
import { previousOf, requirePerson, type Wanted, wantedOf } from './wanted.ts';
import { mailOf, setMail } from './weekly-mail.ts';

/** Rows of a page. */
const ITEMS = 50;

/** What is asked for, with the facts brought up to the log of each bot. */
async function ready(app: App, { viewer, user }: BotSession, filters: MetricFilters): Promise<Wanted> {
  const now = app.clock.now();
  const bots = await botsOf(app.db, user.id, filters);
  const wanted = wantedOf(viewer, filters, await zoneOf(app.db, filters.bot_id, now), now, bots);
  for (const id of bots) {
    await factsUpToDate(app, id);
    if (await wantsDays(app.db, id, wanted.zone, { ...wanted, now })) await sumLater(app, id);
  }
  await requirePerson(app.db, wanted);
  return withTicketHours(app.db, { ...wanted, sees: await roomsSeen(app.db, user.id, bots) });
}

async function missingOf(app: App, { bots }: Wanted): Promise<number> {
  let missing = 0;
  for (const id of bots) missing += await missingFacts(app.db, id);
  return missing;
}

/** Mounts the calls. */
export function registerMetrics(app: App): void {
  registerCall(app, CALLS.metricMail, ({ session }) => mailOf(app, session));
  registerCall(app, CALLS.setMetricMail, ({ session, body }) => setMail(app, session, body.on));
  registerCall(app, CALLS.metricViews, ({ session }) => viewsOf(app, session));
  registerCall(app, CALLS.addMetricView, ({ session, body }) => addView(app, session, body));
  registerCall(app, CALLS.deleteMetricView, async ({ session, params }) => {
    await deleteView(app, session, params.id);
    return { deleted: true };
  });
  registerCall(
    app,
    CALLS.metrics,
    reading(async ({ query: { step: wished, ...filters }, session }) => {
      const wanted = await ready(app, session, filters);
      const step = wished ?? usualStep(countDays(filters.from, filters.to) - 1);
      const { from, to } = previousOf(wanted).filters;
      return {
        zone: wanted.zone,
        step,
        previous: { from, to },
        metrics: await metricsOf(app.db, wanted, step),
        odd_days: oddDays(filters, wanted.zone),
        missing: await missingOf(app, wanted),
      };
    }),
  );
  registerCall(
    app,
    CALLS.metricParts,
    reading(async ({ params, query, session }) =>
      partsOf(app.db, await ready(app, session, query), params.key),
    ),
  );
  registerCall(
    app,
    CALLS.metricConversations,
    reading(async ({ params: { key }, query: { page = 1, ...filters }, session }) => {
      const wanted = await ready(app, session, filters);
      const part = { from: (page - 1) * ITEMS, items: ITEMS };
      if (key === 'agent_hours') {
        const { total } = await spanSums(app.db, wanted, []);
        const spans = await pageOfSpans(app.db, wanted, part);
        return { conversations: [], spans, page, pages: Math.ceil(total.n / ITEMS), total: total.n };
      }
      const total = await countBehind(app.db, wanted, key);
      const conversations = await pageBehind(app.db, wanted, key, part);
      return { conversations, spans: [], page, pages: Math.ceil(total / ITEMS), total };
    }),
  );
}
