/** A running subscription as an order. */
import type { PlanPeriod } from '../../contract/entities/subscription.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import type { Order } from './providers/provider.ts';
import type { SubscriptionRow } from './row.ts';

/** The plan that a running subscription is to have, as providers are told. */
export async function orderOf(
  db: Queryable,
  row: SubscriptionRow,
  plan: { id: string; version: number; name: string },
  period: PlanPeriod,
  amount: number,
): Promise<Order> {
  const [bot] = await db.query<{ bot_name: string }>(sql`select bot_name from bots where id = ${row.bot_id}`);
  return {
    id: `change-${row.id}`,
    botId: row.bot_id,
    botName: bot?.bot_name ?? '',
    email: '',
    planId: plan.id,
    planVersion: plan.version,
    planName: plan.name,
    period,
    mode: 'subscription',
    amount,
    trialEndsAt: null,
    customer: row.provider_customer,
  };
}
