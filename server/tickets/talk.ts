/** Where a ticket's customer is answered: the conversation in which they are now, their mail, or the page alone. */
import type { TicketReach } from '../../contract/entities/ticket.ts';
import { emailFault } from '../../contract/rules/email.ts';
import { isLocked, LOCK_TEXT } from '../../contract/rules/lock.ts';
import { TICKET_WAY_LABELS } from '../../contract/rules/tickets.ts';
import {
  type ConversationRow,
  conversationColumns,
  lockConversation,
  lockLatestConversation,
} from '../inbox/conversation-row.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import type { TicketRow } from './ticket-row.ts';

type Told = Pick<TicketRow, 'talk_id' | 'lead_id'>;

/** The conversation by which it would be answered, and its visitor; without a talk of its own, the client's latest. */
async function talkOf(
  db: Queryable,
  { talk_id, lead_id }: Told,
  email: string | null,
): Promise<{ id: string; visitor_id: string | null } | null> {
  // A client with a mail who never wrote about this is answered there.
  if (talk_id === null && (lead_id === null || email !== null)) return null;
  const [row] = await db.query<{ id: string; visitor_id: string | null }>(
    talk_id === null
      ? sql`select c.id, c.visitor_id from conversations c where c.lead_id = ${lead_id}
          order by c.last_message_date desc, c.id desc limit 1`
      : sql`select c.id, c.visitor_id from conversations c where c.id = ${talk_id}`,
  );
  return row ?? null;
}

/** The client's address, where it is one. */
export async function mailOf(db: Queryable, leadId: string | null): Promise<string | null> {
  if (leadId === null) return null;
  const [row] = await db.query<{ email: string | null }>(sql`select email from leads where id = ${leadId}`);
  const email = row?.email ?? null;
  return email !== null && emailFault(email) === null ? email : null;
}

/** Locks the conversation in which they are answered, behind their visitor as customers' messages do; null: none. */
export async function lockTalk(tx: Queryable, ticket: Told): Promise<ConversationRow | null> {
  const talk = await talkOf(tx, ticket, await mailOf(tx, ticket.lead_id));
  if (!talk) return null;
  if (talk.visitor_id === null) return lockConversation(tx, talk.id);
  await tx.query(sql`select id from visitors where id = ${talk.visitor_id} for update`);
  return (await lockLatestConversation(tx, talk.visitor_id)) ?? lockConversation(tx, talk.id);
}

/** The same, read alone. */
export async function readTalk(db: Queryable, ticket: Told): Promise<ConversationRow | null> {
  const talk = await talkOf(db, ticket, await mailOf(db, ticket.lead_id));
  if (!talk) return null;
  const [row] = await db.query<ConversationRow>(
    talk.visitor_id === null
      ? sql`select ${conversationColumns} from conversations c where c.id = ${talk.id}`
      : sql`select ${conversationColumns} from conversations c where c.visitor_id = ${talk.visitor_id}
          order by c.created_at desc, c.id desc limit 1`,
  );
  return row ?? null;
}

/** How an answer would reach them now; the way on which they wrote goes first. */
export function reachOf(talk: ConversationRow | null, email: string | null, now: Date): TicketReach {
  const locked = talk !== null && isLocked(talk.channel, talk.last_customer_message_at, now);
  const unconnected = talk !== null && talk.channel !== 'web' && talk.connection_id === null;
  if (talk && !locked && !unconnected)
    return { way: talk.channel, text: TICKET_WAY_LABELS[talk.channel], hint: null };
  const hint = locked ? LOCK_TEXT : unconnected ? 'El canal por el que escribió no está conectado.' : null;
  if (email !== null) return { way: 'mail', text: email, hint };
  return { way: 'page', text: TICKET_WAY_LABELS.page, hint };
}
