/**
 * One ticket under its row lock, being changed. Commands speak to it in the order in which things happen; `flush` writes
 * the row, its steps and words, works out when it is due, sets its clocks, and tells who sees it.
 */
import type { Attachment, Mention, MessageFrom } from '../../contract/entities/message.ts';
import type { TicketMessage } from '../../contract/entities/ticket.ts';
import type { TicketState, TicketWay } from '../../contract/rules/tickets.ts';
import type { App } from '../platform/app.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import { setClocks } from './due.ts';
import type { TicketRow } from './ticket-row.ts';
import { tellTicket } from './told.ts';

export interface TicketWords {
  from: MessageFrom;
  text: string;
  note?: boolean;
  author?: string | null;
  temporal_id?: string | null;
  agent?: { id: number; name: string; image: string | null } | null;
  attachments?: Attachment[];
  mentions?: Mention[];
  way?: TicketWay | null;
  /** The message of a conversation that it is: its words stand there. */
  message?: { id: string; status: TicketMessage['message_status']; reason: string | null } | null;
}

interface Step {
  id: string;
  by: string;
  text: string;
}

const PREVIEW = 160;
/** One line of it, not cut in the middle of a letter. */
export const preview = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= PREVIEW ? line : `${line.slice(0, PREVIEW - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
};

export class TicketWork {
  readonly row: TicketRow;
  readonly #before: TicketRow | null;
  readonly #app: App;
  readonly #steps: Step[] = [];
  readonly #said: (TicketMessage & { author: string | null })[] = [];
  #now: Date | null = null;

  private constructor(app: App, row: TicketRow, before: TicketRow | null) {
    this.row = { ...row };
    this.#before = before;
    this.#app = app;
  }

  /** Work on a row that `lockTicket` returned. */
  static on(app: App, row: TicketRow): TicketWork {
    return new TicketWork(app, row, row);
  }

  /** Work on a ticket that `flush` inserts. */
  static create(app: App, row: TicketRow): TicketWork {
    const work = new TicketWork(app, row, null);
    work.#now = new Date(row.created_at);
    return work;
  }

  /** The one moment at which all of this happens. */
  get now(): Date {
    this.#now ??= this.#app.clock.now();
    return this.#now;
  }

  /** Changes columns. */
  set(patch: Partial<TicketRow>): void {
    Object.assign(this.row, patch);
  }

  /** Notes a step of its history: how it stands from now on, and in words what somebody did. */
  step(by: string, text: string): void {
    this.#steps.push({ id: this.#app.ids(), by, text });
  }

  /** Brings it to a state, with what follows from that. */
  move(state: TicketState): void {
    if (state === this.row.state) return;
    const at = this.now.toISOString();
    this.set({ state, solved_at: state === 'solved' ? at : state === 'closed' ? this.row.solved_at : null });
  }

  /** Adds words at the end. */
  say(words: TicketWords): TicketMessage {
    const at = this.now.toISOString();
    const note = words.note ?? false;
    const order = this.row.entries + 1;
    const said: TicketMessage & { author: string | null } = {
      id: this.#app.ids(),
      ticket_id: this.row.id,
      temporal_id: words.temporal_id ?? null,
      from: words.from,
      text: words.text,
      agent: words.agent ?? null,
      note,
      attachments: words.attachments ?? [],
      mentions: words.mentions ?? [],
      way: note ? null : (words.way ?? null),
      message_status: words.message?.status ?? 'sent',
      reason: words.message?.reason ?? null,
      message_id: words.message?.id ?? null,
      created_at: at,
      order,
      author: words.author ?? null,
    };
    this.#said.push(said);
    const shown =
      words.text.trim() === '' && said.attachments[0] ? `Archivo: ${said.attachments[0].name}` : words.text;
    this.set({
      entries: order,
      ...(note ? {} : { last_message: preview(shown), last_message_from: words.from, last_message_at: at }),
      ...(words.from === 'agent' && !note ? { first_answered_at: this.row.first_answered_at ?? at } : {}),
    });
    const { author: _, ...message } = said;
    return message;
  }

  /** Writes everything: nothing of this ticket is to be changed after it in the transaction. */
  async flush(tx: Transaction): Promise<void> {
    const at = this.now;
    this.set({ updated_at: at.toISOString() });
    await (this.#before === null ? this.#insert(tx) : this.#update(tx));
    const { state, priority, category, id } = this.row;
    for (const step of this.#steps)
      await tx.query(sql`
        insert into ticket_steps (id, ticket_id, at, by_name, text, state, priority, category)
        values (${step.id}, ${id}, ${at}, ${step.by}, ${step.text}, ${state}, ${priority}, ${category})`);
    for (const said of this.#said)
      await tx.query(sql`
        insert into ticket_messages (id, ticket_id, position, sender, note, text, author, temporal_id, user_id, attachments,
          mentions, way, message_id, created_at)
        values (${said.id}, ${id}, ${said.order}, ${said.from}, ${said.note}, ${said.message_id === null ? said.text : ''},
          ${said.author}, ${said.temporal_id}, ${said.agent?.id ?? null},
          ${json(said.message_id === null ? said.attachments : [])}, ${json(said.mentions)}, ${said.way}, ${said.message_id}, ${at})`);
    await setClocks(tx, this.#app, this.row, at);
    await tellTicket(tx, this.#app, this.#before, this.row);
  }

  async #insert(tx: Transaction): Promise<void> {
    const r = this.row;
    await tx.query(sql`
      insert into tickets (id, bot_id, tracking_code, subject, state, priority, category, tags, lead_id, conversation_id,
        talk_id, assignee_id, opened_kind, opened_by_id, opened_by_name, order_ref, continues, first_answered_at, solved_at,
        last_message, last_message_from, last_message_at, entries, created_at, updated_at)
      values (${r.id}, ${r.bot_id}, ${r.tracking_code}, ${r.subject}, ${r.state}, ${r.priority}, ${r.category}, ${json(r.tags)},
        ${r.lead_id}, ${r.conversation_id}, ${r.talk_id}, ${r.assignee_id}, ${r.opened_kind}, ${r.opened_by_id},
        ${r.opened_by_name}, ${r.order_ref}, ${r.continues}, ${r.first_answered_at}::timestamptz, ${r.solved_at}::timestamptz,
        ${r.last_message}, ${r.last_message_from}, ${r.last_message_at}::timestamptz, ${r.entries}, ${r.created_at}::timestamptz,
        ${r.updated_at}::timestamptz)`);
  }

  async #update(tx: Transaction): Promise<void> {
    const r = this.row;
    await tx.query(sql`
      update tickets set subject = ${r.subject}, state = ${r.state}, priority = ${r.priority}, category = ${r.category},
        tags = ${json(r.tags)}, lead_id = ${r.lead_id}, conversation_id = ${r.conversation_id}, talk_id = ${r.talk_id},
        assignee_id = ${r.assignee_id}, order_ref = ${r.order_ref}, merged_into = ${r.merged_into},
        first_answered_at = ${r.first_answered_at}::timestamptz, solved_at = ${r.solved_at}::timestamptz,
        reopened = ${r.reopened}, last_message = ${r.last_message}, last_message_from = ${r.last_message_from},
        last_message_at = ${r.last_message_at}::timestamptz, entries = ${r.entries},
        updated_at = ${r.updated_at}::timestamptz
      where id = ${r.id}`);
  }
}
