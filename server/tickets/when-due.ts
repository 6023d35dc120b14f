/** What is done when a ticket's clock rings: it is told that it is overdue, or it is closed for good. */
import { TICKET_STATE_LABELS } from '../../contract/rules/tickets.ts';
import { notify } from '../notices/notifications.ts';
import type { App } from '../platform/app.ts';
import type { WhenDue } from './due.ts';
import { TicketWork } from './ticket-work.ts';
import { concerned, tellTicket, ticketLink } from './told.ts';

/** The two cases. */
export const whenDue = (app: App): WhenDue => ({
  async close(tx, row) {
    const work = TicketWork.on(app, row);
    work.move('closed');
    work.step('Sistema', `Pasó a ${TICKET_STATE_LABELS.closed}: nadie respondió en el plazo para reabrirlo`);
    await work.flush(tx);
  },
  async overdue(tx, row, late) {
    await tellTicket(tx, app, row, row);
    if (row.bot_id === null) return;
    const what = late.first ? 'la primera respuesta' : 'la solución';
    await notify(tx, app, {
      action: 'ticket_overdue',
      botId: row.bot_id,
      userIds: await concerned(tx, row),
      icon: 'ticket',
      subject: 'Ticket vencido',
      body: `${row.tracking_code}: venció el plazo de ${what}. ${row.subject}`,
      plain: `Venció un plazo de ${row.tracking_code}.`,
      link: ticketLink(row),
      categories: row.category === null ? [] : [row.category],
      trackingCode: row.tracking_code,
      ticketId: row.id,
    });
  },
});
