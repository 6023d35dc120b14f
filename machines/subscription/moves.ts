/** What may become of a subscription: the machine, asked one step at a time. */
import type { SubscriptionStatus } from '../../contract/rules/subscription.ts';
import { lookUp } from '../step.ts';
import {
  type SubscriptionEffect,
  type SubscriptionEvent,
  subscriptionMachine,
} from './subscription-machine.ts';

const step = lookUp<SubscriptionStatus, SubscriptionEvent, SubscriptionEffect>(subscriptionMachine);

/** The state after an event; null: it may not happen there. The same state: there is nothing to do. */
export function subscriptionAfter(
  status: SubscriptionStatus,
  event: SubscriptionEvent,
): SubscriptionStatus | null {
  const answer = step(status, event);
  return answer.effects.includes('refuse') ? null : answer.state;
}
