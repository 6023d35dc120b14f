/** Tickets that a bot's answer opens: their codes are in it, and they are written once the conversation is. */
import { type TicketCode, withCodes } from '../../assistant/engine/ticket.ts';
import type { TurnOutcome } from '../../assistant/take-turn.ts';
import type { ReservedTicket, TicketDesk } from '../../assistant/ticket-desk.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { ConversationRow } from '../conversation-row.ts';

export interface OpenedTickets {
  outcome: TurnOutcome;
  /** To be awaited in the same transaction, when the rows of conversation and message are there. */
  open(): Promise<void>;
}

/** The outcome with the codes of the tickets that it opens. @param desk null: nobody opens any */
export async function reserveTickets(
  tx: Transaction,
  desk: TicketDesk | null,
  outcome: TurnOutcome,
  about: {
    row: Pick<ConversationRow, 'id' | 'bot_id' | 'lead_id' | 'lead_name' | 'category' | 'channel'>;
    visitorId: string;
    message: { id: string; text: string };
  },
): Promise<OpenedTickets> {
  if (!desk || outcome.opens.length === 0) return { outcome, open: async () => undefined };
  const { row, visitorId, message } = about;
  const talk = {
    botId: row.bot_id,
    conversationId: row.id,
    visitorId,
    leadId: row.lead_id,
    leadName: row.lead_name,
    category: row.category,
    channel: row.channel,
    message,
  };
  const codes = new Map<string, TicketCode>();
  const reserved: ReservedTicket[] = [];
  for (const { node, ...ticket } of outcome.opens) {
    if (codes.has(node)) continue;
    const one = await desk.reserve(tx, talk, ticket, `${message.id}:${node}`);
    codes.set(node, one);
    reserved.push(one);
  }
  return {
    outcome: { ...outcome, ...withCodes(outcome, codes) },
    async open() {
      for (const one of reserved) await one.open();
    },
  };
}
