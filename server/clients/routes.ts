/** The calls of contract/calls/clients.ts, and the list of contract/calls/leads.ts. */
import { clientCalls } from '../../contract/calls/clients.ts';
import { leadCalls } from '../../contract/calls/leads.ts';
import { LIMITS } from '../../contract/limits.ts';
import { consentsOf } from '../crm/consents.ts';
import { deleteLead } from '../crm/create-lead.ts';
import { ownFieldsOf } from '../crm/own-fields.ts';
import { tellLeadCards } from '../inbox/tell-lead-cards.ts';
import type { App } from '../platform/app.ts';
import { reading, registerCall } from '../platform/http/route.ts';
import { changeLeads, each } from './bulk.ts';
import { meant, ownKindsOf, requireFilter } from './choose-leads.ts';
import { blockLead, identitiesShown, markDistinct, noteConsent } from './client-record.ts';
import { countLeads, idsOf, listLeads } from './list-leads.ts';
import { addOwnField, deleteOwnField, updateOwnField } from './own-fields.ts';
import { addSegment, deleteSegment, listSegments, updateSegment } from './segments.ts';
import { readTimeline } from './timeline.ts';

const OK = { ok: true as const };

export function registerClients(app: App): void {
  registerCall(
    app,
    leadCalls.listLeads,
    reading(async ({ query, session }) => {
      const { bot_id: botId, filter: text, ...rest } = query;
      const filter = text === undefined ? undefined : requireFilter(text, await ownKindsOf(app.db, botId));
      return listLeads(app.db, { ...rest, botId, filter, viewer: session.viewer, now: app.clock.now() });
    }),
  );
  registerCall(app, clientCalls.matchingLeads, async ({ body, session }) => {
    const { bot_id: botId, search } = body;
    const filter =
      body.filter === undefined ? undefined : requireFilter(body.filter, await ownKindsOf(app.db, botId));
    return app.db.snapshot(async (tx) => {
      const where = await meant(tx, { botId, viewer: session.viewer, now: app.clock.now(), filter, search });
      return { ids: await idsOf(tx, where, LIMITS.bulkMost), total: await countLeads(tx, where) };
    });
  });
  registerCall(app, clientCalls.changeLeads, async ({ body, session }) => ({
    results: await changeLeads(app, session, body.ids, body.change),
  }));
  registerCall(app, clientCalls.deleteLeads, async ({ body, session }) => ({
    results: await each(app, session, body.ids, async (id) => {
      await deleteLead(app, tellLeadCards, session, id);
    }),
  }));

  registerCall(app, clientCalls.leadIdentities, ({ params, session }) =>
    identitiesShown(app.db, session.link.bot_id, params.id),
  );
  registerCall(app, clientCalls.leadConsents, ({ params }) => consentsOf(app.db, params.id));
  registerCall(app, clientCalls.addLeadConsent, ({ params, body, session }) =>
    noteConsent(app, session, params.id, body),
  );
  registerCall(app, clientCalls.blockLead, ({ params, body, session }) =>
    blockLead(app, session, params.id, body.blocked),
  );
  registerCall(
    app,
    clientCalls.leadTimeline,
    reading(({ params, query, session }) => readTimeline(app.db, session.viewer, params.id, query.page)),
  );
  registerCall(app, clientCalls.markDistinct, async ({ params, body, session }) => {
    await markDistinct(app, session, params.id, body.other_id, body.distinct);
    return OK;
  });

  registerCall(app, clientCalls.ownFields, ({ query }) => ownFieldsOf(app.db, query.bot_id));
  registerCall(app, clientCalls.addOwnField, ({ body, session }) => addOwnField(app, session, body));
  registerCall(app, clientCalls.updateOwnField, ({ params, body, session }) =>
    updateOwnField(app, session, params.id, body),
  );
  registerCall(app, clientCalls.deleteOwnField, async ({ params, session }) => {
    await deleteOwnField(app, session, params.id);
    return OK;
  });

  registerCall(
    app,
    clientCalls.segments,
    reading(({ session }) => listSegments(app, session)),
  );
  registerCall(app, clientCalls.addSegment, ({ body, session }) => addSegment(app, session, body));
  registerCall(app, clientCalls.updateSegment, ({ params, body, session }) =>
    updateSegment(app, session, params.id, body),
  );
  registerCall(app, clientCalls.deleteSegment, async ({ params, session }) => {
    await deleteSegment(app, session, params.id);
    return OK;
  });
}
