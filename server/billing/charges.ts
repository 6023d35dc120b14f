/** What was paid, as the provider lists it, each payment once. */
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import type { CheckoutRow } from './checkouts.ts';
import type { Payment } from './providers/provider.ts';
import type { SubscriptionRow } from './row.ts';

interface Bought {
  id: string;
  provider: string;
  plan_name: string;
  period: string;
  email: string;
  test: boolean;
  amount: number;
  full_amount: number | null;
  coupon: string | null;
}

/** More is no payment of ours, and no column holds it. Pesos. */
const MOST = 2_000_000_000;

/** Whole pesos that somebody may have paid. */
const isOurs = ({ amount, currency }: Payment): boolean =>
  Number.isSafeInteger(amount) && amount >= 0 && amount <= MOST && currency === 'CLP';

/**
 * Writes them down. A fraction of a peso, less than none, or another currency, is none of ours.
 * @param checkout what they are for; null: the bot's last one that was paid
 * @param had the plan that is had now, where it has changed since
 */
export async function keepCharges(
  tx: Transaction,
  app: App,
  botId: number,
  payments: readonly Payment[],
  checkout: Pick<CheckoutRow, 'id'> | null,
  had: Pick<SubscriptionRow, 'plan_id' | 'period'> | null = null,
): Promise<void> {
  const [of] = await tx.query<Bought>(
    checkout
      ? sql`select c.id, c.provider, p.name as plan_name, c.period, c.email, c.test, c.amount, c.full_amount, c.coupon
          from checkouts c join plans p on p.id = c.plan_id where c.id = ${checkout.id}`
      : sql`select c.id, c.provider, p.name as plan_name, coalesce(${had?.period ?? null}::text, c.period) as period, c.email,
            c.test, c.amount, c.full_amount, c.coupon
          from checkouts c join plans p on p.id = coalesce(${had?.plan_id ?? null}::text, c.plan_id)
          where c.bot_id = ${botId} and c.state = 'paid' order by c.created_at desc limit 1`,
  );
  if (!of) return;
  for (const payment of payments) {
    if (!isOurs(payment)) {
      app.log.error({ payment: payment.id }, 'A payment is not in whole pesos: it is not written down');
      continue;
    }
    // What costs as much as with the coupon was bought with it: any change of plan is the whole price.
    const less = of.coupon !== null && of.full_amount !== null && payment.amount === of.amount;
    await tx.query(sql`
      insert into charges (id, bot_id, checkout_id, provider, provider_id, amount, currency, state, test, email, plan_name,
        period, at, coupon, full_amount)
      values (${app.ids()}, ${botId}, ${of.id}, ${of.provider}, ${payment.id}, ${payment.amount}, 'CLP',
        ${payment.status}, ${of.test}, ${of.email}, ${of.plan_name}, ${of.period}, ${payment.at},
        ${less ? of.coupon : null}, ${less ? of.full_amount : null})
      on conflict (provider, provider_id) do nothing`);
  }
}
