/** When a change of plan may happen (docs/decisions/0049): a larger plan now or later, a smaller one once what was paid is over. */
type PlanPeriod = 'monthly' | 'yearly';

export const CHANGE_WHEN = ['now', 'period_end'] as const;
export type ChangeWhen = (typeof CHANGE_WHEN)[number];

/** Monthly list prices decide which plan is the larger one. */
interface Side {
  price: number;
  period: PlanPeriod;
}

/** From yearly to monthly is a downgrade whatever the plan: what was paid for a year is used up first. */
export function changeWhen(from: Side, to: Side): readonly ChangeWhen[] {
  if (from.period === 'yearly' && to.period === 'monthly') return ['period_end'];
  return to.price >= from.price ? CHANGE_WHEN : ['period_end'];
}

/** What one period of a plan costs, in pesos. */
export const priceOf = (plan: { price: number; price_yearly: number }, period: PlanPeriod): number =>
  period === 'yearly' ? plan.price_yearly : plan.price;
