/** The list of tickets by view, and how many each view has. */
import type * as z from 'zod/mini';
import type { ticketCalls } from '../../contract/calls/tickets.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import { TICKET_LIMITS, type TicketView } from '../../contract/rules/tickets.ts';
import { visibleTickets } from '../access/visible-tickets.ts';
import { presentId } from '../crm/present-id.ts';
import { cleanText } from '../platform/clean-text.ts';
import {
  type Database,
  join,
  likeText,
  type Queryable,
  type Sql,
  sql,
} from '../platform/database/database.ts';
import { codeOf } from './codes.ts';
import { type TicketRow, ticketColumns, toTicket } from './ticket-row.ts';

type Wanted = z.output<NonNullable<typeof ticketCalls.listTickets.query>>;

/** As `overdueAt` of machines/ticket/deadlines.ts judges it; a test holds the two together. */
export const isOverdue = (now: Date): Sql => sql`(t.state not in ('solved', 'closed') and (
  (t.first_answered_at is null and t.first_due_at <= ${now}) or t.solve_due_at <= ${now}))`;

const ofView = (view: TicketView, userId: number, now: Date): Sql => {
  switch (view) {
    case 'mine':
      return sql`(t.assignee_id = ${userId} and t.state not in ('solved', 'closed'))`;
    case 'unassigned':
      return sql`(t.assignee_id is null and t.state not in ('solved', 'closed'))`;
    case 'waiting_us':
      return sql`t.state in ('new', 'open')`;
    case 'waiting_client':
      return sql`t.state = 'waiting'`;
    case 'overdue':
      return isOverdue(now);
  }
};

/** Code, subject, words, or the client by name, mail and phone. */
function holds(search: string): Sql {
  const text = cleanText(search).trim();
  const pattern = sql`(select '%' || search_plain(${likeText(text)}::text) || '%')`;
  const digits = text.replace(/\D/g, '');
  const phone =
    digits.length >= 4
      ? sql`or regexp_replace(coalesce(l.phone, ''), '\\D', '', 'g') like ${`%${digits}%`}`
      : sql``;
  return sql`(t.tracking_code = ${codeOf(text) ?? ''} or search_plain(t.tracking_code) like ${pattern}
    or search_plain(t.subject) like ${pattern} or search_plain(coalesce(t.order_ref, '')) like ${pattern}
    or exists (select 1 from leads l where l.id = t.lead_id and (
      search_plain(coalesce(l.name, '')) like ${pattern} or search_plain(coalesce(l.email, '')) like ${pattern} ${phone}))
    or exists (select 1 from ticket_messages w left join messages m on m.id = w.message_id
      where w.ticket_id = t.id and search_plain(coalesce(m.text, w.text)) like ${pattern}))`;
}

async function conditions(db: Queryable, viewer: Viewer, wanted: Wanted, now: Date): Promise<Sql> {
  const lead = wanted.lead_id === undefined ? null : await presentId(db, wanted.lead_id);
  const parts: Sql[] = [sql`t.bot_id = ${wanted.bot_id}`, visibleTickets(viewer)];
  if (wanted.view) parts.push(ofView(wanted.view, viewer.user_id, now));
  if (wanted.state) parts.push(sql`t.state = ${wanted.state}`);
  if (wanted.priority) parts.push(sql`t.priority = ${wanted.priority}`);
  if (wanted.category) parts.push(sql`t.category = ${wanted.category}`);
  if (wanted.assignee !== undefined) parts.push(sql`t.assignee_id = ${wanted.assignee}`);
  if (lead !== null) parts.push(sql`t.lead_id = ${lead}`);
  if (wanted.conversation_id !== undefined)
    parts.push(sql`${wanted.conversation_id} in (t.conversation_id, t.talk_id)`);
  if (wanted.search?.trim()) parts.push(holds(wanted.search));
  return join(parts, ' and ');
}

const ORDERS = {
  recent: sql`t.updated_at desc, t.id desc`,
  due: sql`least(case when t.first_answered_at is null then t.first_due_at end, t.solve_due_at) asc nulls last, t.id`,
};

/** A page, with how many there are in all. */
export async function listTickets(db: Database, viewer: Viewer, wanted: Wanted, now: Date) {
  const { items = TICKET_LIMITS.page, page = 1, order = 'recent' } = wanted;
  return db.snapshot(async (tx) => {
    const where = await conditions(tx, viewer, wanted, now);
    const [count] = await tx.query<{ total: number }>(
      sql`select count(*)::int as total from tickets t where ${where}`,
    );
    const rows = await tx.query<TicketRow>(sql`
      select ${ticketColumns} from tickets t where ${where}
      order by ${ORDERS[order]} limit ${items} offset ${(page - 1) * items}`);
    const total = count?.total ?? 0;
    return { tickets: rows.map((row) => toTicket(row, now)), page, pages: Math.ceil(total / items), total };
  });
}

/** How many each view has for this person. */
export async function countTickets(db: Queryable, viewer: Viewer, botId: number, now: Date) {
  const n = (view: TicketView) => sql`count(*) filter (where ${ofView(view, viewer.user_id, now)})::int`;
  const [row] = await db.query<Record<TicketView, number>>(sql`
    select ${n('mine')} as mine, ${n('unassigned')} as unassigned, ${n('waiting_us')} as waiting_us,
      ${n('waiting_client')} as waiting_client, ${n('overdue')} as overdue
    from tickets t where t.bot_id = ${botId} and t.state <> 'closed' and ${visibleTickets(viewer)}`);
  return row ?? { mine: 0, unassigned: 0, waiting_us: 0, waiting_client: 0, overdue: 0 };
}
