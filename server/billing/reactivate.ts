/**
 * 'Reactivar': a cancellation whose day has not come is taken back, at the provider first where one collects. One that can't
 * begins another subscription (providers/flow.ts): never two, whoever presses and whatever dies.
 */
import type { Subscription } from '../../contract/entities/subscription.ts';
import { subscriptionAfter } from '../../machines/subscription/moves.ts';
import { isTrial } from '../../machines/subscription/terms.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { askLater } from './change.ts';
import { CHECKOUT_TEXTS, refusalOf } from './checkouts.ts';
import { type PaymentProvider, ProviderFault } from './providers/provider.ts';
import type { Providers } from './providers/providers.ts';
import { lockSubscription, providerOf, readSubscription, type SubscriptionRow, termsOf } from './row.ts';
import { writeAnswer } from './settle.ts';
import { subscriptionOf } from './subscriptions.ts';
import { writeSubscription } from './write-subscription.ts';

/** A provider's calls are bounded; whoever died in between has given up by then. Milliseconds. */
const RESUMING = 3 * 60_000;

/** At the provider, one at a time: where another subscription begins for it, two would be collected. */
async function resume(
  app: App,
  provider: PaymentProvider,
  { bot_id: botId, id }: SubscriptionRow,
  subscription: string,
): Promise<void> {
  const now = app.clock.now();
  await app.db.transaction(async (tx) => {
    const held = await tx.query(sql`
      update subscriptions set resuming_until = ${new Date(now.getTime() + RESUMING)}
      where id = ${id} and (resuming_until is null or resuming_until <= ${now}) returning id`);
    if (held.length === 0)
      throw new Refused('conflict', { message: 'Esta suscripción se está reactivando. Espera un momento.' });
    // Of whoever dies, or hears nothing, this finds out what became of it.
    await askLater(tx, app, botId);
  });
  let unknown = false;
  try {
    await writeAnswer(app, provider, botId, await provider.reactivate(subscription));
  } catch (error) {
    // After silence it may still be done there: nobody begins another one until that is known.
    unknown = error instanceof ProviderFault && error.kind === 'silent';
    throw refusalOf(error);
  } finally {
    if (!unknown) await app.db.query(sql`update subscriptions set resuming_until = null where id = ${id}`);
  }
}

/** 'Reactivar'. Throws not_found, rule; conflict while it is being done. */
export async function reactivate(
  app: App,
  providers: Providers,
  by: BotSession,
  id: number,
): Promise<Subscription> {
  const botId = by.link.bot_id;
  const known = await readSubscription(app.db, botId);
  if (!known || known.id !== id) throw new Refused('not_found');
  if (known.provider_subscription !== null) {
    const provider = providers.get(providerOf(known));
    if (!provider) throw new Refused('rule', { message: CHECKOUT_TEXTS.noProvider });
    await resume(app, provider, known, known.provider_subscription);
  } else {
    await app.db.transaction(async (tx) => {
      const row = await lockSubscription(tx, botId);
      if (!row) throw new Refused('not_found');
      const terms = termsOf(row);
      const status = subscriptionAfter(terms.status, isTrial(terms) ? 'trial_reactivated' : 'reactivated');
      if (status === null)
        throw new Refused('rule', { message: 'Esta suscripción ya no se puede reactivar.' });
      await writeSubscription(tx, app, row, { ...terms, status }, by.user, { cancel_reason: null });
    });
  }
  const shown = await subscriptionOf(app.db, botId, app.clock.now());
  if (!shown) throw new Refused('not_found');
  return shown;
}
