/** A bot's subscription as the table holds it. Whoever changes one locks it first. */
import type { PlanPeriod, ProviderName } from '../../contract/entities/subscription.ts';
import { providerName, subscriptionStatus } from '../../contract/entities/subscription.ts';
import type { SubscriptionStatus } from '../../contract/rules/subscription.ts';
import type { Terms } from '../../machines/subscription/terms.ts';
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts';

export interface SubscriptionRow {
  id: number;
  bot_id: number;
  plan_id: string;
  plan_version: number;
  status: string;
  period: PlanPeriod | null;
  ends_at: string | null;
  trial_ends_at: string | null;
  grace_ends_at: string | null;
  provider: string | null;
  provider_customer: string | null;
  provider_subscription: string | null;
  amount: number | null;
  card_brand: string | null;
  card_last4: string | null;
  cancel_reason: string | null;
  granted_reason: string | null;
  next_plan_id: string | null;
  next_plan_version: number | null;
  next_period: PlanPeriod | null;
  next_amount: number | null;
  next_at: string | null;
  next_since: string | null;
  prepaid: boolean;
  checkout_id: string | null;
  closed_bot: boolean;
  asked: number;
  answered: number;
}

const columns = sql`s.id, s.bot_id, s.plan_id, s.plan_version, s.status, s.period, s.ends_at, s.trial_ends_at,
  s.grace_ends_at, s.provider, s.provider_customer, s.provider_subscription, s.amount, s.card_brand, s.card_last4,
  s.cancel_reason, s.granted_reason, s.next_plan_id, s.next_plan_version, s.next_period,
  s.next_amount, s.next_at, s.next_since, s.prepaid, s.checkout_id, s.closed_bot, s.asked, s.answered`;

/** The bot's row, or null. */
export async function readSubscription(db: Queryable, botId: number): Promise<SubscriptionRow | null> {
  const [row] = await db.query<SubscriptionRow>(
    sql`select ${columns} from subscriptions s where s.bot_id = ${botId}`,
  );
  return row ?? null;
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockSubscription(tx: Transaction, botId: number): Promise<SubscriptionRow | null> {
  // The bot first: its end closes the bot, and a bot that is deleted ends its subscription.
  await tx.query(sql`select 1 as one from bots where id = ${botId} for update`);
  const [row] = await tx.query<SubscriptionRow>(
    sql`select ${columns} from subscriptions s where s.bot_id = ${botId} for update`,
  );
  return row ?? null;
}

/** The provider of a row, where it is one that this version knows. */
export const providerOf = ({ provider }: Pick<SubscriptionRow, 'provider'>): ProviderName | null => {
  const known = providerName.safeParse(provider);
  return known.success ? known.data : null;
};

/** A process of the version before may have written its own words (migration 'subscription_life'). */
function statusOf({ status, ends_at }: Pick<SubscriptionRow, 'status' | 'ends_at'>): SubscriptionStatus {
  if (status === 'trial') return 'trialing';
  if (status === 'cancelled') return ends_at === null ? 'canceled' : 'cancel_scheduled';
  return subscriptionStatus.parse(status);
}

const time = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

/** What of it decides (machines/subscription). */
export function termsOf(
  row: Pick<
    SubscriptionRow,
    'status' | 'ends_at' | 'grace_ends_at' | 'trial_ends_at' | 'provider_subscription' | 'prepaid'
  >,
): Terms {
  return {
    status: statusOf(row),
    endsAt: time(row.ends_at),
    graceEndsAt: time(row.grace_ends_at),
    trialEndsAt: time(row.trial_ends_at),
    collected: row.provider_subscription !== null,
    prepaid: row.prepaid,
  };
}
