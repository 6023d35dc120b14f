/**
 * Tickets (docs/product.md §2 `/tickets`). Reading needs Tickets `read`; `add` writes everything of a ticket. Agents
 * see those of their areas and their own; any other is 404, as those of other bots are.
 */
import * as z from 'zod/mini';
import { attachmentIds } from '../entities/message.ts';
import {
  ticket,
  ticketDetail,
  ticketMessage,
  ticketPage,
  ticketPriority,
  ticketReference,
  ticketSettings,
  ticketState,
  ticketTags,
} from '../entities/ticket.ts';
import { LIMITS } from '../limits.ts';
import { numericId, shortText, temporalId, textId } from '../primitives.ts';
import { TICKET_LIMITS, TICKET_VIEWS } from '../rules/tickets.ts';
import { area } from '../states.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const module = 'tickets';
const id = z.object({ id: textId });
const one = (permission: 'read' | 'add') =>
  ({ kind: 'entity', entity: 'ticket', in: 'params', name: 'id', module, permission }) as const;
const ofBot = (place: 'query' | 'body', permission: 'read' | 'add') =>
  ({ kind: 'bot', in: place, name: 'bot_id', module, permission }) as const;
const text = shortText(LIMITS.messageText);
const subject = shortText(TICKET_LIMITS.subject);
/** Long enough for a base64url name, an end and a signature. */
const pageToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(300)) });

export const ticketCalls = {
  /**
   * By view, state and words (tracking code, subject, what was said, the client's name, mail, phone), latest change
   * first; `due`: what is due first. 50 a page.
   */
  listTickets: defineCall({
    service: 'main',
    method: 'GET',
    path: '/tickets',
    access: ofBot('query', 'read'),
    query: z.object({
      bot_id: idParam,
      view: z.optional(z.enum(TICKET_VIEWS)),
      state: z.optional(ticketState),
      priority: z.optional(ticketPriority),
      category: z.optional(area),
      assignee: z.optional(idParam),
      lead_id: z.optional(textId),
      conversation_id: z.optional(textId),
      search: z.optional(shortText(LIMITS.searchText)),
      order: z.optional(z.enum(['recent', 'due'])),
      items: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(LIMITS.pageItems))),
      page: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(1_000_000))),
    }),
    answer: z.object({ tickets: z.array(ticket), page: z.int(), pages: z.int(), total: z.int() }),
  }),
  /** How many each view has; a merged or closed one is in none. */
  countTickets: defineCall({
    service: 'main',
    method: 'GET',
    path: '/tickets/counts',
    access: ofBot('query', 'read'),
    query: z.object({ bot_id: idParam }),
    answer: z.object({
      mine: z.int(),
      unassigned: z.int(),
      waiting_us: z.int(),
      waiting_client: z.int(),
      overdue: z.int(),
    }),
  }),
  /**
   * From a conversation that the caller sees, for a client, or by hand; several a conversation. 201. With `temporal_id`
   * the same again answers the same ticket. `text` is kept as a note.
   */
  createTicket: defineCall({
    service: 'main',
    method: 'POST',
    path: '/tickets',
    access: ofBot('body', 'add'),
    body: z.object({
      bot_id: idParam,
      subject,
      text: z.optional(text),
      priority: z.optional(ticketPriority),
      category: z.optional(z.nullable(area)),
      tags: z.optional(ticketTags),
      lead_id: z.optional(z.nullable(textId)),
      conversation_id: z.optional(z.nullable(textId)),
      assignee: z.optional(z.nullable(numericId)),
      order_ref: z.optional(z.nullable(shortText(TICKET_LIMITS.orderRef))),
      /** The ticket that it goes on with. */
      continues: z.optional(z.nullable(textId)),
      temporal_id: z.optional(temporalId),
    }),
    answer: ticketDetail,
  }),
  showTicket: defineCall({
    service: 'main',
    method: 'GET',
    path: '/tickets/{id}',
    access: one('read'),
    params: id,
    answer: ticketDetail,
  }),
  /** Any of them at once. 409 `illegal_move` with the present state for a move that the machine does not have. */
  changeTicket: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/tickets/{id}',
    access: one('add'),
    params: id,
    body: z.object({
      state: z.optional(ticketState),
      priority: z.optional(ticketPriority),
      assignee: z.optional(z.nullable(numericId)),
      category: z.optional(z.nullable(area)),
      tags: z.optional(ticketTags),
      subject: z.optional(subject),
      order_ref: z.optional(z.nullable(shortText(TICKET_LIMITS.orderRef))),
    }),
    answer: ticketDetail,
  }),
  /** From wherever it is, step by step as the machine has them, to solved. */
  solveTicket: defineCall({
    service: 'main',
    method: 'POST',
    path: '/tickets/{id}/solve',
    access: one('add'),
    params: id,
    answer: ticketDetail,
  }),
  /** Oldest first; the latest 100, or the 100 before an id. */
  listTicketMessages: defineCall({
    service: 'main',
    method: 'GET',
    path: '/tickets/{id}/messages',
    access: one('read'),
    params: id,
    query: z.object({ before: z.optional(textId) }),
    answer: z.array(ticketMessage),
  }),
  /**
   * An answer to the customer where they wrote, or a note. Once per author and `temporal_id`, looked up before anything
   * else is asked. 409 `stale_view` when a colleague answered after `last_seen` (an `order`); 409 `illegal_move` when
   * the ticket is closed or merged.
   */
  writeTicketMessage: defineCall({
    service: 'main',
    method: 'POST',
    path: '/tickets/{id}/messages',
    access: one('add'),
    params: id,
    body: z.object({
      text,
      note: z.optional(z.boolean()),
      attachments: z.optional(attachmentIds),
      mentions: z.optional(z.array(numericId).check(z.maxLength(50))),
      last_seen: z.optional(z.int().check(z.nonnegative(), z.lte(2_147_483_647))),
      /** What it becomes with the answer. Left out: a new one is open from then on, any other stays. */
      next_state: z.optional(z.enum(['open', 'waiting', 'solved'])),
      temporal_id: temporalId,
    }),
    answer: ticketMessage,
  }),
  /**
   * This one ends in the other: it takes nothing new, what the customer writes to it arrives there, they read the
   * other's code, who has the other is told. 422 for tickets of two clients.
   */
  mergeTicket: defineCall({
    service: 'main',
    method: 'POST',
    path: '/tickets/{id}/merge',
    access: one('add'),
    params: id,
    body: z.object({ into: textId }),
    answer: ticketDetail,
  }),
  /** By its code, as people quote it ('T-1042', 't1042', '1042'). */
  findTicket: defineCall({
    service: 'main',
    method: 'GET',
    path: '/ticket_codes/{code}',
    access: ofBot('query', 'read'),
    params: z.object({ code: z.string().check(z.minLength(1), z.maxLength(20)) }),
    query: z.object({ bot_id: idParam }),
    answer: ticketReference,
  }),
  ticketSettings: defineCall({
    service: 'main',
    method: 'GET',
    path: '/ticket_settings',
    access: ofBot('query', 'read'),
    query: z.object({ bot_id: idParam }),
    answer: z.extend(ticketSettings, {
      /** Where mail becomes a ticket of the bot; null or absent: mail does not come in, or one may not know it. */
      mail_address: z.optional(z.nullable(z.string())),
    }),
  }),
  /** Owners and administrators alone. A stale revision is 409. */
  saveTicketSettings: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/ticket_settings',
    access: ofBot('body', 'add'),
    body: z.object({ bot_id: idParam, ...ticketSettings.shape }),
    answer: ticketSettings,
  }),
  /** The customer's page: whoever has the signed address, for 30 days. 404 for any other, and for one that is over. */
  ticketPage: defineCall({
    service: 'main',
    method: 'GET',
    path: '/ticket_pages/{token}',
    access: { kind: 'public' },
    params: pageToken,
    answer: ticketPage,
  }),
  /** The customer's words, once per `temporal_id`. */
  answerTicketPage: defineCall({
    service: 'main',
    method: 'POST',
    path: '/ticket_pages/{token}/messages',
    access: { kind: 'public' },
    params: pageToken,
    body: z.object({ text, temporal_id: temporalId }),
    answer: ticketPage,
  }),
};
