/** Notifications, and the conversations that somebody has (docs/product.md §7 'Main API'). */
import * as z from 'zod/mini';
import { conversation } from '../entities/conversation.ts';
import { notification } from '../entities/notification.ts';
import { textId } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const self = { kind: 'self', in: 'params', name: 'userId' } as const;
const linkedSelf = {
  kind: 'linked',
  in: 'params',
  name: 'botId',
  self: { in: 'params', name: 'userId' },
} as const;
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
  updateNotificationStatus: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/notifications/update_status/{id}/{userId}',
    access: self,
    params: one,
    body: z.object({ read: z.boolean() }),
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
  /** 'Marcar todas como leídas' of one bot. */
  readAllNotifications: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/notifications/read_all/{botId}/{userId}',
    access: linkedSelf,
    params: z.object({ botId: idParam, userId: idParam }),
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
