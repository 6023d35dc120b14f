/**
 * A subscription's life (docs/decisions/0048). Every state has an answer to every event, the refused ones written down;
 * the type checker demands each.
 *
 *   trialing ──trial_over──▶ expired ──checkout_opened──▶ pending ──paid──▶ active
 *      └──paid──▶ active ──failed, period_over──▶ past_due ──grace_over──▶ expired
 *   trialing, active ──cancel_at_end──▶ cancel_scheduled ──period_over──▶ canceled
 *   from everywhere: paid ▶ active, failed ▶ past_due, ended ▶ canceled, subscribed ▶ trialing, granted ▶ active
 *
 * The last line is what a provider says: it holds whatever the row said before, so that the order in which facts come does
 * not matter.
 */
import { createMachine } from 'xstate';
import type { SubscriptionStatus } from '../../contract/rules/subscription.ts';

export type SubscriptionEvent =
  /** The free days are over, and no card is on file. */
  | 'trial_over'
  /** The end has come of a period that somebody collects for: the next one is not paid yet. */
  | 'period_over'
  /** The same where nobody collects. */
  | 'lapsed'
  /** Nothing was paid while the grace lasted. */
  | 'grace_over'
  /** Somebody is at the provider's till. */
  | 'checkout_opened'
  | 'checkout_closed'
  /** The provider collects once the trial is over. */
  | 'subscribed'
  /** The running period is paid. */
  | 'paid'
  /** A charge failed. */
  | 'failed'
  /** It ends with what was paid for. */
  | 'cancel_at_end'
  /** Not after all. */
  | 'reactivated'
  /** The same of a trial. */
  | 'trial_reactivated'
  /** It is over now. */
  | 'ended'
  /** By hand of an internal account. */
  | 'granted';

/** `refuse`: nothing happens; `stay`: nothing has to. */
export type SubscriptionEffect = 'refuse' | 'stay';

interface Cell {
  target?: SubscriptionStatus;
  actions?: SubscriptionEffect;
}
type Cells = { readonly [E in SubscriptionEvent]: Cell };
const to = (target: SubscriptionStatus): Cell => ({ target });
const no: Cell = { actions: 'refuse' };
const stays: Cell = { actions: 'stay' };
const common = {
  trial_over: no,
  period_over: no,
  lapsed: no,
  grace_over: no,
  checkout_opened: stays,
  checkout_closed: stays,
  subscribed: to('trialing'),
  paid: to('active'),
  failed: to('past_due'),
  cancel_at_end: no,
  reactivated: no,
  trial_reactivated: no,
  ended: to('canceled'),
  granted: to('active'),
} as const;

const states: { readonly [S in SubscriptionStatus]: { on: Cells } } = {
  trialing: {
    on: {
      ...common,
      trial_over: to('expired'),
      period_over: to('past_due'),
      subscribed: stays,
      cancel_at_end: to('cancel_scheduled'),
    },
  },
  expired: { on: { ...common, checkout_opened: to('pending') } },
  pending: { on: { ...common, checkout_closed: to('expired') } },
  active: {
    on: {
      ...common,
      period_over: to('past_due'),
      lapsed: to('expired'),
      paid: stays,
      granted: stays,
      cancel_at_end: to('cancel_scheduled'),
    },
  },
  past_due: {
    on: { ...common, grace_over: to('expired'), failed: stays, cancel_at_end: to('canceled') },
  },
  cancel_scheduled: {
    on: {
      ...common,
      trial_over: to('canceled'),
      period_over: to('canceled'),
      lapsed: to('canceled'),
      cancel_at_end: stays,
      reactivated: to('active'),
      trial_reactivated: to('trialing'),
    },
  },
  canceled: { on: { ...common, checkout_opened: to('pending'), ended: stays } },
};

/** Asked by production, one step at a time (moves.ts). */
export const subscriptionMachine = createMachine({ id: 'subscription', initial: 'trialing', states });
