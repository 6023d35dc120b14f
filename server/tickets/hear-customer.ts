/** The customer's words to a ticket, from wherever they come: they bring it back, or begin one that goes on with it. */
import type { Attachment } from '../../contract/entities/message.ts';
import { TICKET_STATE_LABELS, type TicketWay } from '../../contract/rules/tickets.ts';
import { customerWrote } from '../../machines/ticket/moves.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { newTicket } from './new-ticket.ts';
import { readTicketSettings } from './read-settings.ts';
import { lockTicket, type TicketRow } from './ticket-row.ts';
import { TicketWork } from './ticket-work.ts';
import { notifyAnswer, notifyNew } from './told.ts';

const DAY = 24 * 60 * 60_000;
/** Merges in a row that are followed; more is a ring that nobody made. */
const MERGES = 50;

export interface CustomerWords {
  text: string;
  way: TicketWay;
  /** As once keys are kept. */
  author?: string | null;
  temporalId?: string | null;
  message?: { id: string; status: 'sent'; reason: null } | null;
  /** The conversation that they came in. */
  talkId?: string | null;
  /** Their files, claimed for the ticket that hears them. */
  attachments?: (ticketId: string) => Promise<Attachment[]>;
  /** What its history tells of them besides. */
  step?: string | null;
}

/** Locks the ticket, or the one that it was merged into: nothing new goes to what was merged. */
export async function lockPresent(tx: Transaction, id: string): Promise<TicketRow | null> {
  let row = await lockTicket(tx, id);
  for (let step = 0; row?.merged_into && step < MERGES; step += 1)
    row = await lockTicket(tx, row.merged_into);
  return row;
}

/** The newest one that goes on with it, where it is over. */
async function continuing(tx: Transaction, row: TicketRow): Promise<TicketRow | null> {
  const [next] = await tx.query<{ id: string }>(sql`
    select id from tickets where continues = ${row.id} and opened_kind = 'visitor' order by created_at desc, id desc limit 1`);
  return next ? lockPresent(tx, next.id) : null;
}

/**
 * Takes the words into a locked, present ticket. @returns the ticket that has them
 */
export async function hearCustomer(
  tx: Transaction,
  app: App,
  row: TicketRow,
  words: CustomerWords,
): Promise<TicketRow> {
  const { reopen_days } = await readTicketSettings(tx, row.bot_id);
  const late =
    row.solved_at !== null && app.clock.now().getTime() > Date.parse(row.solved_at) + reopen_days * DAY;
  const { state, does } = customerWrote(row.state, late);
  if (does === 'go_on') {
    const next = await continuing(tx, row);
    return next ? hearCustomer(tx, app, next, words) : goOn(tx, app, row, words);
  }
  const work = TicketWork.on(app, row);
  await say(work, words);
  if (does === 'reopen') {
    work.move(state);
    work.set({ reopened: row.reopened + 1 });
    work.step(customer(row), `Respondió: el ticket vuelve a ${TICKET_STATE_LABELS[state]}`);
  }
  await work.flush(tx);
  await notifyAnswer(tx, app, work.row, null);
  return work.row;
}

/** A new ticket for words that came after the old one was over. */
async function goOn(tx: Transaction, app: App, row: TicketRow, words: CustomerWords): Promise<TicketRow> {
  let work = await newTicket(tx, app, {
    bot_id: row.bot_id,
    subject: row.subject,
    priority: row.priority,
    category: row.category,
    lead_id: row.lead_id,
    lead_name: row.lead_name,
    conversation_id: row.conversation_id,
    talk_id: words.talkId ?? row.talk_id,
    assignee_id: row.assignee_id,
    assignee_name: row.assignee_name,
    order_ref: row.order_ref,
    continues: row.id,
    opened_kind: 'visitor',
    opened_by_id: row.bot_id === null ? row.opened_by_id : null,
    opened_by_name: customer(row),
  });
  if (words.attachments) {
    // Files name the ticket: it has to be there.
    await work.flush(tx);
    work = TicketWork.on(app, work.row);
  }
  await say(work, words);
  work.step(customer(row), `Continúa ${row.tracking_code}, que ya estaba terminado`);
  await work.flush(tx);
  await notifyNew(tx, app, work.row, null);
  return work.row;
}

const customer = (row: TicketRow): string => row.lead_name ?? 'El cliente';

async function say(work: TicketWork, words: CustomerWords): Promise<void> {
  const attachments = await words.attachments?.(work.row.id);
  work.say({
    from: 'Cliente',
    text: words.text,
    way: words.way,
    author: words.author ?? null,
    temporal_id: words.temporalId ?? null,
    message: words.message ?? null,
    ...(attachments ? { attachments } : {}),
  });
  if (words.step) work.step(customer(work.row), words.step);
  if (words.talkId) work.set({ talk_id: words.talkId });
}
