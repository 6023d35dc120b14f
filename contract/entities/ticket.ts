/** Tickets (docs/protocol.md 'Tickets, incidents, notifications'). */
import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { instant, numericId, shortText, textId } from '../primitives.ts';
import { TICKET_LIMITS, TICKET_PRIORITIES, TICKET_STATES, TICKET_WAYS } from '../rules/tickets.ts';
import { area, messageStatus } from '../states.ts';
import { attachment, mention, messageFrom } from './message.ts';

export const ticketState = z.enum(TICKET_STATES);
export const ticketPriority = z.enum(TICKET_PRIORITIES);
export const ticketTags = z.array(shortText(LIMITS.tagText)).check(z.maxLength(LIMITS.tags));

/** Another ticket by its code. */
export const ticketReference = z.object({ id: textId, tracking_code: z.string() });
export type TicketReference = z.infer<typeof ticketReference>;

export const ticket = z.object({
  id: textId,
  /** What people quote: 'T-1042', counted by bot. */
  tracking_code: z.string(),
  /** Null: it is to the makers of the product. */
  bot_id: z.nullable(numericId),
  subject: z.string(),
  state: ticketState,
  priority: ticketPriority,
  /** The area. */
  category: z.nullable(area),
  tags: z.array(z.string()),
  lead_id: z.nullable(textId),
  lead_name: z.nullable(z.string()),
  /** The conversation that it was made from. */
  conversation_id: z.nullable(textId),
  /** The user id of who has it. */
  assignee: z.nullable(numericId),
  assignee_name: z.nullable(z.string()),
  assignee_image: z.nullable(z.string()),
  opened_by: z.object({
    kind: z.enum(['agent', 'visitor', 'bot', 'system']),
    id: z.nullable(z.union([numericId, textId])),
    name: z.string(),
  }),
  /** An order as the shop calls it. */
  order_ref: z.nullable(z.string()),
  /** When the first answer is due, or was; null: nobody attends, ever. */
  first_due_at: z.nullable(instant),
  /** When the solution is due; null while the clock stands (waiting for the customer, solved), unless it is past. */
  solve_due_at: z.nullable(instant),
  first_answered_at: z.nullable(instant),
  /** Whether one of the two is past now. */
  overdue: z.boolean(),
  /** How often the customer brought it back. */
  reopened: z.int(),
  /** The one that it was merged into. */
  merged_into: z.nullable(ticketReference),
  /** The latest words to or of the customer. */
  last_message: z.string(),
  last_message_from: z.nullable(messageFrom),
  last_message_at: z.nullable(instant),
  created_at: instant,
  updated_at: instant,
});
export type Ticket = z.infer<typeof ticket>;

/** How an answer would reach the customer now. */
export const ticketReach = z.object({
  way: z.enum(TICKET_WAYS),
  /** To whom or where, in words: 'WhatsApp', 'ana@correo.cl'. */
  text: z.string(),
  /** Why the way on which they wrote is closed, where it is. */
  hint: z.nullable(z.string()),
});
export type TicketReach = z.infer<typeof ticketReach>;

/** One thing that happened, in words. */
export const ticketStep = z.object({
  id: textId,
  at: instant,
  by: z.string(),
  text: z.string(),
});
export type TicketStep = z.infer<typeof ticketStep>;

export const ticketDetail = z.object({
  ...ticket.shape,
  reach: ticketReach,
  /** Changes, oldest first; the latest 200. */
  history: z.array(ticketStep),
  /** Those that were merged into it. */
  merged: z.array(ticketReference),
  /** The earlier one that it goes on with. */
  continues: z.nullable(ticketReference),
  /** Other open ones of the same client. */
  siblings: z.array(z.object({ ...ticketReference.shape, subject: z.string(), state: ticketState })),
  /** Whether the viewer sees the conversation. */
  sees_conversation: z.boolean(),
  /** The conversation in which the customer is answered now; null: in none, or one that the viewer does not see. */
  talk_id: z.nullable(textId),
  /** The customer's page; a new address at each reading, valid for 30 days. */
  page_url: z.string(),
});
export type TicketDetail = z.infer<typeof ticketDetail>;

export const ticketMessage = z.object({
  id: textId,
  ticket_id: textId,
  temporal_id: z.nullable(z.string()),
  from: messageFrom,
  text: z.string(),
  agent: z.nullable(z.object({ id: numericId, name: z.string(), image: z.nullable(z.string()) })),
  note: z.boolean(),
  attachments: z.array(attachment),
  mentions: z.array(mention),
  /** Where it went or came from; null: a note. */
  way: z.nullable(z.enum(TICKET_WAYS)),
  message_status: messageStatus,
  reason: z.nullable(z.string()),
  /** The message of the conversation that it is. */
  message_id: z.nullable(textId),
  created_at: instant,
  /** Increases within the ticket. */
  order: z.int(),
});
export type TicketMessage = z.infer<typeof ticketMessage>;

/** What the owner sets for tickets of a bot. */
const minutes = z.int().check(z.positive(), z.lte(TICKET_LIMITS.deadlineMinutes));
const budget = z.object({ first: minutes, solve: minutes });
export const ticketSettings = z.object({
  /** Within so many days an answer of the customer reopens what is solved; later it makes a new one. */
  reopen_days: z.int().check(z.positive(), z.lte(TICKET_LIMITS.reopenDays)),
  /** Minutes of attendance by priority. */
  budgets: z.object({ low: budget, normal: budget, high: budget, urgent: budget }),
  revision: z.int().check(z.nonnegative(), z.lte(2_147_483_647)),
});
export type TicketSettings = z.infer<typeof ticketSettings>;

/** What the customer sees by their signed address: this ticket alone, without notes, people by name. */
export const ticketPage = z.object({
  tracking_code: z.string(),
  subject: z.string(),
  state: ticketState,
  bot_name: z.string(),
  created_at: instant,
  updated_at: instant,
  /** The code of the one that it was merged into: what is written here arrives there. */
  merged_into: z.nullable(z.string()),
  /** The code of the one that it goes on with, where the customer wrote after it was over. */
  continued_by: z.nullable(z.string()),
  expires_at: instant,
  messages: z.array(
    z.object({
      id: textId,
      from: z.enum(['Cliente', 'team']),
      /** Of who answered. */
      name: z.nullable(z.string()),
      text: z.string(),
      attachments: z.array(attachment),
      created_at: instant,
    }),
  ),
});
export type TicketPage = z.infer<typeof ticketPage>;
