/** Clients of a bot. */
import type { Domain } from '../platform/domain.ts';
import type { TellCards } from './change-lead.ts';
import { registerLeads } from './routes.ts';

/** @param tellCards what a change of a lead does to the cards of its conversations */
export const crm = (tellCards: TellCards): Domain => ({
  name: 'crm',
  calls: (app) => registerLeads(app, tellCards),
  entities: { lead: { from: 'leads e', id: 'e.id', bot: 'e.bot_id' } },
});
