/** A ticket before anything was said in it. */
import { TICKET_PRIORITY_LABELS } from '../../contract/rules/tickets.ts';
import type { App } from '../platform/app.ts';
import type { Transaction } from '../platform/database/database.ts';
import { nextCode } from './codes.ts';
import type { TicketRow } from './ticket-row.ts';
import { TicketWork } from './ticket-work.ts';

type Given = Pick<TicketRow, 'bot_id' | 'subject' | 'opened_kind' | 'opened_by_name'> & Partial<TicketRow>;

/** Begins one, with its code; `flush` writes it. */
export async function newTicket(tx: Transaction, app: App, given: Given): Promise<TicketWork> {
  const at = app.clock.now().toISOString();
  const row: TicketRow = {
    id: app.ids(),
    tracking_code: given.tracking_code ?? (await nextCode(tx, given.bot_id)),
    state: 'new',
    priority: 'normal',
    category: null,
    tags: [],
    lead_id: null,
    lead_name: null,
    conversation_id: null,
    talk_id: given.conversation_id ?? null,
    assignee_id: null,
    assignee_name: null,
    assignee_image: null,
    opened_by_id: null,
    order_ref: null,
    merged_into: null,
    merged_code: null,
    continues: null,
    first_answered_at: null,
    solved_at: null,
    reopened: 0,
    first_due_at: null,
    solve_due_at: null,
    first_told: null,
    solve_told: null,
    last_message: '',
    last_message_from: null,
    last_message_at: null,
    entries: 0,
    created_at: at,
    updated_at: at,
    ...given,
  };
  const work = TicketWork.create(app, row);
  work.step(
    row.opened_by_name,
    `Creó el ticket, prioridad ${TICKET_PRIORITY_LABELS[row.priority].toLowerCase()}`,
  );
  return work;
}
