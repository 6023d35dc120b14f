/** Tickets that a bot's node opens: the code is told in the bot's answer, in the transaction that writes both. */
import type { NodeTicket } from '../../contract/entities/bot-node.ts';
import { TICKET_LIMITS } from '../../contract/rules/tickets.ts';
import type { ReservedTicket, TicketDesk, TicketTalk } from '../assistant/ticket-desk.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { nextCode } from './codes.ts';
import { botName } from './mail-answer.ts';
import { newTicket } from './new-ticket.ts';
import { pageUrl } from './page-address.ts';
import { notifyNew } from './told.ts';

interface Known {
  id: string;
  tracking_code: string;
}

/** The desk that bots are handed (server/compose.ts). */
export function botTickets(app: App): TicketDesk {
  const told = ({ id, tracking_code }: Known) => ({
    code: tracking_code,
    url: pageUrl(app, id, app.clock.now()),
  });
  return {
    async reserve(tx, talk, wish, key): Promise<ReservedTicket> {
      const known = await newestOfMany(tx, talk);
      if (known) return { ...told(known), open: async () => undefined };
      const one: Known = { id: app.ids(), tracking_code: await nextCode(tx, talk.botId) };
      return { ...told(one), open: () => open(tx, app, talk, wish, one, key) };
    },
  };
}

/** The newest of those that bots opened for this customer, where they have as many open as one may; null: they have not. */
async function newestOfMany(db: Queryable, { visitorId }: TicketTalk): Promise<Known | null> {
  const rows = await db.query<Known>(sql`
    select t.id, t.tracking_code from conversations c join tickets t on t.conversation_id = c.id
    where c.visitor_id = ${visitorId} and t.opened_kind = 'bot' and t.state in ('new', 'open', 'waiting')
    order by t.created_at desc, t.id desc limit ${TICKET_LIMITS.openByBot}`);
  return rows.length < TICKET_LIMITS.openByBot ? null : (rows[0] ?? null);
}

async function open(
  tx: Transaction,
  app: App,
  talk: TicketTalk,
  wish: NodeTicket,
  one: Known,
  key: string,
): Promise<void> {
  const name = (await botName(tx, talk.botId)) || 'Chatbot';
  const subject = cleanLine(wish.subject)?.slice(0, TICKET_LIMITS.subject).trim();
  const work = await newTicket(tx, app, {
    ...one,
    bot_id: talk.botId,
    // A subject that was nothing but a value which nobody gave.
    subject: subject || `Consulta de ${talk.leadName}`.slice(0, TICKET_LIMITS.subject),
    priority: wish.priority,
    category: wish.area ?? talk.category,
    lead_id: talk.leadId,
    lead_name: talk.leadName,
    conversation_id: talk.conversationId,
    opened_kind: 'bot',
    opened_by_name: name,
  });
  work.say({
    from: 'Cliente',
    text: talk.message.text,
    way: talk.channel,
    message: { id: talk.message.id, status: 'sent', reason: null },
  });
  await work.flush(tx);
  await tx.query(sql`
    update tickets set author = ${`b:${talk.botId}`}, temporal_id = ${key} where id = ${one.id}`);
  await notifyNew(tx, app, work.row, null);
}
