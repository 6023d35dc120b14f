/** A new ticket: from a conversation, for a client, or by hand. */
import type * as z from 'zod/mini';
import type { ticketCalls } from '../../contract/calls/tickets.ts';
import type { TicketDetail } from '../../contract/entities/ticket.ts';
import { sees } from '../../machines/inbox/sight.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { presentId } from '../crm/present-id.ts';
import { type ConversationRow, conversationColumns } from '../inbox/conversation-row.ts';
import { authorOfUser } from '../inbox/once.ts';
import type { App } from '../platform/app.ts';
import { cleanLine, cleanText } from '../platform/clean-text.ts';
import { isUniqueViolation, type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { newTicket } from './new-ticket.ts';
import { requireAssignee } from './people.ts';
import { detailOf } from './show-ticket.ts';
import { cleanTags } from './tags.ts';
import { findTicket, requireSeen } from './ticket-row.ts';
import { notifyNew } from './told.ts';

type Wish = z.output<NonNullable<typeof ticketCalls.createTicket.body>>;

/**
 * Throws `Refused`: not_found (a conversation, client or ticket that is another bot's or out of sight), rule (no
 * subject, somebody who attends no tickets).
 */
export async function createTicket(app: App, by: BotSession, wish: Wish): Promise<TicketDetail> {
  try {
    return await app.db.transaction((tx) => create(tx, app, by, wish));
  } catch (error) {
    // The same wish came twice at once: the second one reads what the first one made.
    if (isUniqueViolation(error, 'tickets_once'))
      return app.db.transaction((tx) => create(tx, app, by, wish));
    throw error;
  }
}

async function create(tx: Transaction, app: App, by: BotSession, wish: Wish): Promise<TicketDetail> {
  const botId = by.link.bot_id;
  const author = authorOfUser(by.user.id);
  if (wish.temporal_id !== undefined) {
    const [made] = await tx.query<{ id: string }>(sql`
      select id from tickets where author = ${author} and temporal_id = ${wish.temporal_id} and bot_id = ${botId}`);
    const row = made ? await findTicket(tx, made.id) : null;
    if (row) return detailOf(app, tx, by.viewer, requireSeen(by.viewer, row));
  }
  const subject = cleanLine(wish.subject);
  if (subject === null) throw fieldFault('subject', 'Escribe el asunto del ticket.');
  const conversation = wish.conversation_id ? await seenConversation(tx, by, wish.conversation_id) : null;
  const leadId = conversation?.lead_id ?? (wish.lead_id ? await leadOfBot(tx, botId, wish.lead_id) : null);
  if (wish.lead_id && conversation && (await presentId(tx, wish.lead_id)) !== conversation.lead_id)
    throw fieldFault('lead_id', 'La conversación es de otro cliente.');
  const continues = wish.continues ? requireSeen(by.viewer, await findTicket(tx, wish.continues)) : null;
  if (continues && continues.bot_id !== botId) throw new Refused('not_found');
  const assignee = wish.assignee ? await requireAssignee(tx, botId, wish.assignee) : null;
  const work = await newTicket(tx, app, {
    bot_id: botId,
    subject,
    priority: wish.priority ?? 'normal',
    category: wish.category !== undefined ? wish.category : (conversation?.category ?? null),
    tags: cleanTags(wish.tags ?? []),
    lead_id: leadId,
    conversation_id: conversation?.id ?? null,
    assignee_id: assignee?.id ?? null,
    assignee_name: assignee?.name ?? null,
    assignee_image: assignee?.image ?? null,
    order_ref: cleanLine(wish.order_ref),
    continues: continues?.id ?? null,
    opened_kind: 'agent',
    opened_by_id: by.user.id,
    opened_by_name: by.user.name,
  });
  const text = cleanText(wish.text ?? '').trim();
  if (text !== '')
    work.say({
      from: 'agent',
      note: true,
      text,
      author,
      agent: { id: by.user.id, name: by.user.name, image: by.user.image },
    });
  await work.flush(tx);
  if (wish.temporal_id !== undefined)
    await tx.query(sql`
      update tickets set author = ${author}, temporal_id = ${wish.temporal_id} where id = ${work.row.id}`);
  await writeAudit(tx, app, {
    by: by.user,
    type: 'ticket',
    id: work.row.id,
    botId,
    before: null,
    after: { tracking_code: work.row.tracking_code, subject, priority: work.row.priority, state: 'new' },
  });
  await notifyNew(tx, app, work.row, by.user);
  const made = await findTicket(tx, work.row.id);
  if (!made) throw new Error('The ticket was not written');
  return detailOf(app, tx, by.viewer, made);
}

/** Throws not_found for another bot's, or one that the caller does not see. */
async function seenConversation(tx: Queryable, by: BotSession, id: string): Promise<ConversationRow> {
  const [row] = await tx.query<ConversationRow>(
    sql`select ${conversationColumns} from conversations c where c.id = ${id} and c.bot_id = ${by.link.bot_id}`,
  );
  if (!row || !sees(by.viewer, row)) throw new Refused('not_found');
  return row;
}

async function leadOfBot(tx: Queryable, botId: number, id: string): Promise<string> {
  const present = await presentId(tx, id);
  const [row] = await tx.query<{ id: string }>(
    sql`select id from leads where id = ${present} and bot_id = ${botId} for key share`,
  );
  if (!row) throw new Refused('not_found');
  return row.id;
}
