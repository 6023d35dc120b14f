/** Push subscribers (docs/product.md §7 'Main API'), with the key that a browser subscribes under. */
import * as z from 'zod/mini';
import { textId } from '../primitives.ts';
import { pushSubscriber, pushSubscription } from '../push.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const self = { kind: 'self', in: 'params', name: 'userId' } as const;
const session = { kind: 'session' } as const;

export const pushCalls = {
  /** The server's VAPID key, base64url: `applicationServerKey`. */
  pushKey: defineCall({
    service: 'main',
    method: 'GET',
    path: '/push_subscribers/key',
    access: session,
    answer: z.object({ public_key: z.string() }),
  }),
  /** The own browser first, then the newest. */
  pushSubscribers: defineCall({
    service: 'main',
    method: 'GET',
    path: '/push_subscribers/by_user_id/{userId}',
    access: self,
    params: z.object({ userId: idParam }),
    answer: z.array(pushSubscriber),
  }),
  /**
   * Adds this browser, or renews it: the same endpoint keeps its `sid`, also when it was somebody else's. It ends with
   * the session. A `user_id` that is not one's own is 404; a push service whose address is not public https is 422.
   */
  addPushSubscriber: defineCall({
    service: 'main',
    method: 'POST',
    path: '/push_subscribers',
    access: session,
    body: z.object({
      push_subscriber: z.object({
        user_id: idParam,
        sid: z.optional(textId),
        active: z.boolean(),
        subscription: z.optional(pushSubscription),
      }),
    }),
    answer: pushSubscriber,
  }),
  /** Switches one of one's own browsers on or off. */
  updatePushSubscriber: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/push_subscribers',
    access: session,
    body: z.object({ push_subscriber: z.object({ user_id: idParam, sid: textId, active: z.boolean() }) }),
    answer: pushSubscriber,
  }),
  /** Sends a push of proof to one of one's own browsers, whether or not a tab is open. 404, 422 (switched off). */
  testPushSubscriber: defineCall({
    service: 'main',
    method: 'POST',
    path: '/push_subscribers/test',
    access: session,
    body: z.object({ push_subscriber: z.object({ user_id: idParam, sid: textId }) }),
    answer: z.object({ ok: z.literal(true) }),
  }),
};
