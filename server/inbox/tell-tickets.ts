/** A customer's words may answer a ticket: a durable job, carried out by server/tickets, so that none is missed. */
import * as z from 'zod/mini';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';

export const TICKET_HEARD = 'ticket.heard';
export const ticketHeard = z.object({ message_id: z.string(), bot_id: z.number() });

/** Whether this customer has a ticket that may hear what they write. */
export async function isAwaitedByTickets(tx: Queryable, visitorId: string): Promise<boolean> {
  const rows = await tx.query(
    sql`
    select t.id from conversations c join tickets t on t.talk_id = c.id
    where c.visitor_id = ${visitorId} and t.state in ('waiting', 'solved', 'closed') limit 1`,
    'often',
  );
  return rows.length > 0;
}

/** Has the customer's tickets hear a message, once it is committed. */
export async function tellTickets(
  tx: Transaction,
  app: App,
  said: { botId: number; messageId: string },
): Promise<void> {
  await app.jobs.schedule(tx, {
    kind: TICKET_HEARD,
    key: `${TICKET_HEARD}:${said.messageId}`,
    runAt: app.clock.now(),
    payload: { message_id: said.messageId, bot_id: said.botId },
  });
}
