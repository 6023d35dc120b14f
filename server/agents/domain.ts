/** The people of a bot: agents, invitations, their hours. */
import type { Domain } from '../platform/domain.ts';
import type { PeopleMails } from '../platform/mail/people-mails.ts';
import { agentsDemo } from './demo/demo.ts';
import { registerAgents } from './routes.ts';
import { registerAbsences } from './tell-absences.ts';
import { registerRelease } from './unlink-person.ts';
import { registerWebhook } from './webhook.ts';

/** @param mails what people may send, counted together with what other domains send for them */
export const agents = (mails: PeopleMails): Domain => ({
  name: 'agents',
  calls: (app) => registerAgents(app, mails),
  jobs(app) {
    registerRelease(app);
    registerWebhook(app);
    registerAbsences(app);
  },
  topics: ['agents', 'presence', 'absences', 'skills'],
  demo: agentsDemo,
  entities: {
    link: { from: 'user_bots e', id: 'e.id', bot: 'e.bot_id' },
    invitation: { from: 'invitations e', id: 'e.id', bot: 'e.bot_id' },
  },
});
