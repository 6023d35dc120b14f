/** What the shell says about a bot's trial (docs/product.md §4 'Trial'). */
import type { Subscription } from '../../contract/entities/subscription.ts';

export type TrialView =
  | { kind: 'none' }
  /** Still free: so many days. */
  | { kind: 'running'; days: number }
  /** Trial or plan is over: 'Actualizar plan'. */
  | { kind: 'expired'; trial: boolean };

/** What was read of a subscription as what the shell says. Pure: the days are the server's. */
export function trialView(
  subscription: Pick<Subscription, 'status' | 'test_period' | 'days_left'> | null,
): TrialView {
  if (!subscription) return { kind: 'none' };
  const { status, test_period, days_left } = subscription;
  if (days_left > 0) return test_period ? { kind: 'running', days: days_left } : { kind: 'none' };
  // A plan without an end (agreed with sales) has no days and is not over.
  if (status === 'active') return { kind: 'none' };
  return { kind: 'expired', trial: test_period };
}

/** 'Te queda 1 día', 'Te quedan 9 días'. */
export const daysText = (days: number): string =>
  days === 1 ? 'Te queda 1 día de prueba' : `Te quedan ${days} días de prueba`;
