/** The lead calls of the Main API. Any lead of the bot, by the CRM permissions (checked by the call's access rule). */
import { leadCalls } from '../../contract/calls/leads.ts';
import { mainCalls } from '../../contract/calls/main.ts';
import { agentActor } from '../access/agent-actor.ts';
import { auditsOf } from '../audit/audits.ts';
import type { App } from '../platform/app.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import { auditLead } from './audit-lead.ts';
import { changeLead, type TellCards } from './change-lead.ts';
import { createLead } from './create-lead.ts';
import { listDuplicates } from './duplicates.ts';
import { findByIdentity } from './find-leads.ts';
import { findLead } from './lead-row.ts';
import { presentId } from './present-id.ts';

/** What a record's page shows; an owner finds all of it in the audit. */
const LEAD_CHANGES = 100;

/** Mounts the calls. @param tellCards tells the inbox of a client's changed fields */
export function registerLeads(app: App, tellCards: TellCards): void {
  const idOf = (params: { id: string }) => presentId(app.db, params.id);

  registerCall(app, mainCalls.showLead, async ({ params, session }) => {
    const lead = await findLead(app.db, session.link.bot_id, await idOf(params));
    if (!lead) throw new Refused('not_found');
    return lead;
  });
  registerCall(app, mainCalls.updateLead, async ({ params, body, session }) => {
    const id = await idOf(params);
    const { after } = await app.db.transaction(async (tx) => {
      const changed = await changeLead(tx, app, tellCards, {
        botId: session.link.bot_id,
        id,
        given: body.lead,
        was: body.was,
        actor: agentActor(session),
      });
      if (!changed) throw new Refused('not_found');
      await auditLead(tx, app, session.user, changed.before, changed.after);
      return changed;
    });
    return after;
  });

  registerCall(app, leadCalls.createLead, ({ body, session }) => createLead(app, session, body.lead));
  registerCall(app, leadCalls.findLead, async ({ body, session }) => {
    const lead = await findByIdentity(app.db, session.link.bot_id, body.lead);
    if (!lead) throw new Refused('not_found');
    return lead;
  });
  registerCall(app, leadCalls.leadDuplicates, async ({ params, session }) =>
    listDuplicates(app.db, session.link.bot_id, await idOf(params)),
  );
  registerCall(app, leadCalls.leadChanges, async ({ params, session }) =>
    auditsOf(app.db, session.link.bot_id, 'lead', await idOf(params), LEAD_CHANGES),
  );
}
