/** Plans and subscriptions over HTTP. */
import { CALLS } from '../../contract/calls/index.ts';
import type { App } from '../platform/app.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { registerCall } from '../platform/http/route.ts';
import { cancelSubscription } from './cancel.ts';
import { plansOnOffer } from './plans.ts';
import type { Providers } from './providers/providers.ts';
import { subscriptionOf, subscriptionsOf } from './subscriptions.ts';

/** Mounts the calls of billing. */
export function registerBilling(app: App, providers: Providers): void {
  registerCall(app, CALLS.subscriptionOfBot, ({ params }) =>
    subscriptionOf(app.db, params.botId, app.clock.now()),
  );
  registerCall(app, CALLS.subscriptionsOfUser, ({ session, params }) =>
    subscriptionsOf(app.db, session.user.id, params.active === 'true', app.clock.now()),
  );
  registerCall(app, CALLS.plansOfUser, () => plansOnOffer(app.db));
  registerCall(app, CALLS.cancelSubscription, ({ session, body }) =>
    cancelSubscription(app, providers, session, body.id, {
      when: body.when ?? 'period_end',
      reason: cleanLine(body.reason ?? null),
    }),
  );
}
