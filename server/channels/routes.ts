/** The calls about what comes in and goes out by channels, whichever they are. */
import { CALLS } from '../../contract/calls/index.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { each } from '../clients/bulk.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import { contactOfConversation } from './contacts.ts';
import type { Intake } from './intake.ts';
import type { Lanes } from './lane.ts';
import { discardParked, listAllParked, listParked, replayParked } from './parked.ts';
import { templateToLead } from './template-to-lead.ts';

/** Mounts the calls about webhooks that wait and about sending. */
export function registerChannelCalls(app: App, lanes: Lanes, intake: Intake): void {
  // Each of them costs money; many at once are a campaign.
  const toLeads = app.sharedLimit('templates.to_lead', 120, 60 * 60);
  registerCall(app, CALLS.listParkedHooks, ({ query }) => listParked(app.db, query.bot_id));
  registerCall(app, CALLS.listAllParkedHooks, () => listAllParked(app.db));
  registerCall(app, CALLS.replayParkedHook, async ({ params, session }) => {
    await replayParked(app, session, params.id);
    intake.nudge();
    return { ok: true as const };
  });
  registerCall(app, CALLS.discardParkedHook, async ({ params, session }) => {
    await discardParked(app, session, params.id);
    return { ok: true as const };
  });
  registerCall(app, CALLS.channelContact, ({ params }) => contactOfConversation(app.db, params.id));
  registerCall(app, CALLS.sendTemplateToLead, async ({ params, body, session }) => {
    await toLeads.take(String(session.user.id));
    return templateToLead(app, session, params.id, body);
  });
  registerCall(app, CALLS.sendTemplateToLeads, async ({ body, session }) => {
    const { ids, template, temporal_id } = body;
    const results = await each(app, session, ids, async (id) => {
      await toLeads.take(String(session.user.id));
      await templateToLead(app, session, id, { template, temporal_id: `${temporal_id}:${id}` });
    });
    return { results };
  });
  registerCall(app, CALLS.resumeSending, async ({ params, session }) => {
    if (session.link.role.base !== 'propietario') {
      throw new Refused('rule', { message: 'Solo un propietario puede reanudar los envíos.' });
    }
    const now = app.clock.now();
    const waiting = await app.db.transaction(async (tx) => {
      await tx.query(sql`
        insert into channel_lanes (connection_id, tokens, refilled_at) values (${params.id}, 0, ${now})
        on conflict (connection_id) do nothing`);
      const [row] = await tx.query<{ n: number }>(sql`
        select count(*)::int as n from channel_sends where connection_id = ${params.id} and state = 'waiting'`);
      const after = { sending: 'reanudado' };
      await writeAudit(tx, app, {
        by: session.user,
        type: 'connection',
        id: params.id,
        botId: session.link.bot_id,
        before: {},
        after,
      });
      return row?.n ?? 0;
    });
    lanes.nudge();
    return { waiting };
  });
}
