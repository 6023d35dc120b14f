/** What customers write in conversations, heard by the tickets that wait for it: the inbox's job, carried out here. */
import type { Channel } from '../../contract/states.ts';
import { TICKET_HEARD, ticketHeard } from '../inbox/tell-tickets.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';
import { hearCustomer, lockPresent } from './hear-customer.ts';

/** Whether the message is noted at a ticket already. */
async function noted(db: Queryable, messageId: string): Promise<boolean> {
  return (await db.query(sql`select id from ticket_messages where message_id = ${messageId}`)).length > 0;
}

/**
 * Tickets for which these words are an answer: all that wait for this customer in a talk with them; where none does, the
 * one whose answer was the last that a person wrote to them before these words.
 */
async function meantBy(db: Queryable, messageId: string): Promise<string[]> {
  const waiting = await db.query<{ id: string }>(sql`
    select t.id from messages w
    join conversations c on c.id = w.conversation_id
    join conversations k on k.visitor_id = c.visitor_id or k.id = c.id
    join tickets t on t.talk_id = k.id
    where w.id = ${messageId} and t.bot_id = c.bot_id and t.state = 'waiting' order by t.id`);
  if (waiting.length > 0) return waiting.map(({ id }) => id);
  const [answered] = await db.query<{ ticket_id: string | null }>(sql`
    select (select a.ticket_id from ticket_messages a where a.message_id = l.id) as ticket_id
    from (
      select m.id from messages w
      join conversations c on c.id = w.conversation_id
      join conversations k on k.visitor_id = c.visitor_id or k.id = c.id
      join messages m on m.conversation_id = k.id
      where w.id = ${messageId} and m.sender = 'agent' and not m.note and m.id < w.id
      order by m.created_at desc, m.id desc limit 1
    ) l`);
  return answered?.ticket_id ? [answered.ticket_id] : [];
}

async function hear(tx: Transaction, app: App, messageId: string): Promise<void> {
  const [said] = await tx.query<{ text: string; conversation_id: string; channel: Channel }>(sql`
    select m.text, m.conversation_id, c.channel from messages m join conversations c on c.id = m.conversation_id
    where m.id = ${messageId}`);
  if (!said || (await noted(tx, messageId))) return;
  const heard = new Set<string>();
  for (const id of await meantBy(tx, messageId)) {
    const row = await lockPresent(tx, id);
    // Two that were merged into one hear it once.
    if (!row || heard.has(row.id)) continue;
    heard.add(row.id);
    await hearCustomer(tx, app, row, {
      text: said.text,
      way: said.channel,
      message: { id: messageId, status: 'sent', reason: null },
      talkId: said.conversation_id,
    });
  }
}

/** Registers the job. */
export function registerHearing(app: App): void {
  app.jobs.handle(TICKET_HEARD, async (tx, job) => {
    const { message_id } = ticketHeard.parse(job.payload);
    await hear(tx, app, message_id);
  });
}
