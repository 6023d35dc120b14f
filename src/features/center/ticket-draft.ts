/** The ticket that an interaction opens, as it stands in its form. Pure. */
import type { NodeTicket } from '../../../contract/entities/bot-node.ts';
import type { TicketPriority } from '../../../contract/rules/tickets.ts';
import type { Area } from '../../../contract/states.ts';

export interface TicketDraft {
  opens: boolean;
  subject: string;
  priority: TicketPriority;
  area: Area | null;
}

export const NO_TICKET: TicketDraft = { opens: false, subject: '', priority: 'normal', area: null };

/** The ticket that it opens, as the form types it. */
export const ticketDraftOf = (ticket: NodeTicket | null | undefined): TicketDraft =>
  ticket ? { opens: true, ...ticket } : NO_TICKET;

/** The same as the calls take it; null: it opens none. */
export const ticketToSend = ({ opens, subject, priority, area }: TicketDraft): NodeTicket | null =>
  opens ? { subject: subject.trim(), priority, area } : null;

/** What must be mended before it can be saved. */
export const ticketFaults = ({ opens, subject }: TicketDraft): { ticketSubject?: string } =>
  opens && subject.trim() === '' ? { ticketSubject: 'Escribe el asunto del ticket.' } : {};
