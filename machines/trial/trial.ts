/** What the shell says about a bot's trial and plan (docs/product.md §4 'Trial'). */
import type { Subscription } from '../../contract/entities/subscription.ts';

export type TrialView =
  | { kind: 'none' }
  /** Still free: so many days. */
  | { kind: 'running'; days: number }
  /** A charge failed; the bot goes on until then. */
  | { kind: 'late'; until: string }
  /** Trial or plan is over: 'Actualizar plan'. */
  | { kind: 'expired'; trial: boolean };

/** What was read of a subscription as what the shell says. Pure: the days are the server's. */
export function trialView(
  subscription: Pick<
    Subscription,
    'status' | 'test_period' | 'days_left' | 'grace_ends_at' | 'provider'
  > | null,
): TrialView {
  if (!subscription) return { kind: 'none' };
  const { status, test_period, days_left, grace_ends_at, provider } = subscription;
  if (status === 'past_due' && days_left > 0 && grace_ends_at !== null)
    return { kind: 'late', until: grace_ends_at };
  // Whoever has chosen a plan has nothing left to do until the trial is over.
  if (status === 'trialing' && provider !== null) return { kind: 'none' };
  if (days_left > 0) return test_period ? { kind: 'running', days: days_left } : { kind: 'none' };
  // A plan without an end (agreed with sales) has no days and is not over.
  if (status === 'active') return { kind: 'none' };
  return { kind: 'expired', trial: test_period };
}

/** 'Te queda 1 día', 'Te quedan 9 días'. */
export const daysText = (days: number): string =>
  days === 1 ? 'Te queda 1 día de prueba' : `Te quedan ${days} días de prueba`;
