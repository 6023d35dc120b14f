/** IDENTIFY: the visitor says who they are. Writes to their own lead and marks a possible duplicate; never merges. */
import { changeLead } from '../../crm/change-lead.ts';
import type { LeadFields } from '../../crm/lead-fields.ts';
import { leadName } from '../../crm/lead-name.ts';
import type { App } from '../../platform/app.ts';
import { tellLeadCards } from '../tell-lead-cards.ts';
import { lockVisitor, type VisitorIdentity } from '../visitor-identity.ts';

/** Throws `Refused` (rule) for a field that is not valid. */
export async function identify(
  app: App,
  who: VisitorIdentity,
  given: Pick<LeadFields, 'name' | 'email' | 'phone'>,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const visitor = await lockVisitor(tx, app, who);
    const name = leadName({
      id: visitor.lead_id,
      name: visitor.lead_name,
      email: visitor.lead_email,
      phone: visitor.lead_phone,
    });
    // What is left blank says nothing; it does not take away what is known.
    const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
    await changeLead(tx, app, tellLeadCards, {
      botId: who.botId,
      id: visitor.lead_id,
      given: said,
      actor: { kind: 'visitor', id: visitor.lead_id, name },
    });
  });
}
