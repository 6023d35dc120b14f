/**
 * Tickets to the makers of the product (`bot_id` null): who needs help opens one, internal accounts read and answer them
 * (docs/protocol.md 'Tickets, incidents, notifications'). The support screen's calls are built on this.
 */
import type { Attachment } from '../../contract/entities/message.ts';
import type { Ticket, TicketMessage } from '../../contract/entities/ticket.ts';
import type { User } from '../../contract/entities/user.ts';
import { authorOfUser } from '../inbox/once.ts';
import type { App } from '../platform/app.ts';
import { cleanLine, cleanText } from '../platform/clean-text.ts';
import { isUniqueViolation, sql, type Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import { hearCustomer, lockPresent } from './hear-customer.ts';
import { findWritten, messagesOf, withFiles } from './messages.ts';
import { newTicket } from './new-ticket.ts';
import { claimForTicket } from './ticket-files.ts';
import {
  findTicket,
  illegalMove,
  requireUnmerged,
  type TicketRow,
  ticketColumns,
  toTicket,
} from './ticket-row.ts';
import { TicketWork } from './ticket-work.ts';
import { notifyMakers, notifyNew } from './told.ts';

type Writer = Pick<User, 'id' | 'name' | 'image' | 'staff'>;

/** Who opened it, and internal accounts. Throws not_found for anybody else, and for a ticket of a bot. */
function requireMakers(user: Writer, row: TicketRow | null): TicketRow {
  if (!row || row.bot_id !== null || !(user.staff || row.opened_by_id === user.id))
    throw new Refused('not_found');
  return row;
}

const filesOf = (
  tx: Transaction,
  { id }: Pick<TicketRow, 'id'>,
  author: string,
  ids: readonly string[] = [],
): Promise<Attachment[]> =>
  claimForTicket(tx, { botId: null, ticketId: id, conversationId: null, author }, ids);

/**
 * Opens one with its first words, once per person and `temporalId`. Throws rule at the field for an empty subject or text.
 */
export async function openMakersTicket(
  app: App,
  user: Writer,
  wish: { subject: string; text: string; temporalId: string; attachments?: readonly string[] | undefined },
): Promise<Ticket> {
  const subject = cleanLine(wish.subject);
  if (subject === null) throw fieldFault('subject', 'Escribe en pocas palabras qué necesitas.');
  const text = cleanText(wish.text);
  if (text.trim() === '') throw fieldFault('text', 'Cuéntanos qué pasa.');
  const author = authorOfUser(user.id);
  const once = () =>
    app.db.transaction(async (tx) => {
      const written = await findWritten(tx, author, wish.temporalId);
      const made = written ? await findTicket(tx, written.ticket_id) : null;
      if (made) return toTicket(requireMakers(user, made), app.clock.now());
      const work = await newTicket(tx, app, {
        bot_id: null,
        subject,
        opened_kind: 'visitor',
        opened_by_id: user.id,
        opened_by_name: user.name,
      });
      // Files name the ticket: it has to be there.
      await work.flush(tx);
      const begun = TicketWork.on(app, work.row);
      begun.say({
        from: 'Cliente',
        text,
        way: 'page',
        author,
        temporal_id: wish.temporalId,
        agent: { id: user.id, name: user.name, image: user.image },
        attachments: await filesOf(tx, begun.row, author, wish.attachments),
      });
      await begun.flush(tx);
      await notifyNew(tx, app, begun.row, null);
      return toTicket(begun.row, app.clock.now());
    });
  try {
    return await once();
  } catch (error) {
    if (isUniqueViolation(error, 'ticket_messages_once')) return once();
    throw error;
  }
}

/** Latest change first, at most 200: a person's own, or for internal accounts all. */
export async function listMakersTickets(app: App, user: Writer, all: boolean): Promise<Ticket[]> {
  const whose = all && user.staff ? sql`true` : sql`t.opened_by_id = ${user.id}`;
  const rows = await app.db.query<TicketRow>(sql`
    select ${ticketColumns} from tickets t where t.bot_id is null and ${whose}
    order by t.updated_at desc, t.id desc limit 200`);
  return rows.map((row) => toTicket(row, app.clock.now()));
}

/** Its words, oldest first; notes are for internal accounts alone. Throws not_found. */
export async function readMakersTicket(
  app: App,
  user: Writer,
  id: string,
): Promise<{ ticket: Ticket; messages: TicketMessage[] }> {
  const row = requireMakers(user, await findTicket(app.db, id));
  return {
    ticket: toTicket(row, app.clock.now()),
    messages: (await messagesOf(app.db, id, { notes: user.staff })).map((message) => ({
      ...message,
      attachments: withFiles(app, message.attachments),
    })),
  };
}

/**
 * An answer of an internal account, or words of who opened it, once per person and `temporalId`. Internal accounts'
 * words bring it to `waiting`, and who opened it is told. Throws not_found, illegal_move, rule.
 */
export async function writeMakersMessage(
  app: App,
  user: Writer,
  id: string,
  wish: {
    text: string;
    temporalId: string;
    attachments?: readonly string[] | undefined;
    note?: boolean;
    solve?: boolean;
  },
): Promise<{ ticket: Ticket; messages: TicketMessage[] }> {
  const text = cleanText(wish.text);
  const wanted = wish.attachments ?? [];
  if (text.trim() === '' && wanted.length === 0)
    throw new Refused('rule', { message: 'Escribe un mensaje antes de enviarlo.' });
  const author = authorOfUser(user.id);
  const once = () =>
    app.db.transaction(async (tx) => {
      requireMakers(user, await findTicket(tx, id));
      const row = requireMakers(user, await lockPresent(tx, id));
      if (await findWritten(tx, author, wish.temporalId)) return;
      requireUnmerged(row);
      if (row.opened_by_id === user.id) {
        await hearCustomer(tx, app, row, {
          text,
          way: 'page',
          author,
          temporalId: wish.temporalId,
          ...(wanted.length > 0
            ? { attachments: (ticketId) => filesOf(tx, { id: ticketId }, author, wanted) }
            : {}),
        });
        return;
      }
      if (row.state === 'closed') throw illegalMove(row, 'Este ticket está cerrado.');
      const work = TicketWork.on(app, row);
      const agent = { id: user.id, name: user.name, image: user.image };
      const note = wish.note ?? false;
      const attachments = await filesOf(tx, row, author, wanted);
      work.say({
        from: 'agent',
        text,
        note,
        way: 'page',
        author,
        temporal_id: wish.temporalId,
        agent,
        attachments,
      });
      if (!note) {
        for (const state of ['open', 'waiting', ...(wish.solve ? ['solved' as const] : [])] as const)
          work.move(state);
        work.step(user.name, '');
      }
      await work.flush(tx);
      if (!note) await notifyMakers(tx, app, work.row, { answeredBy: { id: user.id, name: user.name } });
    });
  try {
    await once();
  } catch (error) {
    if (!isUniqueViolation(error, 'ticket_messages_once')) throw error;
  }
  return readMakersTicket(app, user, id);
}
