/** The customer's page of one ticket: whoever has its signed address, without an account. */
import type { TicketPage } from '../../contract/entities/ticket.ts';
import { TICKET_LIMITS } from '../../contract/rules/tickets.ts';
import type { App } from '../platform/app.ts';
import { cleanText } from '../platform/clean-text.ts';
import { isUniqueViolation, type Queryable, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { hearCustomer, lockPresent } from './hear-customer.ts';
import { botName } from './mail-answer.ts';
import { findWritten, messagesOf, withFiles } from './messages.ts';
import { openPageToken } from './page-address.ts';
import { findTicket, type TicketRow } from './ticket-row.ts';

const GONE = 'Este enlace ya no está disponible. Escríbenos otra vez y te enviaremos uno nuevo.';
/** A page shows this many of the latest messages. */
const SHOWN = 2 * TICKET_LIMITS.messages;

/** The ticket of a token. Throws not_found for a token of nobody, one that is over, a deleted bot. */
async function openPage(app: App, token: string): Promise<{ row: TicketRow; ends: Date }> {
  const opened = openPageToken(app, token, app.clock.now());
  const row = opened ? await findTicket(app.db, opened.id) : null;
  if (!opened || !row) throw new Refused('not_found', { message: GONE });
  if (row.bot_id !== null) {
    const [bot] = await app.db.query(
      sql`select id from bots where id = ${row.bot_id} and deleted_at is null`,
    );
    if (!bot) throw new Refused('not_found', { message: GONE });
  }
  return { row, ends: opened.ends };
}

/** What the customer sees: no notes, no steps, no other ticket but by its code. */
export async function readPage(app: App, token: string): Promise<TicketPage> {
  const { row, ends } = await openPage(app, token);
  return pageOf(app, app.db, row, ends);
}

async function pageOf(app: App, db: Queryable, row: TicketRow, ends: Date): Promise<TicketPage> {
  const [next] = await db.query<{ tracking_code: string }>(sql`
    select tracking_code from tickets where continues = ${row.id} and opened_kind = 'visitor'
    order by created_at desc, id desc limit 1`);
  const messages = await messagesOf(db, row.id, { notes: false, most: SHOWN });
  return {
    tracking_code: row.tracking_code,
    subject: row.subject,
    state: row.state,
    bot_name: (await botName(db, row.bot_id)) || app.config.product.name,
    created_at: row.created_at,
    updated_at: row.updated_at,
    merged_into: row.merged_code,
    continued_by: next?.tracking_code ?? null,
    expires_at: ends.toISOString(),
    messages: messages.map(({ id, from, agent, text, attachments, created_at }) => ({
      id,
      from: from === 'Cliente' ? 'Cliente' : 'team',
      name: from === 'agent' ? (agent?.name ?? null) : null,
      text,
      attachments: withFiles(app, attachments),
      created_at,
    })),
  };
}

/**
 * The customer's words, once per `temporal_id`. Throws not_found; rule for nothing in it.
 */
export async function answerPage(
  app: App,
  token: string,
  wish: { text: string; temporal_id: string },
): Promise<TicketPage> {
  const { row, ends } = await openPage(app, token);
  const text = cleanText(wish.text);
  if (text.trim() === '') throw new Refused('rule', { message: 'Escribe un mensaje antes de enviarlo.' });
  const author = `t:${row.id}`;
  const hear = () =>
    app.db.transaction(async (tx) => {
      if (await findWritten(tx, author, wish.temporal_id)) return;
      const [blocked] = await tx.query(sql`
        select id from leads where id = ${row.lead_id}::text and blocked_at is not null`);
      // As in the chat: who is blocked is answered like anybody, and heard by nobody.
      if (blocked) return;
      const present = await lockPresent(tx, row.id);
      if (!present) throw new Refused('not_found', { message: GONE });
      if (await findWritten(tx, author, wish.temporal_id)) return;
      await hearCustomer(tx, app, present, { text, way: 'page', author, temporalId: wish.temporal_id });
    });
  try {
    await hear();
  } catch (error) {
    // The same words came twice at once.
    if (!isUniqueViolation(error, 'ticket_messages_once')) throw error;
  }
  return pageOf(app, app.db, (await findTicket(app.db, row.id)) ?? row, ends);
}
