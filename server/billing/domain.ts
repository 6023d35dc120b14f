/** Plans and subscriptions. */
import type { Domain } from '../platform/domain.ts';
import { billingDemo } from './demo.ts';
import { registerBilling } from './routes.ts';
import { registerSubscriptionEnd } from './trial.ts';

export const billing: Domain = {
  name: 'billing',
  calls: registerBilling,
  jobs: registerSubscriptionEnd,
  demo: billingDemo,
  entities: { subscription: { from: 'subscriptions e', id: 'e.id', bot: 'e.bot_id' } },
};
