/**
 * Giving money back: a durable task that ends what was bought twice at the provider and refunds what was paid for it. The
 * key of a refund is the charge's id, so that a task which dies half-way gives back once.
 */
import * as z from 'zod/mini';
import type { ProviderName } from '../../contract/entities/subscription.ts';
import { providerName } from '../../contract/entities/subscription.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import type { Payment } from './providers/provider.ts';
import type { Providers } from './providers/providers.ts';
import { providerOf, type SubscriptionRow } from './row.ts';

const KIND = 'billing.refund';
const payload = z.object({
  provider: providerName,
  /** Null: one payment alone, nothing is collected. */
  subscription: z.nullable(z.string()),
  charges: z.array(z.string()),
});

/** In the transaction that found out; the provider's subscription is ended as well. */
export async function scheduleRefund(
  tx: Transaction,
  app: App,
  provider: ProviderName,
  bought: { subscription: string | null; payments: readonly Payment[] },
  reason: string,
): Promise<void> {
  const ids = bought.payments.map(({ id }) => id);
  const rows = await tx.query<{ id: string }>(sql`
    update charges set state = 'refund_wanted', refund_reason = ${reason}
    where provider = ${provider} and provider_id = any(${ids}::text[]) and state = 'paid' returning id`);
  await app.jobs.schedule(tx, {
    kind: KIND,
    key: `${KIND}:${bought.subscription ?? ids[0]}`,
    runAt: app.clock.now(),
    payload: { provider, subscription: bought.subscription, charges: rows.map(({ id }) => id) },
  });
}

/** The provider's subscription of a row that is paid for otherwise from now on: nobody collects for both. */
export async function scheduleEnd(tx: Transaction, app: App, row: SubscriptionRow): Promise<void> {
  const provider = providerOf(row);
  if (provider === null || row.provider_subscription === null) return;
  await app.jobs.schedule(tx, {
    kind: KIND,
    key: `${KIND}:${row.provider_subscription}`,
    runAt: app.clock.now(),
    payload: { provider, subscription: row.provider_subscription, charges: [] },
  });
}

/** Registers the task. */
export function registerRefunds(app: App, providers: Providers): void {
  app.jobs.handleOutside(KIND, async (job) => {
    const { provider: name, subscription, charges } = payload.parse(job.payload);
    const provider = providers.get(name);
    if (!provider) throw new Error(`${name} is not set up any more`);
    if (subscription !== null) await provider.cancel(subscription, 'now');
    for (const id of charges) {
      const [charge] = await app.db.query<{
        provider_id: string;
        amount: number;
        email: string | null;
        bot_id: number | null;
      }>(sql`
        select provider_id, amount, email, bot_id from charges where id = ${id} and state = 'refund_wanted'`);
      if (!charge) continue;
      const refund = await provider.refund({ ...charge, id: charge.provider_id }, id);
      await app.db.transaction(async (tx) => {
        await tx.query(sql`update charges set state = 'refunded', refund_id = ${refund} where id = ${id}`);
        if (charge.bot_id !== null) touch(tx, app, charge.bot_id, ['billing']);
      });
    }
  });
}
