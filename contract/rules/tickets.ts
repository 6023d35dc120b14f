/** The words and bounds of tickets (docs/protocol.md 'Tickets, incidents, notifications'). */

export const TICKET_STATES = ['new', 'open', 'waiting', 'solved', 'closed'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

export const TICKET_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type TicketPriority = (typeof TICKET_PRIORITIES)[number];

/** What the list is cut to; of a state one asks by `state`. */
export const TICKET_VIEWS = ['mine', 'unassigned', 'waiting_us', 'waiting_client', 'overdue'] as const;
export type TicketView = (typeof TICKET_VIEWS)[number];

/** Where an answer went: `page`: it stands on the customer's page alone. */
export const TICKET_WAYS = ['web', 'whatsapp', 'instagram', 'messenger', 'mail', 'page'] as const;
export type TicketWay = (typeof TICKET_WAYS)[number];

export const TICKET_STATE_LABELS: Record<TicketState, string> = {
  new: 'Nuevo',
  open: 'Abierto',
  waiting: 'Esperando al cliente',
  solved: 'Resuelto',
  closed: 'Cerrado',
};
export const TICKET_PRIORITY_LABELS: Record<TicketPriority, string> = {
  low: 'Baja',
  normal: 'Normal',
  high: 'Alta',
  urgent: 'Urgente',
};
export const TICKET_WAY_LABELS: Record<TicketWay, string> = {
  web: 'Chat',
  whatsapp: 'WhatsApp',
  instagram: 'Instagram',
  messenger: 'Messenger',
  mail: 'Correo',
  page: 'Página del ticket',
};

export const TICKET_LIMITS = {
  /** One line that a list shows. */
  subject: 200,
  /** Of an order, as the shop writes it. */
  orderRef: 60,
  /** That a bot opens for one customer and nobody has solved yet; then it tells the newest one's code again. */
  openByBot: 5,
  /** Mails that one ticket takes in an hour: more is two machines that write to each other. */
  mailsAnHour: 20,
  page: 50,
  /** Messages of one page; a thread of more is read upwards. */
  messages: 100,
  /** The customer's page, in days (docs/protocol.md). */
  pageDays: 30,
  /** Longest time that an owner gives for reopening, in days. */
  reopenDays: 365,
  /** Longest deadline, in minutes of attendance: a quarter of a year of whole days. */
  deadlineMinutes: 90 * 24 * 60,
} as const;

/** Minutes of attendance until the first answer and until it is solved. */
export interface TicketBudget {
  first: number;
  solve: number;
}
export type TicketBudgets = Record<TicketPriority, TicketBudget>;

/** What holds at a bot whose owner set nothing. */
export const DEFAULT_TICKET_BUDGETS: TicketBudgets = {
  low: { first: 16 * 60, solve: 80 * 60 },
  normal: { first: 8 * 60, solve: 40 * 60 },
  high: { first: 2 * 60, solve: 16 * 60 },
  urgent: { first: 30, solve: 4 * 60 },
};
/** A week: who was told that it works finds out by then. */
export const DEFAULT_REOPEN_DAYS = 7;

const THREAD = 'ticket:';
/** How drafts and what waits to be sent name a ticket, beside conversations: an id that no conversation has. */
export const ticketThread = (ticketId: string): string => `${THREAD}${ticketId}`;
/** The ticket of such a name; null: it is a conversation's id. */
export const ticketOfThread = (id: string): string | null =>
  id.startsWith(THREAD) ? id.slice(THREAD.length) : null;
