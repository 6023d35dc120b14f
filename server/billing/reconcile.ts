/** Every day all that runs is asked about: what a provider never told, or told in vain, is found (BI-7). */

import { addDays, dayIn, startOfDay } from '../../contract/days.ts';
import type { ProviderName } from '../../contract/entities/subscription.ts';
import { LATE_PAYMENT } from '../../contract/rules/subscription.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { DatabaseLost } from '../platform/database/database-error.ts';
import { closeCheckout, isStale, providerNameOf, readCheckout } from './checkouts.ts';
import { ProviderFault } from './providers/provider.ts';
import type { Providers } from './providers/providers.ts';
import { settleCheckout, settleSubscription } from './settle.ts';

const KIND = 'billing.reconcile';
/** Local hour, after the providers' own nights. Milliseconds after midnight. */
const HOUR = 5 * 60 * 60 * 1000;

/** Asks about every subscription that is collected for; what does not answer is asked again tomorrow. */
export async function askAll(
  app: App,
  providers: Providers,
  only: ProviderName | null = null,
): Promise<void> {
  const rows = await app.db.query<{ bot_id: number; provider: ProviderName | null }>(sql`
    select s.bot_id, s.provider from subscriptions s
    where s.provider_subscription is not null and (${only}::text is null or s.provider = ${only})
      and s.status in ('trialing', 'active', 'past_due', 'cancel_scheduled', 'expired') order by s.bot_id`);
  for (const { bot_id, provider: name } of rows) {
    const provider = name && providers.get(name);
    if (provider) await quietly(app, { botId: bot_id }, () => settleSubscription(app, provider, bot_id));
  }
}

/**
 * Asks about every checkout that is open, and closes those that nobody finished; and about payments that a bank may have
 * confirmed after they were closed, or that were taken back while what they paid for lasts.
 */
async function askOpen(app: App, providers: Providers): Promise<void> {
  const rows = await app.db.query<{ id: string }>(
    sql`
      select c.id from checkouts c where c.state = 'pending'
        or (c.mode = 'payment' and c.state in ('rejected', 'expired')
          and c.created_at > ${new Date(app.clock.now().getTime() - LATE_PAYMENT)})
        or (c.mode = 'payment' and c.state = 'paid' and exists (
          select 1 from subscriptions s
          where (s.checkout_id = c.id
              or exists (select 1 from checkouts u where u.id = s.checkout_id and u.upgrade and u.after_checkout = c.id))
            and s.prepaid
            and s.status in ('active', 'cancel_scheduled', 'past_due')))
      order by c.created_at limit 1000`,
  );
  for (const { id } of rows) {
    const row = await readCheckout(app.db, id);
    if (!row) continue;
    const provider = providers.get(providerNameOf(row));
    if (provider && row.ref !== null)
      if (!(await quietly(app, { checkout: id }, () => settleCheckout(app, provider, id)))) continue;
    // Only once the provider has said that nothing was paid.
    if (isStale(row, app.clock.now())) await closeCheckout(app, id, 'expired');
  }
}

/** One that can't be read holds up no other (BI-8). @returns whether the provider answered and it was written */
async function quietly(app: App, about: object, ask: () => Promise<void>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof DatabaseLost) throw error;
    const said = { err: error, ...about };
    if (error instanceof ProviderFault) app.log.warn(said, 'A payment provider did not say how it stands');
    else app.log.error(said, 'What a payment provider said could not be written down');
    return false;
  }
}

/** Asks about one bot, before a paid period is said to be over; a provider that is silent delays nothing. */
export async function askOne(app: App, providers: Providers, botId: number): Promise<void> {
  const open = await app.db.query<{ id: string; provider: ProviderName }>(sql`
    select id, provider from checkouts where bot_id = ${botId} and state = 'pending' and ref is not null order by created_at`);
  for (const { id, provider } of open) {
    const known = providers.get(provider);
    if (known) await quietly(app, { checkout: id }, () => settleCheckout(app, known, id));
  }
  const [row] = await app.db.query<{ provider: ProviderName | null }>(sql`
    select provider from subscriptions where bot_id = ${botId} and provider_subscription is not null`);
  const provider = row?.provider ? providers.get(row.provider) : null;
  if (provider) await quietly(app, { botId }, () => settleSubscription(app, provider, botId));
}

/** One round of everything. */
export async function reconcile(app: App, providers: Providers): Promise<void> {
  await askOpen(app, providers);
  await askAll(app, providers);
}

/** Registers the daily job. */
export function registerReconciliation(app: App, providers: Providers): void {
  app.jobs.handleOutside(KIND, async () => {
    await reconcile(app, providers);
    await keepReconciling(app);
  });
}

/** Puts the next round down. */
export async function keepReconciling(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  const today = startOfDay(dayIn(now)) + HOUR;
  const at = today > now ? today : startOfDay(addDays(dayIn(now), 1)) + HOUR;
  await app.db.transaction((tx) => app.jobs.schedule(tx, { kind: KIND, key: KIND, runAt: new Date(at) }));
}
