/** Where a bot's nodes have tickets opened: carried out by server/tickets, which stands above this. */
import type { NodeTicket } from '../../contract/entities/bot-node.ts';
import type { Channel } from '../../contract/states.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { TicketCode } from './engine/ticket.ts';

/** Whose ticket it is. */
export interface TicketTalk {
  botId: number;
  conversationId: string;
  visitorId: string;
  leadId: string;
  leadName: string;
  category: NodeTicket['area'];
  channel: Channel;
  /** The customer's message that led to it, as it stands in the conversation. */
  message: { id: string; text: string };
}

/** A ticket with its code, to be written once the rows that it names are there. */
export interface ReservedTicket extends TicketCode {
  /** Writes it, and tells who has to know. */
  open(): Promise<void>;
}

export interface TicketDesk {
  /** In the transaction of the answer that tells its code. @param key once for each: the message and the node */
  reserve(tx: Transaction, talk: TicketTalk, ticket: NodeTicket, key: string): Promise<ReservedTicket>;
}
