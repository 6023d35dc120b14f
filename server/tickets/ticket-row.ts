/** A ticket as the database holds it, and what it becomes on the wire. */
import type { MessageFrom } from '../../contract/entities/message.ts';
import type { Ticket } from '../../contract/entities/ticket.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import type { TicketPriority, TicketState } from '../../contract/rules/tickets.ts';
import type { Area } from '../../contract/states.ts';
import { overdueAt } from '../../machines/ticket/deadlines.ts';
import { seesTicket } from '../../machines/ticket/sight.ts';
import { type Queryable, raw, sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';

export interface TicketRow {
  id: string;
  bot_id: number | null;
  tracking_code: string;
  subject: string;
  state: TicketState;
  priority: TicketPriority;
  category: Area | null;
  tags: string[];
  lead_id: string | null;
  lead_name: string | null;
  conversation_id: string | null;
  talk_id: string | null;
  assignee_id: number | null;
  assignee_name: string | null;
  assignee_image: string | null;
  opened_kind: 'agent' | 'visitor' | 'bot' | 'system';
  opened_by_id: number | null;
  opened_by_name: string;
  order_ref: string | null;
  merged_into: string | null;
  merged_code: string | null;
  continues: string | null;
  first_answered_at: string | null;
  solved_at: string | null;
  reopened: number;
  first_due_at: string | null;
  solve_due_at: string | null;
  first_told: string | null;
  solve_told: string | null;
  last_message: string;
  last_message_from: MessageFrom | null;
  last_message_at: string | null;
  entries: number;
  created_at: string;
  updated_at: string;
}

/** The select list of a row of `tickets t`. Names are subqueries: a row that was waited for is read again with them. */
export const ticketColumns = raw(`
  t.id, t.bot_id, t.tracking_code, t.subject, t.state, t.priority, t.category, t.tags, t.lead_id,
  (select coalesce(l.name, l.email, l.phone) from leads l where l.id = t.lead_id) as lead_name,
  t.conversation_id, t.talk_id, t.assignee_id,
  (select u.name from users u where u.id = t.assignee_id) as assignee_name,
  (select u.image from users u where u.id = t.assignee_id) as assignee_image,
  t.opened_kind, t.opened_by_id, t.opened_by_name, t.order_ref, t.merged_into,
  (select s.tracking_code from tickets s where s.id = t.merged_into) as merged_code,
  t.continues, t.first_answered_at, t.solved_at, t.reopened, t.first_due_at, t.solve_due_at, t.first_told, t.solve_told,
  t.last_message, t.last_message_from, t.last_message_at, t.entries, t.created_at, t.updated_at`);

/** Locks a ticket until the end of the transaction; null when it does not exist. */
export async function lockTicket(tx: Queryable, id: string): Promise<TicketRow | null> {
  const [row] = await tx.query<TicketRow>(
    sql`select ${ticketColumns} from tickets t where t.id = ${id} for update of t`,
  );
  return row ?? null;
}

/** Reads a ticket; null when it does not exist. */
export async function findTicket(db: Queryable, id: string): Promise<TicketRow | null> {
  const [row] = await db.query<TicketRow>(sql`select ${ticketColumns} from tickets t where t.id = ${id}`);
  return row ?? null;
}

const sightOf = (row: TicketRow) => ({
  category: row.category,
  assignee: row.assignee_id,
  opened_by_id: row.opened_by_id,
});

/** Whether somebody at the bot sees it as it is. */
export const seesRow = (viewer: Viewer, row: TicketRow): boolean => seesTicket(viewer, sightOf(row));

/** Throws not_found for a ticket that the viewer does not see: it does not exist for them. */
export function requireSeen(viewer: Viewer, row: TicketRow | null): TicketRow {
  if (!row || !seesRow(viewer, row)) throw new Refused('not_found');
  return row;
}

const ms = (at: string | null): number | null => (at === null ? null : Date.parse(at));

/** What the wire carries, at an instant. */
export function toTicket(row: TicketRow, now: Date): Ticket {
  const due = { first: ms(row.first_due_at), solve: ms(row.solve_due_at) };
  const late = overdueAt(due, {
    state: row.state,
    answeredAt: ms(row.first_answered_at),
    now: now.getTime(),
  });
  return {
    id: row.id,
    tracking_code: row.tracking_code,
    bot_id: row.bot_id,
    subject: row.subject,
    state: row.state,
    priority: row.priority,
    category: row.category,
    tags: row.tags,
    lead_id: row.lead_id,
    lead_name: row.lead_name,
    conversation_id: row.conversation_id,
    assignee: row.assignee_id,
    assignee_name: row.assignee_name,
    assignee_image: row.assignee_image,
    opened_by: { kind: row.opened_kind, id: row.opened_by_id, name: row.opened_by_name },
    order_ref: row.order_ref,
    first_due_at: row.first_due_at,
    solve_due_at: row.solve_due_at,
    first_answered_at: row.first_answered_at,
    overdue: late.first || late.solve,
    reopened: row.reopened,
    merged_into:
      row.merged_into === null ? null : { id: row.merged_into, tracking_code: row.merged_code ?? '' },
    last_message: row.last_message,
    last_message_from: row.last_message_from,
    last_message_at: row.last_message_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** The refusal of a move: 409 with the present state, and where a merged one went. */
export function illegalMove(row: TicketRow, message: string): Refused {
  return new Refused('illegal_move', {
    message,
    details: {
      state: row.state,
      ...(row.merged_into ? { merged_into: { id: row.merged_into, tracking_code: row.merged_code } } : {}),
    },
  });
}

/** Throws 409 for one that was merged: it takes nothing new. */
export function requireUnmerged(row: TicketRow): void {
  if (row.merged_into === null) return;
  throw illegalMove(row, `Este ticket se unió a ${row.merged_code ?? 'otro'}: sigue allí.`);
}
