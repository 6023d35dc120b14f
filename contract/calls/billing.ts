/** Plans, trial and subscription of a bot (docs/product.md §4 'Trial', §7). Paying comes with its own issue. */
import * as z from 'zod/mini';
import { plan, subscription } from '../entities/subscription.ts';
import { numericId, shortText } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const self = { kind: 'self', in: 'params', name: 'userId' } as const;

/** What `cancelSubscription` answers in `status`; 800 shows `CANCEL_FAILED` (docs/product.md §8). */
export const CANCEL_STATUS = { cancelled: 200, failed: 800 } as const;
export const CANCEL_FAILED = 'El chatbot se no se pudo eliminar correctamente, por favor contacta a soporte.';

export const billingCalls = {
  /** Null: the bot has none. */
  subscriptionOfBot: defineCall({
    service: 'main',
    method: 'GET',
    path: '/client_subscriptions/by_bot_id/{botId}',
    access: { kind: 'linked', in: 'params', name: 'botId' },
    params: z.object({ botId: idParam }),
    answer: z.nullable(subscription),
  }),
  /** Those of the bots one owns; `active` true: only trials and plans that still run. */
  subscriptionsOfUser: defineCall({
    service: 'main',
    method: 'GET',
    path: '/client_subscriptions/by_user_id/{userId}/{active}',
    access: self,
    params: z.object({ userId: idParam, active: z.enum(['true', 'false']) }),
    answer: z.array(subscription),
  }),
  /** The plans on offer, cheapest first. */
  plansOfUser: defineCall({
    service: 'main',
    method: 'GET',
    path: '/qvo_plans/by_user_id/{userId}',
    access: self,
    params: z.object({ userId: idParam }),
    answer: z.array(plan),
  }),
  /** `id` is the subscription's. Answers 200 over HTTP; `status` tells (see `CANCEL_STATUS`). */
  cancelSubscription: defineCall({
    service: 'main',
    method: 'POST',
    path: '/flow_requests/cancel_subscription',
    access: {
      kind: 'entity',
      entity: 'subscription',
      in: 'body',
      name: 'id',
      module: 'facturacion',
      permission: 'delete',
    },
    /** At the end of what was paid for unless `when` says now. */
    body: z.object({
      id: numericId,
      when: z.optional(z.enum(['period_end', 'now'])),
      reason: z.optional(shortText(500)),
    }),
    answer: z.object({ status: z.int(), message: z.nullable(z.string()) }),
  }),
};
