/** Changes of a ticket by hand: state, priority, who has it, area, tags, subject, order. */
import type * as z from 'zod/mini';
import type { ticketCalls } from '../../contract/calls/tickets.ts';
import type { TicketDetail } from '../../contract/entities/ticket.ts';
import {
  TICKET_PRIORITY_LABELS,
  TICKET_STATE_LABELS,
  type TicketState,
} from '../../contract/rules/tickets.ts';
import { ticketMoved, ticketWay } from '../../machines/ticket/moves.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import type { Transaction } from '../platform/database/database.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { requireAssignee } from './people.ts';
import { detailOf } from './show-ticket.ts';
import { cleanTags } from './tags.ts';
import {
  findTicket,
  illegalMove,
  lockTicket,
  requireSeen,
  requireUnmerged,
  type TicketRow,
} from './ticket-row.ts';
import { TicketWork } from './ticket-work.ts';
import { notifyPeople } from './told.ts';

type Wish = z.output<NonNullable<typeof ticketCalls.changeTicket.body>>;

/** What of a row people read in the record of changes. */
export const audited = (row: TicketRow) => ({
  state: row.state,
  priority: row.priority,
  assignee: row.assignee_name,
  category: row.category,
  tags: row.tags,
  subject: row.subject,
  order_ref: row.order_ref,
});

/** Throws `Refused`: not_found, illegal_move (409 with the present state), rule at the field. */
export async function changeTicket(app: App, by: BotSession, id: string, wish: Wish): Promise<TicketDetail> {
  return app.db.transaction(async (tx) => {
    const row = requireSeen(by.viewer, await lockTicket(tx, id));
    requireUnmerged(row);
    const work = TicketWork.on(app, row);
    const said = await apply(tx, work, by, wish);
    return finish(tx, app, by, row, work, said);
  });
}

/** From wherever it is, by the machine's own steps. Throws illegal_move for a closed one. */
export async function solveTicket(app: App, by: BotSession, id: string): Promise<TicketDetail> {
  return app.db.transaction(async (tx) => {
    const row = requireSeen(by.viewer, await lockTicket(tx, id));
    requireUnmerged(row);
    const way = ticketWay(row.state, 'solved');
    if (way === null) throw refusal(row, 'solved');
    const work = TicketWork.on(app, row);
    for (const state of way) work.move(state);
    return finish(tx, app, by, row, work, way.length === 0 ? [] : [moveText('solved')]);
  });
}

const moveText = (state: TicketState): string => `Pasó el ticket a ${TICKET_STATE_LABELS[state]}`;

/** 409 for a state that does not follow from this one. */
function refusal(row: TicketRow, wanted: TicketState): Refused {
  return illegalMove(
    row,
    `Un ticket en ${TICKET_STATE_LABELS[row.state]} no puede pasar a ${TICKET_STATE_LABELS[wanted]}.`,
  );
}

/** @returns what was done, in words */
async function apply(tx: Transaction, work: TicketWork, by: BotSession, wish: Wish): Promise<string[]> {
  const said: string[] = [];
  const { row } = work;
  if (wish.subject !== undefined) {
    const subject = cleanLine(wish.subject);
    if (subject === null) throw fieldFault('subject', 'Escribe el asunto del ticket.');
    if (subject !== row.subject) said.push(`Cambió el asunto: «${subject}»`);
    work.set({ subject });
  }
  if (wish.priority !== undefined && wish.priority !== row.priority) {
    said.push(`Cambió la prioridad a ${TICKET_PRIORITY_LABELS[wish.priority].toLowerCase()}`);
    work.set({ priority: wish.priority });
  }
  if (wish.category !== undefined && wish.category !== row.category) {
    said.push(wish.category === null ? 'Quitó el área' : `Cambió el área a ${wish.category}`);
    work.set({ category: wish.category });
  }
  if (wish.tags !== undefined) {
    const tags = cleanTags(wish.tags);
    if (tags.join('\n') !== row.tags.join('\n'))
      said.push(tags.length === 0 ? 'Quitó las etiquetas' : `Etiquetas: ${tags.join(', ')}`);
    work.set({ tags });
  }
  if (wish.order_ref !== undefined) {
    const order_ref = cleanLine(wish.order_ref);
    if (order_ref !== row.order_ref)
      said.push(order_ref === null ? 'Quitó el pedido' : `Vinculó el pedido ${order_ref}`);
    work.set({ order_ref });
  }
  if (wish.assignee !== undefined && wish.assignee !== row.assignee_id) {
    const given = wish.assignee === null ? null : await requireAssignee(tx, by.link.bot_id, wish.assignee);
    said.push(
      given === null
        ? 'Dejó el ticket sin asignar'
        : given.id === by.user.id
          ? 'Tomó el ticket'
          : `Asignó el ticket a ${given.name}`,
    );
    work.set({
      assignee_id: given?.id ?? null,
      assignee_name: given?.name ?? null,
      assignee_image: given?.image ?? null,
    });
  }
  if (wish.state !== undefined) {
    const next = ticketMoved(row.state, wish.state);
    if (next === null) throw refusal(row, wish.state);
    if (next !== row.state) said.push(moveText(next));
    work.move(next);
  }
  return said;
}

/** Writes what was done, where anything was. @returns the ticket as it is now, also for who gave it out of sight */
async function finish(
  tx: Transaction,
  app: App,
  by: BotSession,
  before: TicketRow,
  work: TicketWork,
  said: readonly string[],
): Promise<TicketDetail> {
  if (said.length > 0) {
    work.step(by.user.name, said.join('. '));
    await work.flush(tx);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'ticket',
      id: before.id,
      botId: by.link.bot_id,
      before: audited(before),
      after: audited(work.row),
    });
    const { assignee_id } = work.row;
    if (assignee_id !== null && assignee_id !== before.assignee_id)
      await notifyPeople(tx, app, work.row, [assignee_id], {
        action: 'create_new_ticket_notification',
        subject: 'Te asignaron un ticket',
        body: `${by.user.name} te asignó ${work.row.tracking_code}: ${work.row.subject}`,
        plain: `${work.row.tracking_code} es tuyo.`,
        by: by.user,
      });
  }
  const after = await findTicket(tx, before.id);
  if (!after) throw new Refused('not_found');
  return detailOf(app, tx, by.viewer, after);
}
