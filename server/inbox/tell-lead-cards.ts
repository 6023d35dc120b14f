/** What the cards of a lead's conversations say of it, after it was changed. */
import type { Actor } from '../../contract/realtime/events.ts';
import { leadName } from '../crm/lead-name.ts';
import type { LeadRow } from '../crm/lead-row.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { lockConversation } from './conversation-row.ts';
import { ConversationWork } from './conversation-work.ts';
import { appendEvents } from './event-log.ts';

/** Tells of every card that reads differently now. It appends events: the last thing in the transaction. */
export async function tellLeadCards(tx: Transaction, app: App, lead: LeadRow, actor: Actor): Promise<void> {
  const lead_name = leadName(lead);
  const possible_duplicate = lead.possible_duplicate_of !== null;
  const rows = await tx.query<{ id: string }>(sql`
    select id from conversations
    where lead_id = ${lead.id} and (lead_name <> ${lead_name} or possible_duplicate <> ${possible_duplicate})
    order by id for update`);
  const drafts = [];
  for (const { id } of rows) {
    const row = await lockConversation(tx, id);
    if (!row) continue;
    const work = ConversationWork.on(row, app);
    work.set({ lead_name, possible_duplicate });
    work.cardChanged(actor);
    await work.write(tx);
    drafts.push(...work.drafts);
  }
  if (drafts.length > 0) await appendEvents(tx, app, lead.bot_id, drafts);
}
