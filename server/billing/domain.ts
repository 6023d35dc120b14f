/** Plans and subscriptions. */
import type { Domain } from '../platform/domain.ts';
import { billingDemo } from './demo.ts';
import { registerBilling } from './routes.ts';
import { registerTurns } from './turn.ts';

export const billing: Domain = {
  name: 'billing',
  calls: registerBilling,
  jobs: (app) => registerTurns(app, async () => undefined),
  topics: ['billing'],
  demo: billingDemo,
  entities: { subscription: { from: 'subscriptions e', id: 'e.id', bot: 'e.bot_id' } },
};
