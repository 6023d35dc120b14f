/** Clients of a bot. */
import type { Domain } from '../platform/domain.ts';
import type { TellCards } from './change-lead.ts';
import { registerLeads } from './routes.ts';

/** @param tellCards what a change of a lead does to the cards of its conversations */
export const crm = (tellCards: TellCards): Domain => ({
  name: 'crm',
  calls: (app) => registerLeads(app, tellCards),
  topics: ['leads', 'lead'],
  entities: {
    // The id of somebody who was merged leads to the survivor (present-id.ts).
    lead: {
      from: '(select id, bot_id from leads union all select old_id, bot_id from lead_redirects) e',
      id: 'e.id',
      bot: 'e.bot_id',
    },
  },
});
