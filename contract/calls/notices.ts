/** Notifications, and the conversations that somebody has (docs/product.md §7 'Main API'). */
import * as z from 'zod/mini';
import { conversation } from '../entities/conversation.ts';
import { notification } from '../entities/notification.ts';
import { NOTICE_KINDS } from '../notice-settings.ts';
import { numericId, textId } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const self = { kind: 'self', in: 'params', name: 'userId' } as const;
const linkedSelf = {
  kind: 'linked',
  in: 'params',
  name: 'botId',
  self: { in: 'params', name: 'userId' },
} as const;
/** A person's number of a notification. */
const cursor = z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));
const one = z.object({ id: textId, userId: idParam });

/** How many notifications a page holds. */
export const NOTIFICATION_PAGE = 20;

export const noticeCalls = {
  /** The unread ones of all one's bots, newest first, at most 100. */
  userNotifications: defineCall({
    service: 'main',
    method: 'GET',
    path: '/user_notification/list/{userId}',
    access: self,
    params: z.object({ userId: idParam }),
    answer: z.array(notification),
  }),
  /** Newest first. Archived ones only with `archived=true`, and then alone. `unread` counts those not archived. */
  notifications: defineCall({
    service: 'main',
    method: 'GET',
    path: '/notifications/by_bot_id/{botId}/{userId}/{page}',
    access: linkedSelf,
    params: z.object({ botId: idParam, userId: idParam, page: idParam }),
    query: z.object({
      archived: z.optional(z.enum(['true', 'false'])),
      unread: z.optional(z.enum(['true', 'false'])),
    }),
    answer: z.object({
      notifications: z.array(notification),
      page: z.int(),
      pages: z.int(),
      total: z.int(),
      unread: z.int(),
    }),
  }),
  /** `id` is the item's. */
  /** With `up_to`, what came to a gathered one since stays unread: it is marked no further than the person saw. */
  updateNotificationStatus: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/notifications/update_status/{id}/{userId}',
    access: self,
    params: one,
    body: z.object({ read: z.boolean(), up_to: z.optional(cursor) }),
    answer: notification,
  }),
  archiveNotification: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/notifications/archived/{id}/{userId}',
    access: self,
    params: one,
    body: z.object({ archived: z.boolean() }),
    answer: notification,
  }),
  /** Of all bots or of one, newest first, from `before` downwards; `next` is the `before` of what follows. */
  listNotifications: defineCall({
    service: 'main',
    method: 'GET',
    path: '/notifications/list/{userId}',
    access: self,
    params: z.object({ userId: idParam }),
    query: z.object({
      bot_id: z.optional(idParam),
      kind: z.optional(z.enum(NOTICE_KINDS)),
      /** Without it: all that are not archived. */
      view: z.optional(z.enum(['unread', 'archived'])),
      before: z.optional(idParam),
    }),
    answer: z.object({ notifications: z.array(notification), next: z.nullable(z.int()) }),
  }),
  /**
   * The set of unread ones with its cursor: `ids` newest first, at most 1,000 of `count`; `cursor` the greatest of the
   * person's numbers so far, up to which 'Marcar todas' reads.
   */
  unreadNotifications: defineCall({
    service: 'main',
    method: 'GET',
    path: '/notifications/unread/{userId}',
    access: self,
    params: z.object({ userId: idParam }),
    query: z.object({ bot_id: z.optional(idParam) }),
    answer: z.object({ ids: z.array(textId), count: z.int(), cursor: z.int() }),
  }),
  /** 'Marcar todas como leídas': up to a number that the person has seen, never what arrives meanwhile. */
  readNotifications: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/notifications/read_up_to/{userId}',
    access: self,
    params: z.object({ userId: idParam }),
    body: z.object({
      up_to: cursor,
      bot_id: z.optional(numericId),
      kind: z.optional(z.enum(NOTICE_KINDS)),
    }),
    answer: z.object({ updated: z.int() }),
  }),
  /**
   * The conversations that this person has (taken) at a bot of a view, last message first, at most 100. A bot that is
   * not in that view is 404.
   */
  chatRoomsByUser: defineCall({
    service: 'main',
    method: 'GET',
    path: '/chat_rooms_by_user/{userId}/{view}/{botId}',
    access: linkedSelf,
    params: z.object({ userId: idParam, view: z.enum(['my_bots', 'assigned_bots']), botId: idParam }),
    answer: z.array(conversation),
  }),
};
