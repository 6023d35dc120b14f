/**
 * Tickets to the makers of the product (`bot_id` null): any account opens one and follows its own, internal accounts
 * read and answer all of them. Anybody else's is 404.
 */
import * as z from 'zod/mini';
import { formFlag } from '../bounded.ts';
import { attachment, attachmentIds } from '../entities/message.ts';
import { ticket, ticketMessage } from '../entities/ticket.ts';
import { LIMITS } from '../limits.ts';
import { shortText, temporalId, textId } from '../primitives.ts';
import { TICKET_LIMITS } from '../rules/tickets.ts';
import { defineCall } from './call.ts';

const access = { kind: 'session' } as const;
const id = z.object({ id: textId });
const text = shortText(LIMITS.messageText);
const attachments = z.optional(attachmentIds);
const thread = z.object({ ticket, messages: z.array(ticketMessage) });

export const makerTicketCalls = {
  /** One's own, latest change first, at most 200; internal accounts with `all`: everybody's. */
  listMakerTickets: defineCall({
    service: 'main',
    method: 'GET',
    path: '/maker_tickets',
    access,
    query: z.object({ all: z.optional(formFlag) }),
    answer: z.array(ticket),
  }),
  /** 201. The same `temporal_id` of the same person answers the same ticket. */
  openMakerTicket: defineCall({
    service: 'main',
    method: 'POST',
    path: '/maker_tickets',
    access,
    body: z.object({ subject: shortText(TICKET_LIMITS.subject), text, temporal_id: temporalId, attachments }),
    answer: ticket,
  }),
  /** One file for the words that follow; the same `key` of the same person answers the same file. Unused it goes after a day. */
  uploadMakerFile: defineCall({
    service: 'main',
    method: 'POST',
    path: '/maker_tickets/files',
    access,
    form: { file: 'file', maxBytes: LIMITS.attachmentMaxBytes },
    body: z.object({ key: temporalId }),
    answer: attachment,
  }),
  /** Its words, oldest first; notes for internal accounts alone. */
  showMakerTicket: defineCall({
    service: 'main',
    method: 'GET',
    path: '/maker_tickets/{id}',
    access,
    params: id,
    answer: thread,
  }),
  /** Words of who opened it, or an answer of an internal account; `note` and `solve` are the latter's alone. */
  writeMakerTicket: defineCall({
    service: 'main',
    method: 'POST',
    path: '/maker_tickets/{id}/messages',
    access,
    params: id,
    body: z.object({
      text,
      temporal_id: temporalId,
      attachments,
      note: z.optional(z.boolean()),
      solve: z.optional(z.boolean()),
    }),
    answer: thread,
  }),
};
