/** The change of plan that a row waits for, and what a provider's word says of it. */
import type { ProviderSubscription } from './providers/provider.ts';
import type { SubscriptionRow } from './row.ts';

/** A provider that was asked to change at once and shows the old price after this has not done it. Milliseconds. */
export const CHANGE_TAKES = 10 * 60_000;

type Next = Pick<
  SubscriptionRow,
  'next_plan_id' | 'next_plan_version' | 'next_period' | 'next_amount' | 'next_at' | 'next_since'
>;

export const NO_NEXT: Next = {
  next_plan_id: null,
  next_plan_version: null,
  next_period: null,
  next_amount: null,
  next_at: null,
  next_since: null,
};

/**
 * What a fact makes of the change: made, never made, or still to come. A later change counts once a period beyond its day
 * is paid at the new price; one that was to be at once, as soon as the provider shows that price.
 */
export function afterChange(
  row: SubscriptionRow,
  fact: ProviderSubscription,
  now: number,
): Partial<Next & Pick<SubscriptionRow, 'plan_id' | 'plan_version' | 'period' | 'amount'>> {
  const { next_plan_id, next_plan_version, next_period, next_amount, next_at, next_since } = row;
  if (next_plan_id === null || next_plan_version === null) return {};
  if (fact.status === 'canceled') return NO_NEXT;
  const here = fact.price?.amount === next_amount && fact.price?.period === next_period;
  const due =
    next_at === null ||
    (fact.status === 'active' && fact.endsAt !== null && fact.endsAt > Date.parse(next_at));
  if (here && due)
    return {
      ...NO_NEXT,
      plan_id: next_plan_id,
      plan_version: next_plan_version,
      period: next_period,
      amount: next_amount,
    };
  // The period after the day of the change was paid at the old price: it never came.
  if (!here && due && next_at !== null) return NO_NEXT;
  const asked = next_since === null ? 0 : Date.parse(next_since);
  return !here && next_at === null && now - asked > CHANGE_TAKES ? NO_NEXT : {};
}
