/** Plans, subscriptions and payments. */
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { endPlanNow } from './cancel.ts';
import { registerChanges } from './change.ts';
import { keepTelling, registerConversationLimit } from './conversations.ts';
import { billingDemo } from './demo.ts';
import { registerPaymentHooks, registerPaymentJobs } from './hooks.ts';
import { registerOffice } from './office-routes.ts';
import { registerPayments } from './payment-routes.ts';
import { paymentProviders } from './providers/providers.ts';
import { askOne, keepReconciling, reconcile, registerReconciliation } from './reconcile.ts';
import { registerRefunds } from './refunds.ts';
import { registerBilling } from './routes.ts';
import { registerTurns } from './turn.ts';
import { registerWholePrices } from './whole-price.ts';

export interface Billing {
  /** Before a bot is deleted nobody may collect for it any more. Throws rule: then nothing is deleted. */
  endPlan(botId: number): Promise<void>;
  /** Asks the providers about everything that is open or runs, as every night. */
  reconcile(): Promise<void>;
}

/** The domain, with what bots need of it. */
export function billing(app: App): Domain & Billing {
  const providers = paymentProviders(app);
  return {
    name: 'billing',
    endPlan: (botId) => endPlanNow(app, providers, botId),
    reconcile: () => reconcile(app, providers),
    calls() {
      registerBilling(app, providers);
      registerPayments(app, providers);
      registerOffice(app);
      registerPaymentHooks(app, providers);
    },
    jobs() {
      registerTurns(app, (botId) => askOne(app, providers, botId));
      registerPaymentJobs(app, providers);
      registerRefunds(app, providers);
      registerReconciliation(app, providers);
      registerConversationLimit(app);
      registerChanges(app, providers);
      registerWholePrices(app, providers);
    },
    topics: ['billing'],
    demo: billingDemo,
    entities: {
      subscription: { from: 'subscriptions e', id: 'e.id', bot: 'e.bot_id' },
      checkout: { from: 'checkouts e', id: 'e.id', bot: 'e.bot_id' },
      charge: { from: 'charges e', id: 'e.id', bot: 'e.bot_id' },
    },
    async start() {
      await keepReconciling(app);
      await keepTelling(app);
      return {};
    },
  };
}
