/** What an owner sets for the tickets of a bot: deadlines by priority, and until when an answer reopens one. */
import type { TicketSettings } from '../../contract/entities/ticket.ts';
import { DEFAULT_REOPEN_DAYS, DEFAULT_TICKET_BUDGETS } from '../../contract/rules/tickets.ts';
import { type Queryable, sql } from '../platform/database/database.ts';

const UNTOUCHED: TicketSettings = {
  reopen_days: DEFAULT_REOPEN_DAYS,
  budgets: DEFAULT_TICKET_BUDGETS,
  revision: 0,
};

/** What holds at a bot; those to the makers of the product go by what holds where nobody set anything. */
export async function readTicketSettings(db: Queryable, botId: number | null): Promise<TicketSettings> {
  if (botId === null) return UNTOUCHED;
  const [row] = await db.query<TicketSettings>(
    sql`select reopen_days, budgets, revision from ticket_settings where bot_id = ${botId}`,
  );
  return row ?? UNTOUCHED;
}
