/** Tickets: what the team owes a customer, with its deadlines, its page for the customer, and those to the makers. */
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { ticketsDemo } from './demo.ts';
import { registerDue } from './due.ts';
import { registerHearing } from './from-chat.ts';
import { registerMailHook } from './mail-in/mail-hook.ts';
import { registerMakerTickets } from './maker-routes.ts';
import { registerTickets } from './routes.ts';
import { whenDue } from './when-due.ts';

export const tickets: Domain = {
  name: 'tickets',
  calls(app: App) {
    registerTickets(app);
    registerMakerTickets(app);
    registerMailHook(app);
  },
  jobs(app: App) {
    registerDue(app, whenDue(app));
    registerHearing(app);
  },
  topics: ['tickets', 'ticket'],
  entities: { ticket: { from: 'tickets e', id: 'e.id', bot: 'e.bot_id' } },
  demo: ticketsDemo,
};
