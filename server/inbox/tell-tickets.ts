/** A customer's words may answer a ticket: a durable job, carried out by server/tickets, so that none is missed. */
import * as z from 'zod/mini';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';

export const TICKET_HEARD = 'ticket.heard';
export const ticketHeard = z.object({ message_id: z.string(), bot_id: z.number() });

/** Schedules it where this customer has a ticket that may hear it. */
export async function tellTickets(
  tx: Transaction,
  app: App,
  said: { visitorId: string; botId: number; messageId: string },
): Promise<void> {
  const rows = await tx.query(sql`
    select t.id from conversations c join tickets t on t.talk_id = c.id
    where c.visitor_id = ${said.visitorId} and t.state in ('waiting', 'solved', 'closed') limit 1`);
  if (rows.length === 0) return;
  await app.jobs.schedule(tx, {
    kind: TICKET_HEARD,
    key: `${TICKET_HEARD}:${said.messageId}`,
    runAt: app.clock.now(),
    payload: { message_id: said.messageId, bot_id: said.botId },
  });
}
