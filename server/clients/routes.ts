/** The calls of contract/calls/clients.ts, and the list of contract/calls/leads.ts. */
import { clientCalls } from '../../contract/calls/clients.ts';
import { leadCalls } from '../../contract/calls/leads.ts';
import { LIMITS } from '../../contract/limits.ts';
import { allows } from '../../contract/permissions.ts';
import { consentsOf } from '../crm/consents.ts';
import { ownFieldsOf } from '../crm/own-fields.ts';
import { presentId } from '../crm/present-id.ts';
import type { App } from '../platform/app.ts';
import { reading } from '../platform/http/judged-again.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import { changeLeads, each } from './bulk.ts';
import { meant, ownKindsOf, requireFilter } from './choose-leads.ts';
import { blockLead, identitiesShown, markDistinct, noteConsent } from './client-record.ts';
import { dataOfLead } from './data-file.ts';
import { eraseLead } from './erase-lead.ts';
import { idsOf, listLeads } from './list-leads.ts';
import { mergeLeads, mergesOf, previewMerge, undoMerge } from './merge.ts';
import { addOwnField, deleteOwnField, orderOwnFields, updateOwnField } from './own-fields.ts';
import { countLeads } from './page-of-leads.ts';
import { addSegment, deleteSegment, listSegments, updateSegment } from './segments.ts';
import { readTimeline } from './timeline.ts';

const OK = { ok: true as const };

/** Mounts the calls. */
export function registerClients(app: App): void {
  const idOf = (params: { id: string }) => presentId(app.db, params.id);

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
  registerCall(app, leadCalls.deleteLead, async ({ params, session }) => {
    const { removed } = await eraseLead(app, session, await idOf(params));
    return { ok: true as const, removed };
  });
  registerCall(app, clientCalls.deleteLeads, async ({ body, session }) => ({
    results: await each(app, session, body.ids, async (id) => {
      await eraseLead(app, session, id);
    }),
  }));

  registerCall(app, clientCalls.leadIdentities, async ({ params, session }) =>
    identitiesShown(app.db, session.link.bot_id, await idOf(params)),
  );
  registerCall(app, clientCalls.leadConsents, async ({ params }) => consentsOf(app.db, await idOf(params)));
  registerCall(app, clientCalls.addLeadConsent, async ({ params, body, session }) =>
    noteConsent(app, session, await idOf(params), body),
  );
  registerCall(app, clientCalls.blockLead, async ({ params, body, session }) =>
    blockLead(app, session, await idOf(params), body.blocked),
  );
  registerCall(
    app,
    clientCalls.leadTimeline,
    reading(async ({ params, query, session }) =>
      readTimeline(app.db, session.viewer, await idOf(params), query.page, query.kind),
    ),
  );
  registerCall(app, clientCalls.markDistinct, async ({ params, body, session }) => {
    const other = await presentId(app.db, body.other_id);
    await markDistinct(app, session, await idOf(params), other, body.distinct);
    return OK;
  });

  registerCall(app, clientCalls.leadMerges, async ({ params }) => mergesOf(app.db, await idOf(params)));
  registerCall(app, clientCalls.previewMerge, async ({ params, body, session }) => {
    const [survivor, loser] = [await presentId(app.db, params.id), await presentId(app.db, body.loser_id)];
    return previewMerge(app, session, survivor, loser, body.fields ?? {});
  });
  registerCall(app, clientCalls.mergeLeads, async ({ params, body, session }) => {
    if (!allows(session.link.role.permissions, 'crm', 'edit')) throw new Refused('forbidden');
    const [survivor, loser] = [await presentId(app.db, params.id), await presentId(app.db, body.loser_id)];
    return mergeLeads(app, session, survivor, loser, body.fields ?? {}, body.seen);
  });
  registerCall(app, clientCalls.undoMerge, ({ params, session }) => undoMerge(app, session, params.id));
  registerCall(
    app,
    clientCalls.leadData,
    reading(async ({ params, session }) => dataOfLead(app, session, await idOf(params))),
  );

  registerCall(app, clientCalls.ownFields, ({ query }) => ownFieldsOf(app.db, query.bot_id));
  registerCall(app, clientCalls.addOwnField, ({ body, session }) => addOwnField(app, session, body));
  registerCall(app, clientCalls.updateOwnField, ({ params, body, session }) =>
    updateOwnField(app, session, params.id, body),
  );
  registerCall(app, clientCalls.orderOwnFields, ({ body, session }) =>
    orderOwnFields(app, session, body.ids),
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
