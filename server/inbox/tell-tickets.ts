/** A customer's words may answer a ticket: a durable job, carried out by server/tickets, so that none is missed. */
import * as z from 'zod/mini';
import type { App } from '../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';

export const TICKET_HEARD = 'ticket.heard';
export const ticketHeard = z.object({ message_id: z.string(), bot_id: z.number() });

/** Which of these customers have a ticket that may hear what they write. */
export async function awaitedByTickets(tx: Queryable, visitorIds: readonly string[]): Promise<Set<string>> {
  const [first] = visitorIds;
  const rows = await tx.query<{ id: string | null }>(
    visitorIds.length === 1 && first !== undefined
      ? sql`
        select c.visitor_id as id from conversations c join tickets t on t.talk_id = c.id
        where c.visitor_id = ${first} and t.state in ('waiting', 'solved', 'closed') limit 1`
      : sql`
        select v.id from unnest(${visitorIds}::text[]) as v(id)
        where (
          select true from conversations c join tickets t on t.talk_id = c.id
          where c.visitor_id = v.id and t.state in ('waiting', 'solved', 'closed') limit 1)`,
    'often',
  );
  return new Set(rows.map(({ id }) => id ?? ''));
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
