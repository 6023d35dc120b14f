/** What a customer gave the bot when it asked: kept with the client, where the client has a place for it and it is empty. */
import type { GivenValue } from '../../assistant/take-turn.ts';
import { changeLead } from '../../crm/change-lead.ts';
import { leadName } from '../../crm/lead-name.ts';
import { findLead } from '../../crm/lead-row.ts';
import type { App } from '../../platform/app.ts';
import { tellLeadCards } from '../tell-lead-cards.ts';
import { lockVisitor, type VisitorIdentity } from '../visitor-identity.ts';

const PLACES = ['email', 'phone', 'rut'] as const;

/** In a transaction of its own, for it locks the client before its conversations. What is known is not written over. */
export async function keepGiven(app: App, who: VisitorIdentity, all: readonly GivenValue[]): Promise<void> {
  const values = all.flatMap(({ kind, value }) => {
    const place = PLACES.find((one) => one === kind);
    return place ? [[place, value] as const] : [];
  });
  if (values.length === 0) return;
  await app.db.transaction(async (tx) => {
    const { lead_id: id } = await lockVisitor(tx, app, who);
    const lead = await findLead(tx, who.botId, id);
    const given = Object.fromEntries(values.filter(([place]) => lead && lead[place] === null));
    if (!lead || Object.keys(given).length === 0) return;
    const actor = { kind: 'visitor' as const, id, name: leadName({ ...lead, id }) };
    await changeLead(tx, app, tellLeadCards, { botId: who.botId, id, given, actor });
  });
}
